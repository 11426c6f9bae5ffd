import type { Page } from '@playwright/test'
import { defaultConfig } from '../stories/playground/default-config.ts'
import { devWalletOptions } from '../stories/playground/dev-wallet-options.ts'
import { devWalletScript } from '../testing/dev-wallet-script.ts'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { type HostApp, startHostApp } from './host-app.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** What the host's page leaves for the test to read. */
interface HostWindow {
  host: { heard: string[]; broken: string[]; version: string; unmount(): void }
  devWallet: { listenerCount(): number }
}

// Another language than the server's: what it rendered must be taken over all the same.
test.use({ locale: 'de-DE' })

test('a packed widget comes alive in a host’s app from what the host’s server rendered, and swaps', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await withHost(undefined, (host) => swapIn(page, host))
})

for (const react of ['18', '19']) {
  test(`a packed widget swaps in an app installed from nothing, with React ${react}`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    await withHost(react, async (host) => {
      await swapIn(page, host)
      expect(await read(page, ({ host: { version } }) => version)).toMatch(new RegExp(`^${react}\\.`))
    })
  })
}

async function withHost(react: string | undefined, use: (host: HostApp) => Promise<void>): Promise<void> {
  const config = defaultConfig({ manifest: manifest(), serviceUrl: stackAddresses().serviceUrl })
  const host = await startHostApp({ config, ...(react && { react }) })
  try {
    await use(host)
  } finally {
    await host.stop()
  }
}

async function swapIn(page: Page, { url, html }: HostApp): Promise<void> {
  expect(html).toContain('aria-label="Amount you pay"')
  const accounts = [manifest().accounts[9]!.address]
  await page.addInitScript(devWalletScript({ ...devWalletOptions(manifest()), accounts }))
  await page.goto(url)
  const widget = new WidgetDriver(page.locator('[data-sluice-root]'))
  await widget.connect()
  await widget.type('0.25')
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  const heard = await read(page, ({ host }) => host.heard)
  for (const once of ['walletConnected', 'routeExecutionStarted', 'routeExecutionCompleted']) {
    expect(heard.filter((name) => name === once)).toHaveLength(1)
  }
  expect(await read(page, ({ host }) => host.broken)).toEqual([])

  await page.evaluate(() => (window as unknown as HostWindow).host.unmount())
  await expect(widget.root).toHaveCount(0)
  await expect.poll(() => read(page, ({ devWallet }) => devWallet.listenerCount())).toBe(0)
}

function read<Value>(page: Page, look: (host: HostWindow) => Value): Promise<Value> {
  return page.evaluate(`(${look})(window)`) as Promise<Value>
}
