import type { Locator, Page } from '@playwright/test'
import { formatAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { openSkin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

test('a swap works with the keyboard alone', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  await startAtSettings(widget)
  await swapByKeyboard(page, widget, '0.3')

  await test.step('the entry in the history can be exported and cleared', async () => {
    await pressOn(page, widget.button('Activity'))
    await expect(widget.heading('Activity')).toBeFocused()
    const entry = widget.button(/DAI/).first()
    await pressOn(page, entry)
    await expect(widget.heading('Swap details')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry).toBeFocused()
    const file = page.waitForEvent('download')
    await pressAbove(page, widget.button('More actions'))
    await pressOn(page, widget.button('Export CSV'))
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    await pressAbove(page, widget.button('More actions'))
    await pressOn(page, widget.button('Clear history'))
    await expect(widget.button('Cancel')).toBeFocused()
    await pressOn(page, widget.button('Clear'))
    await expect(widget.root.getByText('No swaps yet')).toBeVisible()
    await expect(widget.heading('Activity')).toBeFocused()
  })
})

test('a swap works with the keyboard in a shadow root', { tag: '@proof' }, async ({ page }) => {
  await page.goto(new URL('/embed.html', stackAddresses().playgroundUrl).href)
  const widget = new WidgetDriver(page.locator('#swap'))
  await startAtSettings(widget)
  await swapByKeyboard(page, widget, '300')
})

test('a swap works with the keyboard in a modal dialog, which returns the focus to its opener', {
  tag: '@proof',
}, async ({ page }) => {
  const html = '<button id="open" onclick="swap.open()">Swap here</button>#around'
  const widget = await openSkin(page, 'create', { html, config: { mode: 'modal' } })
  const opener = page.locator('#open')
  await tabTo(page, opener, 'Tab')
  await page.keyboard.press('Enter')
  await expect(widget.heading('Swap')).toBeFocused()
  await swapByKeyboard(page, widget, '200')
  await page.keyboard.press('Escape')
  await expect(widget.root.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a swap works with the keyboard in a floating dialog, which returns the focus to its button', {
  tag: '@proof',
}, async ({ page }) => {
  const widget = await openSkin(page, 'create', { config: { mode: 'floating' } })
  const opener = widget.button('Swap')
  await tabTo(page, opener, 'Tab')
  await page.keyboard.press('Enter')
  await expect(widget.heading('Swap')).toBeFocused()
  await swapByKeyboard(page, widget, '100')
  await pressOn(page, widget.button('Close'))
  await expect(widget.root.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a swap works with the keyboard in a cross-origin frame', { tag: '@proof' }, async ({ page }) => {
  const frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
  try {
    const widget = await openSkin(page, 'a frame', { frameUrl: `${frames.url}/frame.html` })
    await startAtSettings(widget)
    await swapByKeyboard(page, widget, '150')
  } finally {
    await frames.stop()
  }
})

test('the keyboard can change the network in the token list, which moves both sides', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  await playground.open()
  await startAtSettings(widget)
  await pressOn(page, widget.button(/^Token you receive: /))
  const search = widget.root.getByRole('combobox')
  await expect(search).toBeFocused()
  const networks = widget.root.getByRole('group', { name: 'Network' })
  const base = networks.getByRole('radio', { name: 'Base (devnet)' })
  // A radio group is one tab stop; the arrow keys select inside it.
  await tabTo(page, networks.getByRole('radio', { checked: true }), 'Tab')
  for (let presses = 0; presses < 3 && !(await base.isChecked()); presses += 1)
    await page.keyboard.press('ArrowRight')
  await expect(base).toBeFocused()
  await expect(base).toBeChecked()
  await tabTo(page, search, 'Shift+Tab')
  await page.keyboard.type('link')
  await expect(widget.root.getByRole('option', { name: /^LINK\b/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(widget.button('Token you receive: LINK, Base (devnet)')).toBeFocused()
  await expect(widget.button('Token you pay: ETH, Base (devnet)')).toBeVisible()
})

test('Escape leaves a page and returns the focus to its opener', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  const opened: [string | RegExp, string][] = [
    [/^Token you pay: /, 'Pay with'],
    [/^Token you receive: /, 'Receive'],
    ['Settings', 'Settings'],
    [/^Wallet 0x/, 'Your wallet'],
    ['Review swap', 'Review swap'],
  ]
  for (const [opener, heading] of opened) {
    await widget.button(opener).focus()
    await page.keyboard.press('Enter')
    await expect(widget.heading(heading)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(widget.heading('Swap')).toBeVisible()
    await expect(widget.button(opener)).toBeFocused()
  }
})

test('Escape does not leave a pending wallet request or a receipt', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  await widget.review()
  await page.evaluate(() => {
    const { devWallet } = window as unknown as { devWallet: { behavior: { delayMs?: number } } }
    devWallet.behavior.delayMs = 3_000
  })
  await widget.confirm()
  await expect(widget.root.getByText('Checked and sealed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.heading('Swapping')).toBeVisible()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.heading('Swap complete')).toBeVisible()
})

/** Starts at the beginning of the widget instead of the page. */
const startAtSettings = (widget: WidgetDriver) => widget.button('Settings').focus()

/** Swaps into DAI, starting from the current focus. */
async function swapByKeyboard(page: Page, widget: WidgetDriver, amount: string): Promise<void> {
  const chain = new ChainClient()
  const owner = manifest().accounts[0]!.address
  await pressOn(page, widget.button('Connect wallet'))
  await expect(widget.heading('Connect a wallet')).toBeVisible()
  await pressOn(page, widget.button('Dev Wallet'))
  await expect(widget.button(/^Wallet 0x/)).toBeVisible()
  const before = await chain.balance('DAI', owner)

  await pressOn(page, widget.button(/^Token you receive: /))
  await expect(widget.root.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('dai')
  await expect(widget.root.getByRole('option', { name: /^DAI\b/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(widget.button(/^Token you receive: DAI/)).toBeFocused()

  await tabTo(page, widget.amount, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(amount)
  await pressOn(page, widget.button('Review swap'))
  await expect(widget.heading('Review swap')).toBeFocused()
  await pressOn(page, widget.button(/^(Confirm swap|Approve and swap)$/))
  await expect(widget.heading('Swap complete')).toBeFocused()
  expect(await widget.received()).toBe(formatAmount((await chain.balance('DAI', owner)) - before, 18))
  await pressOn(page, widget.button('Done'))
  await expect(widget.heading('Swap')).toBeVisible()
}

async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control, 'Tab')
  await expect(control).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('Enter')
}

/** Presses a control above the focused one, or the focused one itself. */
async function pressAbove(page: Page, control: Locator): Promise<void> {
  if (!(await control.evaluate(isFocused))) await tabTo(page, control, 'Shift+Tab')
  await page.keyboard.press('Enter')
}

/**
 * Moves the focus to the control. Waits for a button with a temporary label instead of skipping it.
 */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    if (await control.evaluate(isFocused)) return
  }
  throw new Error(`${control} is not reachable by keyboard`)
}

/** Also works in a shadow root, whose host is the focused element of the page. */
function isFocused(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element
}
