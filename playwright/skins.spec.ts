import type { Page } from '@playwright/test'
import { formatAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { type FrameServer, startFrameServer } from './frame-server.ts'
import { driveSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import { openStrictPage, rpcOrigins } from './strict-page.ts'

let frames: FrameServer
test.beforeAll(async () => {
  frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
})
test.afterAll(() => frames.stop())

interface Surroundings {
  /** Sources that the page's policy allows in addition to its own scripts. */
  policy: () => string[]
  /**
   * True for skins that only `npm run proof` tests, because they are similar to another one.
   */
  isProof?: boolean
}

const getRequestSources = () => [
  `img-src data: http://${manifest().logoHost}`,
  `connect-src 'self' ${new URL(stackAddresses().serviceUrl).origin} ${rpcOrigins().join(' ')}`,
]
const withStyles = () => [...getRequestSources(), `style-src 'self'`]
const withoutStyles = () => [...getRequestSources(), `style-src 'none'`]

const PAGES: Record<Skin, Surroundings> = {
  'the React component': { isProof: true, policy: withStyles },
  'the React component in a shadow root': { policy: withStyles },
  create: { policy: withoutStyles },
  'the element': { isProof: true, policy: withoutStyles },
  'a frame': {
    // The frame sends the requests to the service.
    policy: () => [
      `connect-src 'self' ${rpcOrigins().join(' ')}`,
      `frame-src ${frames.url}`,
      `style-src 'none'`,
    ],
  },
}

interface HostWindow {
  receivedEvents: string[]
  reviewedTokens: string[]
  violations: string[]
  config: object
  swap: ReturnType<typeof window.Sluice.create>
  devWallet: { listenerCount(): number }
}
const read = <Value>(page: Page, look: (host: HostWindow) => Value): Promise<Value> =>
  page.evaluate(`(${look})(window)`) as Promise<Value>

/** The events that every skin emits for a swap. */
const STORY = [
  'pageEntered',
  'formFieldChanged',
  'walletConnected',
  'routeSelected',
  'reviewPageEntered',
  'routeExecutionStarted',
  'routeExecutionCompleted',
]

for (const skin of Object.keys(SKINS) as Skin[]) {
  const { policy, isProof } = PAGES[skin]
  const tag = isProof ? ['@proof'] : []
  test(`${skin}: config, price, swap and events work under a strict policy`, { tag }, async ({ page }) => {
    await openStrictPage(page, {
      policy: policy(),
      code: `
        window.receivedEvents = []
        window.reviewedTokens = []
        window.config = {
          ...(await localConfig('ethereum')),
          theme: 'dark',
          themeTokens: { accent: '#7700cc' },
          messages: { 'swap.title': 'Trade' },
          hooks: { onBeforeSwap: ({ outputToken }) => { reviewedTokens.push(outputToken.symbol) } },
        }
        const { config } = window
        const frameUrl = '${frames.url}/frame.html'
        const place = document.querySelector('#swap')
        window.swap = ${SKINS[skin]}
        swap.onAny(({ name }) => receivedEvents.push(name))`,
    })
    const widget = driveSkin(page, skin)
    await expect(widget.heading('Trade')).toBeVisible()
    const root = widget.root.locator('[data-sluice-root]')
    await expect(root).toHaveAttribute('data-sluice-theme', 'dark')
    await expect(widget.button('Connect wallet')).toHaveCSS('background-color', 'rgb(119, 0, 204)')

    await read(page, ({ swap }) => swap.setFields({ amount: '321.5' }))
    await expect(widget.amount).toHaveValue('321.5')
    await expect(widget.output).toHaveValue(/^0\.[0-9]+$/)
    await page.evaluate(() => {
      const { swap, config } = window as unknown as HostWindow
      swap.update({ ...config, theme: 'light', messages: { 'swap.title': 'Exchange' } } as never)
    })
    await expect(widget.heading('Exchange')).toBeVisible()
    await expect(root).toHaveAttribute('data-sluice-theme', 'light')

    const chain = new ChainClient()
    const owner = manifest().accounts[0]!.address
    await widget.connect()
    const before = await chain.balance('WETH', owner)
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect(await widget.received()).toBe(formatAmount((await chain.balance('WETH', owner)) - before, 18))
    expect(await read(page, ({ reviewedTokens }) => reviewedTokens)).toContain('WETH')
    const receivedEvents = await read(page, ({ receivedEvents }) => receivedEvents)
    expect([...new Set(receivedEvents)].filter((event) => STORY.includes(event))).toEqual(STORY)
    expect(receivedEvents.filter((event) => event === 'routeExecutionCompleted')).toHaveLength(1)
    expect(await read(page, ({ violations }) => violations)).toEqual([])

    await read(page, ({ swap }) => swap.destroy())
    await expect(root).toHaveCount(0)
    await expect.poll(() => read(page, ({ devWallet }) => devWallet.listenerCount())).toBe(0)
  })
}
