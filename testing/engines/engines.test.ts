import { formatUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { findEngines } from '../../scripts/install/engines.mjs'
import { buildWhenStale } from '../../scripts/testing/build-when-stale.ts'
import { readEnvironment } from '../../service/config/environment.ts'
import { type Service, startService } from '../../service/start-service.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { EngineBrowser } from './engine-browser.ts'
import { launchFirefox } from './launch-firefox.ts'
import { launchWebKit } from './launch-webkit.ts'
import { type SwapPageServer, serveSwapPage } from './serve-swap-page.ts'
import { WidgetOnPage } from './widget-on-page.ts'

const { firefox, webkit } = findEngines()
const ENGINES = [
  { name: 'Firefox', launch: firefox && (() => launchFirefox(firefox)) },
  { name: 'WebKitGTK', launch: webkit && (() => launchWebKit(webkit)) },
]

/** Long enough for a machine ten times slower. */
const TEST_MS = 600_000
const OUTPUT = { role: 'textbox', name: 'Amount you receive' } as const
const hasAmount = ({ value = '' }) => /^[1-9][0-9,]*\.[0-9]+$/.test(value)

let devnet: TestDevnet
let service: Service
let page: SwapPageServer

describe.runIf(ENGINES.some(({ launch }) => launch))('another browser engine', () => {
  beforeAll(async () => {
    buildWhenStale('embed')
    // Blocks follow the clock, because the pages compute deadlines from theirs.
    devnet = await startTestDevnet({ blockSeconds: 1, now: undefined })
    service = await startService(devnet.serviceConfig, {
      ...readEnvironment({ SLUICE_LOG_LEVEL: 'silent' }),
      port: 0,
      dataDir: undefined,
    })
    await service.ready
    page = await serveSwapPage(createPageOptions())
  })
  afterAll(async () => {
    await page?.stop()
    await service?.stop()
    await devnet?.stop()
  })

  describe.each(ENGINES)('$name', { timeout: TEST_MS }, ({ launch }) => {
    let browser: EngineBrowser
    let widget: WidgetOnPage

    beforeAll(async () => {
      if (launch) browser = await launch()
      widget = new WidgetOnPage(browser)
    })
    afterAll(async () => {
      await browser?.stop()
    })

    it.runIf(launch)('completes a swap from the empty form to the receipt', async () => {
      const chain = devnet.chain()
      const { decimals } = chain.token('USDC')
      await browser.open(page.url)
      await widget.type('Amount you pay', '0.25')
      await widget.find(OUTPUT, hasAmount)

      await widget.click({ role: 'button', name: 'Connect wallet' })
      await widget.click({ role: 'button', name: 'Dev Wallet' })
      const before = await chain.balanceOf('USDC', chain.account())
      await widget.click({ role: 'button', name: 'Review swap' })
      await widget.find({ role: 'heading', name: 'Review swap' })
      await widget.click({ role: 'button', name: 'Confirm swap' })
      await widget.find({ role: 'heading', name: 'Swap complete' })

      const gained = (await chain.balanceOf('USDC', chain.account())) - before
      expect(gained).toBeGreaterThan(0n)
      expect(await widget.received()).toBe(formatUnits(gained, decimals))
    })

    it.runIf(launch)('opens a modal dialog with a form that takes an amount', async () => {
      await browser.open(`${page.url}?mode=modal`)
      await browser.evaluate('document.querySelector("#open").click()')
      await widget.type('Amount you pay', '0.5')
      await widget.find(OUTPUT, hasAmount)
      expect((await widget.find({ role: 'dialog', name: 'Swap' })).height).toBeGreaterThan(400)
    })

    it.runIf(launch)(
      'shows amount fields of 44 px, and no focus ring on a heading after a click',
      async () => {
        await browser.open(page.url)
        // The field of the placeholder is higher.
        for (const name of ['Amount you pay', 'Amount you receive'])
          await widget.find({ role: 'textbox', name }, ({ height }) => height === 44)
        await widget.click({ role: 'button', name: 'Settings' })
        await widget.find({ role: 'heading', name: 'Settings' })
        const outline = `getComputedStyle(root.querySelector('h2')).outlineStyle`
        expect(await widget.read(outline)).toBe('none')
      },
    )

    it.runIf(launch)('opens a drawer that covers the place of the scroll bar', async () => {
      await browser.open(`${page.url}?mode=drawer`)
      await browser.evaluate('document.body.style.height = "3000px"')
      const before = await browser.evaluate(
        'return document.querySelector("h1").getBoundingClientRect().width',
      )
      await browser.evaluate('document.querySelector("#open").click()')
      await widget.find({ role: 'dialog', name: 'Swap' })
      const strip = `innerWidth - root.querySelector('dialog').getBoundingClientRect().right`
      await expect.poll(() => widget.read(strip)).toBe(0)
      const after = await browser.evaluate(
        'return document.querySelector("h1").getBoundingClientRect().width',
      )
      expect(after).toBe(before)
    })
  })
})

function createPageOptions(): Parameters<typeof serveSwapPage>[0] {
  const chain = devnet.chain()
  const { id, name, label, rpcUrl, widget } = chain.manifest
  const origin = `http://127.0.0.1:${service.port}`
  return {
    config: {
      integrator: 'sluice-tests',
      apiKey: 'dev-enterprise',
      baseUrl: `${origin}/router`,
      tokensUrl: `${origin}/tokens`,
      exchangeRatesUrl: `${origin}/rates`,
      chains: [{ id, name, label, rpcUrls: [rpcUrl], ...widget }],
      input: { token: NATIVE_TOKEN },
      output: { token: chain.token('USDC').address },
    },
    wallet: { rpcUrls: { [id]: rpcUrl }, accounts: [chain.account()], chainId: id },
  }
}
