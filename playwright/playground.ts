import { expect, type Locator, type Page } from '@playwright/test'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** The playground page: the widget, and everything around it a test may touch. */
export class Playground {
  readonly page: Page
  readonly widget: WidgetDriver

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

  /** The dev wallet declines whatever it is asked next. */
  async rejectNext(): Promise<void> {
    await this.page.getByLabel('Reject the next request').check()
  }

  async useNetwork(label: string): Promise<void> {
    await this.page.getByLabel('Network', { exact: true }).selectOption({ label })
  }

  async useAccount(address: string): Promise<void> {
    await this.page.getByLabel('Account', { exact: true }).selectOption(address)
  }

  /** Rewrites the config as a person would, in the editor. */
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

  /** Names of all events so far, the first one first. */
  async eventNames(): Promise<string[]> {
    const rows = await this.page
      .locator('[data-event]')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.event ?? ''))
    return rows.reverse()
  }
}
