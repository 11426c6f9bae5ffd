import type { Page } from '@playwright/test'
import { ButtonWatch } from './button-watch.ts'
import { ChainClient, manifest } from './chain.ts'
import { DelayedResponses } from './delayed-responses.ts'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

// Every run tests the widths 375 and 1280; `npm run proof` adds the tablet.
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true }
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }

/** Opens a page that reserves space for each widget, as documented. Each widget sells USDC for `output`. */
async function openHost(page: Page, ids: readonly string[], output: string): Promise<WidgetDriver[]> {
  const places = ids.map((id) => `<div id="${id}" class="swap"></div><p>Content below ${id}</p>`)
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Host</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>.swap { min-block-size: 548px } @media (pointer: coarse) { .swap { min-block-size: 575px } }</style>
        <script type="module" src="/dev-wallet.js"></script>
        <script type="module" src="/embed/sluice.js"></script></head>
        <body><h1>Host</h1>${places.join('')}<script type="module">
          import { localConfig } from '/local-config.js'
          const [config, other, manifest] = await Promise.all([
            localConfig('ethereum'), localConfig('base'), fetch('/devnet/manifest.json').then((read) => read.json()),
          ])
          const token = manifest.chains[0].tokens.find(({ symbol }) => symbol === '${output}').address
          for (const id of ${JSON.stringify(ids)}) Sluice.create('#' + id, {
            ...config, integrator: id, chains: [{ ...config.chains[0], label: 'Ethereum' }, ...other.chains], output: { token },
            yieldUrl: config.baseUrl.replace('/router', '/yield'),
          })
        </script></body></html>`,
    }),
  )
  await page.goto(`${stackAddresses().playgroundUrl}/host.html`)
  return ids.map((id) => new WidgetDriver(page.locator(`#${id}`)))
}

/** Stores a swap that another tab has sent. The widget reads it from the browser's storage. */
async function sendInAnotherTab(page: Page, inputAmount: string): Promise<void> {
  const chain = new ChainClient()
  const account = manifest().accounts[0]!.address
  const toToken = (symbol: string) => {
    const { address, decimals } = chain.token(symbol)
    return { chainId: chain.chain.id, address, symbol, decimals }
  }
  const entry = {
    id: `elsewhere-${inputAmount}`,
    status: 'pending',
    chainId: chain.chain.id,
    account,
    receiver: account,
    inputToken: toToken('USDC'),
    outputToken: toToken('aEthUSDC'),
    inputAmount,
    indicative: inputAmount,
    approvalHashes: [],
    startedAt: Date.now(),
    hash: `0x${inputAmount.padStart(64, '0')}`,
  }
  await page.evaluate((added) => {
    const key = 'sluice:swap:activity'
    const { entries = [] } = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ version: 1, entries: [...entries, added] }))
    dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
  }, entry)
}

for (const device of [PHONE, TABLET, DESKTOP]) {
  test.describe(() => {
    test.use(device)

    test(`the main button of form and review does not move while responses arrive late (${device.viewport.width}px)`, {
      tag: device === TABLET ? '@proof' : [],
    }, async ({ page }) => {
      const watch = new ButtonWatch(page)
      const responses = new DelayedResponses(page)
      await watch.begin()
      await responses.begin()
      responses.hold('tokens', 'prices', 'rates', 'balances', 'decimals', 'pool prices', 'yields')
      const [widget] = (await openHost(page, ['swap'], 'aEthUSDC')) as [WidgetDriver]
      await expect(widget.main).toBeVisible()
      await watch.happen('the tokens', () => responses.release('tokens'))
      await expect(widget.tokenButtons('pay')).toContainText('USDC')
      expect((await watch.read()).shift, (await watch.read()).shifted.join('\n')).toBeLessThan(0.01)

      await watch.act(() => widget.connect())
      await watch.act(() => widget.type('100'))
      await watch.happen('the price', () => responses.release('prices'))
      await expect(widget.button('Review swap')).toBeVisible()
      for (const kind of ['rates', 'decimals', 'pool prices', 'balances'] as const) {
        await watch.happen(kind, () => responses.release(kind))
      }
      await expect(widget.button(/^Max: pay all/)).toBeVisible()
      await watch.happen('a swap in another tab', () => sendInAnotherTab(page, '7000000'))
      await expect(widget.notice('7 USDC for aEthUSDC')).toBeVisible()

      responses.hasNoNative = true
      responses.hold('balances')
      await watch.act(() =>
        page.evaluate((account) => {
          const { devWallet } = window as unknown as { devWallet: { setAccounts(all: string[]): void } }
          devWallet.setAccounts([account])
        }, manifest().accounts[0]!.address),
      )
      await watch.act(() => widget.review())
      await watch.act(() => widget.root.getByRole('checkbox', { name: /^I compared/ }).check())
      const confirm = widget.button(/^(Confirm|Sign and|Approve and)/)
      await expect(confirm).not.toHaveAttribute('aria-disabled')
      await watch.happen('balances', () => responses.release('balances'))
      await watch.happen('yields', () => responses.release('yields'))
      await expect(widget.root.getByText('APY of aEthUSDC, recent')).toBeVisible()
      await watch.happen('the same swap in another tab', () => sendInAnotherTab(page, '100000000'))
      await expect(widget.root.getByRole('checkbox', { name: /twice|again|second/i })).toBeVisible()
      await expect(confirm).toHaveAttribute('aria-disabled')
      expect((await watch.read()).moves).toEqual([])
    })
  })
}

test.describe(() => {
  test.use(PHONE)

  test('two widgets on a phone do not move each other while they load and when a price arrives', async ({
    page,
  }) => {
    const watch = new ButtonWatch(page)
    const responses = new DelayedResponses(page)
    await watch.begin()
    await responses.begin()
    responses.hold('tokens', 'prices', 'rates')
    const [first, second] = (await openHost(page, ['first', 'second'], 'WETH')) as [
      WidgetDriver,
      WidgetDriver,
    ]
    await expect(second.main).toBeVisible()
    await watch.happen('the tokens', () => responses.release('tokens'))
    await expect(second.tokenButtons('pay')).toContainText('USDC')
    await watch.act(() => first.type('100'))
    await watch.happen('the price', () => responses.release('prices'))
    await expect(first.button(/ = /)).toBeVisible()
    await watch.happen('the rates', () => responses.release('rates'))
    const { moves, shift, shifted } = await watch.read()
    expect(moves).toEqual([])
    expect(shift, shifted.join('\n')).toBeLessThan(0.02)

    // Verifies the measurement: an element that pushes the page down is detected.
    await watch.happen('a push', () =>
      page.evaluate(() => {
        const pushing = document.createElement('div')
        pushing.style.blockSize = '300px'
        document.body.prepend(pushing)
      }),
    )
    expect((await watch.read()).moves.length).toBeGreaterThan(0)
    expect((await watch.read()).shift).toBeGreaterThan(0.1)
  })
})
