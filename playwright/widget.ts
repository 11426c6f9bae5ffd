import { expect, type Locator } from '@playwright/test'

/** Drives one widget on a page, also in a shadow root. */
export class WidgetDriver {
  readonly root: Locator
  readonly amount: Locator
  readonly output: Locator
  readonly main: Locator

  constructor(root: Locator) {
    this.root = root
    this.amount = root.getByRole('textbox', { name: 'Amount you pay' })
    this.output = root.getByRole('textbox', { name: 'Amount you receive' })
    this.main = root.locator('[data-focus-key="main"]')
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: typeof name === 'string' })
  }

  heading(name: string): Locator {
    return this.root.getByRole('heading', { name, exact: true })
  }

  notice(title: string): Locator {
    return this.root.locator('[data-part="notice"]', { hasText: title })
  }

  async openWallets(): Promise<void> {
    await this.button('Connect wallet').click()
    await expect(this.heading('Connect a wallet')).toBeVisible()
  }

  async connect(): Promise<void> {
    await this.openWallets()
    await this.button('Dev Wallet').click()
    await expect(this.button(/^Wallet 0x/)).toBeVisible()
  }

  async choose(side: 'pay' | 'receive', symbol: string): Promise<void> {
    await this.button(new RegExp(`^(Token you ${side}: |Select token)`))
      .nth(0)
      .click()
    const search = this.root.getByRole('combobox')
    await search.fill(symbol)
    await this.root
      .getByRole('option', { name: new RegExp(`^${symbol}\\b`) })
      .first()
      .click()
    await expect(this.button(new RegExp(`^Token you ${side}: ${symbol}`))).toBeVisible()
  }

  async choosePair(pay: string, receive: string): Promise<void> {
    await this.choose('pay', pay)
    await this.choose('receive', receive)
  }

  async type(amount: string): Promise<void> {
    await this.amount.fill(amount)
  }

  /** Opens the review page from a filled form. */
  async review(): Promise<void> {
    await this.button('Review swap').click()
    await expect(this.heading('Review swap')).toBeVisible()
  }

  async confirm(): Promise<void> {
    await this.button(/^(Confirm swap|Approve and swap)$/).click()
  }

  /** The exact value of a detail by its label, without grouping: "1,234.5 DAI" is "1234.5". */
  async fact(label: string): Promise<string> {
    const row = this.root.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=..')
    return exactNumber(row.locator('[title]:not(dt)').first())
  }

  /** The exact received amount on the receipt. */
  async received(): Promise<string> {
    return exactNumber(this.root.locator('[data-part="received"] [title]'))
  }

  /** The exact balance shown next to a token of the form. */
  async shownBalance(side: 'pay' | 'receive'): Promise<string> {
    return exactNumber(this.root.getByText(/^Balance [0-9]/).nth(side === 'pay' ? 0 : 1))
  }
}

/** The exact number in the tooltip of a shortened one. */
async function exactNumber(element: Locator): Promise<string> {
  const title = await element.getAttribute('title')
  return (title ?? '').replaceAll(',', '').replace(/ .*$/, '')
}
