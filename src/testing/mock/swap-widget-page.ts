/**
 * The part of Playwright's `Locator` that is used here.
 * @example
 * const clickFirst = (locator: LocatorLike) => locator.first().click()
 */
export interface LocatorLike {
  locator(selector: string): LocatorLike
  getByRole(
    // biome-ignore lint/suspicious/noExplicitAny: the roles of Playwright, which is not imported here.
    role: any,
    options?: { name?: string | RegExp; exact?: boolean },
  ): LocatorLike
  first(): LocatorLike
  fill(value: string): Promise<void>
  click(): Promise<void>
  waitFor(): Promise<void>
}

/**
 * One widget in a test, as `swapWidget` returns it. Each step resolves when the widget shows its
 * result.
 * @example
 * import type { Locator } from '@playwright/test'
 *
 * const swapOne = async (widget: SwapWidgetPage<Locator>) => {
 *   await widget.connect()
 *   await widget.fillAmount('1')
 *   await widget.review()
 *   await widget.confirm()
 * }
 */
export interface SwapWidgetPage<Located> {
  /** The whole widget. */
  root: Located
  /** The amount that is paid, and the one that is received. */
  amount: Located
  output: Located
  /** The main button: "Connect wallet", "Review swap", "Confirm swap" and so on. */
  main: Located
  button(name: string | RegExp): Located
  heading(name: string | RegExp): Located
  fillAmount(amount: string): Promise<void>
  /** Chooses a token by its symbol. */
  chooseToken(side: 'pay' | 'receive', symbol: string): Promise<void>
  /** Connects a wallet by its name. Default "Sandbox wallet". */
  connect(wallet?: string): Promise<void>
  /** Opens the review of a swap, a wrap or an unwrap, which needs a connected wallet and an amount. */
  review(): Promise<void>
  /**
   * Presses the button that opens the wallet, with the required first step: an approval, a
   * signature or nothing.
   */
  confirm(): Promise<void>
  /** Confirms in the dialog of a sandbox wallet that shows confirmations. */
  approveInWallet(): Promise<void>
  rejectInWallet(): Promise<void>
}

const REVIEW = /^Review (swap|wrap|unwrap)$/
/** A wrap includes its token: "Wrap ETH". */
const CONFIRM = /^((Confirm|Approve and|Sign and) swap|(Wrap|Unwrap) .+)$/

/**
 * Drives one widget by roles and names, in the page or in a shadow root, with the English texts.
 * Pass a locator instead of a page if there are several widgets.
 * @example
 * import { expect, test } from '@playwright/test'
 *
 * test('shows what one token buys', async ({ page }) => {
 *   const widget = swapWidget(page)
 *   await widget.fillAmount('1')
 *   await expect(widget.output).toHaveValue(/^\d/)
 * })
 */
export function swapWidget<Located extends LocatorLike>(page: {
  locator(selector: string): Located
}): SwapWidgetPage<Located> {
  const root = page.locator('[data-sluice-root]')
  const find: SwapWidgetPage<Located>['button'] = (name) =>
    root.getByRole('button', { name, exact: typeof name === 'string' }) as Located
  const heading: SwapWidgetPage<Located>['heading'] = (name) =>
    root.getByRole('heading', { name, exact: typeof name === 'string' }) as Located
  const answer = (name: string) =>
    page.locator('dialog[aria-label="Sandbox wallet"]').getByRole('button', { name, exact: true }).click()
  return {
    root,
    amount: root.getByRole('textbox', { name: 'Amount you pay' }) as Located,
    output: root.getByRole('textbox', { name: 'Amount you receive' }) as Located,
    main: root.locator('[data-focus-key="main"]') as Located,
    button: find,
    heading,
    fillAmount: (amount) => root.getByRole('textbox', { name: 'Amount you pay' }).fill(amount),
    async chooseToken(side, symbol) {
      const chosen = new RegExp(`^Token you ${side}: `)
      await find(chosen).click()
      await root.getByRole('combobox').fill(symbol)
      await root
        .getByRole('option', { name: new RegExp(`^${symbol}\\b`) })
        .first()
        .click()
      await find(new RegExp(`^Token you ${side}: ${symbol}`)).waitFor()
    },
    async connect(wallet = 'Sandbox wallet') {
      await find('Connect wallet').click()
      await find(wallet).click()
      await find(/^Wallet 0x/).waitFor()
    },
    async review() {
      await find(REVIEW).click()
      await heading(REVIEW).waitFor()
    },
    confirm: () => find(CONFIRM).click(),
    approveInWallet: () => answer('Confirm'),
    rejectInWallet: () => answer('Reject'),
  }
}
