import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import type { WidgetDriver } from './widget.ts'

/**
 * The controls that must be distinguishable in forced colors, which replace all colors of a theme.
 */
const KINDS = {
  primary: '[data-part$="button"][data-state="primary"]',
  secondary: '[data-part$="button"][data-state="secondary"]',
  disabled: '[data-part$="button"][data-state="disabled"]',
  checked: '[data-part="choice"][data-state="checked"]',
  unchecked: '[data-part="choice"][data-state="unchecked"]',
}
type Kind = keyof typeof KINDS

/** Collects the appearance of the controls of all pages in forced colors. */
export class Looks {
  private readonly seen = new Map<Kind, Set<string>>()

  async collect({ root }: WidgetDriver): Promise<void> {
    // Reads all controls in one call, so that a state change in between cannot mix two appearances.
    const found = await root.evaluate((widget, kinds) => {
      const getLook = (control: Element) => {
        const { color, backgroundColor, borderTopWidth, borderTopStyle } = getComputedStyle(control)
        return [color, backgroundColor, borderTopWidth, borderTopStyle].join(' ')
      }
      const getLooks = (selector: string) =>
        [...widget.querySelectorAll(selector)].filter((control) => control.checkVisibility()).map(getLook)
      return kinds.map(([kind, selector]) => [kind, getLooks(selector)] as const)
    }, Object.entries(KINDS))
    for (const [kind, looks] of found) {
      this.seen.set(kind as Kind, new Set([...(this.seen.get(kind as Kind) ?? []), ...looks]))
    }
  }

  /**
   * Compares the main action with other and disabled ones, and selected with unselected controls.
   */
  expectToDiffer(): void {
    const pairs: [Kind, Kind][] = [
      ['primary', 'secondary'],
      ['primary', 'disabled'],
      ['secondary', 'disabled'],
      ['checked', 'unchecked'],
    ]
    for (const [one, other] of pairs) {
      const [ones, others] = [[...(this.seen.get(one) ?? [])], [...(this.seen.get(other) ?? [])]]
      expect(ones, `no ${one} seen`).not.toEqual([])
      expect(others, `no ${other} seen`).not.toEqual([])
      expect(
        ones.filter((look) => others.includes(look)),
        `${one} looks like ${other}`,
      ).toEqual([])
    }
  }
}

/**
 * Expects no violation of accessibility rules, and visible edges of every part in forced colors.
 */
export async function expectAccessible(
  page: Page,
  widget: WidgetDriver,
  name: string,
  looks: Looks,
): Promise<void> {
  const { root } = widget
  expect(await findViolations(page, '[data-sluice-root]'), name).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await root.evaluate(findFlat), `${name}: no edge`).toEqual([])
  await looks.collect(widget)
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Returns the parts of a page without a border and a background of their own. */
function findFlat(root: Element): string[] {
  const ground = getComputedStyle(root.querySelector('[data-part="surface"]') ?? root).backgroundColor
  const parts =
    '[data-part$="button"]:not([data-part="icon-button"]), [data-part^="panel"], [data-part="field"]'
  const others = '[data-part="card"], [data-part="notice"], [data-part="wallet"], [data-part="flip"]'
  return [...root.querySelectorAll(`${parts}, ${others}`)]
    .filter((part) => part.checkVisibility())
    .filter((part) => {
      const { borderTopWidth, backgroundColor } = getComputedStyle(part)
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' || backgroundColor === ground
      return isClear && Number.parseFloat(borderTopWidth) === 0
    })
    .map((part) => `${part.getAttribute('part')}: ${part.textContent}`)
}

/** Returns the controls with a target size below 40 pixels. */
export function findSmall(root: Element): string[] {
  return [...root.querySelectorAll('button, a, label:has(input), [role="option"]')]
    .filter((control) => control.checkVisibility())
    .map((control) => {
      const { position, top, left } = getComputedStyle(control, '::after')
      const around = (inset: string) => (position === 'absolute' ? Math.max(0, -Number.parseFloat(inset)) : 0)
      const { width, height } = control.getBoundingClientRect()
      return { control, width: width + 2 * around(left), height: height + 2 * around(top) }
    })
    .filter(({ width, height }) => width < 40 || height < 40)
    .map(({ control, width, height }) => `${width} × ${height}: ${control.outerHTML.slice(0, 120)}`)
}

/** Returns the text fields with a font size below 16 pixels, for which phones zoom. */
export function findZoomed(root: Element): string[] {
  return [...root.querySelectorAll('input:not([type="checkbox"], [type="radio"]), textarea, select')]
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.getAttribute('aria-label')}: ${getComputedStyle(field).fontSize}`)
}

/**
 * Returns the placeholders that are wider than their fields. Browsers clip them without an ellipsis
 * in a focused field.
 */
export function findCutPlaceholders(root: Element): string[] {
  const context = document.createElement('canvas').getContext('2d')
  return [...root.querySelectorAll('input')].flatMap((field) => {
    const { fontWeight, fontSize, fontFamily, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
    const room =
      field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
    if (context) context.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const width = context?.measureText(field.placeholder).width ?? 0
    return width > room ? [`${field.placeholder}: ${width} in ${room}`] : []
  })
}

/** Expects no element outside of the widget's box, and no horizontal scrolling. */
export async function expectToFit(page: Page, { root }: WidgetDriver, name: string): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${name}: the page scrolls sideways`).toBeLessThanOrEqual(0)
  const out = await root.evaluate((widget) => {
    const { left, right } = widget.getBoundingClientRect()
    return (
      [...widget.querySelectorAll('*')]
        .filter((element) => element.checkVisibility() && !element.closest('[class*="hidden"]'))
        // Content of a strip that scrolls sideways may be outside of it.
        .filter((element) => {
          for (let at = element.parentElement; at && at !== widget; at = at.parentElement)
            if (getComputedStyle(at).overflowX === 'auto' && at.scrollWidth > at.clientWidth) return false
          return true
        })
        .filter((element) => {
          const box = element.getBoundingClientRect()
          return box.width > 1 && (box.left < left - 1 || box.right > right + 1)
        })
        .map((element) => element.outerHTML.slice(0, 120))
    )
  })
  expect(out, name).toEqual([])
  expect(await root.evaluate(findCutPlaceholders), `${name}: cut`).toEqual([])
  // A lower page would move the content below the widget. Only pages with a back button in the
  // header are checked.
  const height = await root.evaluate(
    (widget) =>
      widget.querySelector('[data-part="page"]:has(> header > button)')?.getBoundingClientRect().height,
  )
  if (name === 'wallet' || name === 'recipient') expect(height, name).toBeDefined()
  if (height !== undefined) expect(height, `${name}: lower than the form`).toBeGreaterThanOrEqual(518)
}
