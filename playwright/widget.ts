import { expect, type Locator } from '@playwright/test'
import { WidgetTexts } from './widget-texts.ts'

/** Drives one widget on a page, also in a shadow root. */
export class WidgetDriver {
  readonly root: Locator
  readonly amount: Locator
  readonly output: Locator
  readonly main: Locator
  readonly texts: WidgetTexts

  /** Texts are given in English and matched in the language of `texts`. */
  constructor(root: Locator, texts = new WidgetTexts()) {
    this.root = root
    this.texts = texts
    this.amount = root.getByRole('textbox', { name: texts.find('Amount you pay') })
    this.output = root.getByRole('textbox', { name: texts.find('Amount you receive') })
    this.main = root.locator('[data-focus-key="main"]')
  }

  button(name: string | RegExp): Locator {
    if (typeof name !== 'string') return this.root.getByRole('button', { name })
    return this.root.getByRole('button', { name: this.texts.find(name, { exact: true }), exact: true })
  }

  heading(name: string): Locator {
    return this.root.getByRole('heading', { name: this.texts.find(name, { exact: true }), exact: true })
  }

  notice(title: string | RegExp): Locator {
    return this.root.locator('[data-part="notice"]', {
      hasText: typeof title === 'string' ? this.texts.find(title) : title,
    })
  }

  async openWallets(): Promise<void> {
    await this.button('Connect wallet').click()
    await expect(this.heading('Connect a wallet')).toBeVisible()
  }

  async connect(): Promise<void> {
    await this.openWallets()
    await this.button('Dev Wallet').click()
    await expect(this.button(this.texts.match('swap.wallet', { address: '0x' }))).toBeVisible()
  }

  async choose(side: 'pay' | 'receive', symbol: string): Promise<void> {
    await this.tokenButtons(side).nth(0).click()
    const search = this.root.getByRole('combobox')
    await search.fill(symbol)
    await this.root
      .getByRole('option', { name: new RegExp(`^${symbol}\\b`) })
      .first()
      .click()
    await expect(this.button(this.texts.match(`swap.${side}Token`, { token: symbol }))).toBeVisible()
  }

  /** Returns the token button of this side, or buttons without a token. */
  tokenButtons(side: 'pay' | 'receive'): Locator {
    return this.button(this.texts.match(`swap.${side}Token`)).or(this.button('Select token'))
  }

  async choosePair(pay: string, receive: string): Promise<void> {
    await this.choose('pay', pay)
    await this.choose('receive', receive)
  }

  async type(amount: string): Promise<void> {
    await this.amount.fill(amount)
  }

  /** Opens the review page from a complete form. */
  async review(): Promise<void> {
    await this.button('Review swap').click()
    await expect(this.heading('Review swap')).toBeVisible()
  }

  /** Confirms the swap after ticking the boxes named `accepts`. */
  async confirm({ accepts = [] }: { accepts?: readonly string[] } = {}): Promise<void> {
    for (const name of accepts) await this.root.getByRole('checkbox', { name }).check()
    const approving = this.button('Approve and swap').or(this.button('Sign and swap'))
    await this.button('Confirm swap').or(approving).click()
  }

  /**
   * Returns the exact value of a detail by its label, without grouping: "1,234.5 DAI" is "1234.5".
   */
  async fact(label: string): Promise<string> {
    const row = this.root.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=..')
    return exactNumber(row.locator('[title]:not(dt)').first())
  }

  /** Returns the exact received amount on the receipt. */
  async received(): Promise<string> {
    return exactNumber(this.root.locator('[data-part="received"] [title]'))
  }

  /** Returns the exact balance shown next to a token of the form. */
  async shownBalance(side: 'pay' | 'receive'): Promise<string> {
    return exactNumber(this.root.getByText(/^Balance [0-9]/).nth(side === 'pay' ? 0 : 1))
  }
}

/** Returns the exact number in the tooltip of a shortened one. */
async function exactNumber(element: Locator): Promise<string> {
  const title = await element.getAttribute('title')
  return (title ?? '').replaceAll(',', '').replace(/ .*$/, '')
}
