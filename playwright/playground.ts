import { expect, type Locator, type Page } from '@playwright/test'
import type { DevWallet, DevWalletBehavior } from '../src/testing/dev-wallet.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'
import { type DriverLanguage, WidgetTexts } from './widget-texts.ts'

/** The playground page: the widget and its surrounding controls. */
export class Playground {
  readonly page: Page
  widget: WidgetDriver

  constructor(page: Page) {
    this.page = page
    this.widget = new WidgetDriver(page.locator('[data-sluice-root]'))
  }

  async open(query: Record<string, string> = {}): Promise<void> {
    const url = new URL(stackAddresses().playgroundUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    await this.page.goto(url.href)
    await expect(this.widget.amount).toBeVisible()
  }

  /** The dev wallet rejects the next request. */
  async rejectNext(): Promise<void> {
    await this.page.getByLabel('Reject the next request').check()
  }

  /** Changes how the dev wallet behaves. */
  async setWallet(behavior: DevWalletBehavior): Promise<void> {
    await this.page.evaluate((change) => {
      const { devWallet } = window as unknown as { devWallet: DevWallet }
      Object.assign(devWallet.behavior, change)
    }, behavior)
  }

  /** Returns the params of all requests of a method to the dev wallet. */
  walletRequests(method: string): Promise<unknown[]> {
    return this.page.evaluate((wanted) => {
      const { devWallet } = window as unknown as { devWallet: DevWallet }
      return devWallet.requests.filter((request) => request.method === wanted).map(({ params }) => params)
    }, method)
  }

  /** The dev wallet shows a dialog for every request. */
  async showEveryRequest(): Promise<void> {
    await this.page.getByLabel('Ask me every time').check()
  }

  /** Answers the dev wallet's dialog with this title. */
  async respond(title: string, choice: 'Confirm' | 'Reject'): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: choice }).click()
    await expect(dialog).toBeHidden()
  }

  /** Switches a scenario on or off by its button. */
  async play(label: string): Promise<void> {
    await this.page.getByRole('region', { name: 'What if' }).getByRole('button', { name: label }).click()
  }

  async chooseNetwork(label: string): Promise<void> {
    await this.network().selectOption({ label })
  }

  network(): Locator {
    return this.page.getByRole('combobox', { name: 'Network' })
  }

  async chooseAccount(address: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Account' }).selectOption(address)
  }

  /** Changes the language of the widget and of its driver. */
  async setLanguage(language: DriverLanguage, locale: string = language): Promise<void> {
    await this.editConfig((config) => Object.assign(config, { locale }))
    this.widget = new WidgetDriver(this.widget.root, new WidgetTexts(language))
    await expect(this.widget.amount).toBeVisible()
  }

  /** Changes the config in the editor. */
  async editConfig(change: (config: Record<string, unknown>) => void): Promise<void> {
    const editor = this.editor()
    const config = JSON.parse(await editor.inputValue()) as Record<string, unknown>
    change(config)
    await editor.fill(JSON.stringify(config, null, 2))
  }

  editor(): Locator {
    return this.page.getByRole('textbox', { name: 'Widget config, JSON' })
  }

  event(name: string): Locator {
    return this.page.locator(`[data-event="${name}"]`)
  }

  /** Returns the names of all events, oldest first. */
  async eventNames(): Promise<string[]> {
    const rows = await this.page
      .locator('[data-event]')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.event ?? ''))
    return rows.reverse()
  }
}
