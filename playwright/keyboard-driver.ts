import { expect, type Locator, type Page } from '@playwright/test'

/** More than the number of controls on any page of the widget. */
const MAX_PRESSES = 60

/** Replaces mouse actions of a locator by the keyboard: Tab moves the focus to each control. */
export function byKeyboard(page: Page): (locator: Locator) => Locator {
  const wrap = (locator: Locator): Locator =>
    new Proxy(locator, {
      get(target, name) {
        const act = actions(page, target)[name as 'click']
        if (act) return act
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const result: unknown = value.apply(target, given)
          return isLocator(result) ? wrap(result) : result
        }
      },
    })
  return wrap
}

function actions(page: Page, target: Locator) {
  return {
    async click() {
      await target.first().waitFor()
      if ((await target.first().getAttribute('role')) === 'option') return pickOption(page, target.first())
      await tabTo(page, target)
      // A switch is a checkbox, which Enter does not toggle.
      const isSwitch = (await target.first().getAttribute('role')) === 'switch'
      await page.keyboard.press(isSwitch ? 'Space' : 'Enter')
    },
    /** Types the first letter of the option's name until the browser selects it. */
    async selectOption(name: string) {
      await tabTo(page, target)
      const isChosen = () =>
        target.evaluate(
          (list, wanted) => (list as HTMLSelectElement).selectedOptions[0]?.text === wanted,
          name,
        )
      // A browser combines letters that are typed within a second.
      await page.waitForTimeout(1_100)
      await pressUntil(page, name.charAt(0), isChosen)
    },
    async check() {
      await target.waitFor()
      if (await target.isChecked()) return
      if ((await target.getAttribute('type')) === 'radio') return pickRadio(page, target)
      await tabTo(page, target)
      await page.keyboard.press('Space')
    },
    async fill(text: string) {
      await tabTo(page, target)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
  }
}

/** Moves the focus to the control. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  await pressUntil(page, await keyTowards(target), () =>
    target.evaluate((element) => element === document.activeElement),
  )
  await expect(target).not.toHaveAttribute('aria-disabled', 'true')
}

/**
 * Returns the key that moves the focus to a control from the focused element or from the widget's
 * start.
 */
function keyTowards(target: Locator): Promise<'Tab' | 'Shift+Tab'> {
  return target.evaluate((element) => {
    const { activeElement, body, documentElement } = document
    // Only a newly opened page has no focused element.
    if (activeElement === body && 'hasFocused' in documentElement.dataset)
      throw new Error('The focus was lost')
    documentElement.dataset.hasFocused = ''
    const root = element.closest('[data-sluice-root]')
    if (!root?.contains(activeElement)) root?.querySelector('button')?.focus()
    const position = element.compareDocumentPosition(document.activeElement ?? element)
    return position & Node.DOCUMENT_POSITION_FOLLOWING ? 'Shift+Tab' : 'Tab'
  })
}

/** Selects an option from the search field, which keeps the focus. */
async function pickOption(page: Page, option: Locator): Promise<void> {
  await pressUntil(page, 'ArrowDown', () =>
    option.evaluate(({ id }) => document.activeElement?.getAttribute('aria-activedescendant') === id),
  )
  await page.keyboard.press('Enter')
}

/** Selects a radio button. A group is one tab stop; the arrow keys move inside it. */
async function pickRadio(page: Page, radio: Locator): Promise<void> {
  await pressUntil(page, await keyTowards(radio), () =>
    radio.evaluate((element) => {
      const focused = document.activeElement as HTMLInputElement | null
      return focused?.type === 'radio' && focused.name === (element as HTMLInputElement).name
    }),
  )
  await pressUntil(page, 'ArrowDown', () => radio.isChecked())
}

async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`Not reachable by ${key}`)
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'locator' in value && 'waitFor' in value
}
