import type { Locator, Page } from '@playwright/test'
import { formatAmount } from '../src/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

test('a whole swap with the keyboard alone', async ({ page, playground }) => {
  await playground.open()
  await swapByKeyboard(page, playground.widget, '0.3')
})

test('and in a shadow root', { tag: '@proof' }, async ({ page }) => {
  await page.goto(new URL('/embed.html', stackAddresses().playgroundUrl).href)
  await swapByKeyboard(page, new WidgetDriver(page.locator('#swap')), '300')
})

test('Escape leaves a page, and the focus returns to what opened it', async ({ page, playground }) => {
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

test('Escape ends no swap: not while the wallet asks, and not its receipt', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  await widget.review()
  await page.evaluate(() => {
    const { devWallet } = window as unknown as { devWallet: { behavior: { delayMs?: number } } }
    devWallet.behavior.delayMs = 3_000
  })
  await widget.confirm()
  await expect(widget.root.getByText('Checked balance changes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.heading('Swapping')).toBeVisible()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.heading('Swap complete')).toBeVisible()
})

async function swapByKeyboard(page: Page, widget: WidgetDriver, amount: string): Promise<void> {
  const chain = new ChainClient()
  const owner = manifest().accounts[0]!.address
  // Start at the beginning of the widget, not of the page.
  await widget.button('Settings').focus()

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

/** Moves the focus until it is on the control. A button that says something else for a moment is waited for, not passed by. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    if (await control.evaluate(isFocused)) return
  }
  throw new Error(`${control} is not reachable by keyboard`)
}

/** In a shadow root too, whose host is the focused element of the page. */
function isFocused(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element
}
