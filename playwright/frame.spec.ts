import type { Page } from '@playwright/test'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { type FrameServer, startFrameServer } from './frame-server.ts'
import { stackAddresses } from './stack.ts'
import { openStrictPage, rpcOrigins } from './strict-page.ts'
import { WidgetDriver } from './widget.ts'

/** A frame that sends requests which no swap needs, and shows the responses. */
const HOSTILE = `<!doctype html><body><script>
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data.sluice !== 'connect') return
    const results = {}
    port.onmessage = ({ data: { id, value, error } }) => {
      if (id === undefined) return
      results[id] = error ? error.code + ' ' + error.message : value
      document.body.textContent = JSON.stringify(results)
    }
    const ask = (id, method, wallet = 'dev.sluice.wallet') =>
      port.postMessage({ id, name: 'walletRequest', value: { wallet, method, params: [] } })
    ask('sign', 'eth_sign')
    ask('text', 'personal_sign')
    ask('name', 'toString', '__proto__')
    port.postMessage({ id: 'run', name: 'constructor', value: {} })
    port.postMessage({ name: 'size', value: { block: 1e9 } })
    port.postMessage({ name: 'event', value: { name: 'routeExecutionCompleted', payload: 'unsigned' } })
    const opens = { id: 'e', sequence: 1, timestamp: 't', name: 'dialogToggled', payload: true }
    port.postMessage({ name: 'event', value: opens })
    parent.postMessage({ name: 'event' }, '*')
  })
</script>`

let server: FrameServer
const origin = () => new URL(stackAddresses().playgroundUrl).origin

test.beforeAll(async () => {
  server = await startFrameServer({
    parents: [origin()],
    pages: { 'hostile.html': HOSTILE, 'sibling.html': '<!doctype html><title>Sibling</title>' },
  })
})
test.afterAll(() => server.stop())

/**
 * Opens the page of the script tag with a policy, and with this code instead of its own. The widget
 * sends its requests from the frame.
 */
async function open(page: Page, code: string, url?: string): Promise<WidgetDriver> {
  const policy = [
    `connect-src 'self' ${rpcOrigins().join(' ')}`,
    `frame-src ${server.url}`,
    `style-src 'none'`,
  ]
  await openStrictPage(page, { code, policy, ...(url && { url }) })
  return new WidgetDriver(page.locator('#swap').locator('iframe').contentFrame().locator('body'))
}

const create = (config = '') => `
  window.receivedEvents = []
  window.reviewedTokens = []
  const config = {
    ...(await localConfig('ethereum')),
    hooks: { onBeforeSwap: ({ outputToken }) => { reviewedTokens.push(outputToken.symbol) } },
    ${config}
  }
  window.swap = Sluice.create('#swap', config, { isolation: 'frame', frameUrl: '${server.url}/frame.html' })
  swap.on('*', (name, payload) => receivedEvents.push(name))
`

interface HostWindow {
  receivedEvents: string[]
  reviewedTokens: string[]
  violations: string[]
  swap: ReturnType<typeof window.Sluice.create>
  devWallet: {
    requests: { method: string }[]
    listenerCount(): number
    setAccounts(accounts: string[]): void
  }
}
const read = <Value>(page: Page, look: (host: HostWindow) => Value): Promise<Value> =>
  page.evaluate(`(${look})(window)`) as Promise<Value>

test('a cross-origin frame grows with the widget and has only the wallets of the page', async ({ page }) => {
  const widget = await open(page, create())
  await expect(widget.amount).toBeVisible()
  await read(page, ({ swap }) => swap.setFields({ amount: '17.5' }))
  await expect(widget.amount).toHaveValue('17.5')
  expect(
    await read(page, ({ swap }) =>
      swap.setFields({ input: { token: 'ETH' } }).then(
        () => 'nothing',
        (error: unknown) => (error as { code: string }).code,
      ),
    ),
  ).toBe('CONFIG_INVALID')

  // The frame has the height of the widget and only the wallets of the page.
  await widget.openWallets()
  await expect(widget.root.getByRole('button', { name: 'Dev Wallet' })).toHaveCount(1)
  const fits = () =>
    page
      .locator('#swap')
      .locator('iframe')
      .evaluate((frame) => Math.round(frame.getBoundingClientRect().height))
  const needed = () => widget.root.evaluate((body) => Math.round(body.scrollHeight))
  await expect.poll(async () => (await fits()) - (await needed())).toBe(0)
  await widget.button('Dev Wallet').click()
  await expect(widget.button(/^Wallet 0x/)).toBeVisible()

  // An account change in the wallet reaches the frame.
  const [, second = ''] = manifest().accounts.map(({ address }) => address)
  await page.evaluate((address) => {
    const { devWallet } = window as unknown as HostWindow
    devWallet.setAccounts([address])
  }, second)
  await expect(widget.button(new RegExp(`^Wallet ${second.slice(0, 6)}`, 'i'))).toBeVisible()

  expect(await read(page, ({ violations }) => violations)).toEqual([])
  await read(page, ({ swap }) => swap.destroy())
  await expect(page.locator('#swap')).toBeEmpty()
  expect(await read(page, ({ devWallet }) => devWallet.listenerCount())).toBe(0)
})

test('a recipient can be chosen in a frame that may not submit forms', async ({ page }) => {
  const widget = await open(page, create(`recipient: 'required',`))
  const recipient = manifest().accounts[5]!.address
  await widget.button('Add recipient').click()
  await widget.root.getByRole('textbox', { name: 'Recipient address' }).fill(recipient)
  await widget.button('Use this address').click()
  await expect(widget.amount).toBeVisible()
  await expect(widget.root).toContainText(recipient.slice(-4))
})

test('the host can stop a swap in a frame, and unsupported fields are reported', async ({ page }) => {
  const widget = await open(page, create(`hooks: { onBeforeSwap: () => false },`))
  await widget.connect()
  await widget.type('50')
  await widget.review()
  await widget.confirm()
  await expect(widget.notice('This site stopped the swap')).toBeVisible()
  const refused = await page.evaluate(
    async ([url = '', own = '']) => {
      const { localConfig } = await import('/local-config.js' as string)
      const config = await localConfig('ethereum')
      const message = (fields: object, frameUrl: string) =>
        window.Sluice.create('#log', { ...config, ...fields }, { isolation: 'frame', frameUrl }).ready.then(
          () => 'nothing',
          (error: Error) => error.message,
        )
      return [await message({ connectors: [] }, url), await message({}, own)]
    },
    [`${server.url}/frame.html`, '/embed/frame.html'],
  )
  expect(refused[0]).toMatch(/connectors: expected nothing in a frame/)
  expect(refused[1]).toMatch(/frameUrl: expected the URL of `frame.html` at another origin/)
})

test('a modal dialog in a frame covers the page and closes again', async ({ page }) => {
  await openAndCloseModal(page)
})

// A headless browser does not report to the page that it has the focus again.
test('a modal dialog in a frame returns the focus @proof', async ({ page }) => {
  await openAndCloseModal(page)
  await expect(page.locator('#host-button')).toBeFocused()
})

async function openAndCloseModal(page: Page): Promise<void> {
  const widget = await open(page, create(`mode: 'modal',`))
  await expect(page.locator('#swap').locator('iframe')).toBeHidden()
  await page.locator('#host-button').focus()
  await read(page, ({ swap }) => swap.open())
  await widget.type('4')
  const frame = page.locator('#swap').locator('iframe')
  const { width, height } = page.viewportSize() ?? {}
  await expect.poll(() => frame.boundingBox()).toMatchObject({ x: 0, y: 0, width, height })
  await page.keyboard.press('Escape')
  await expect(frame).toBeHidden()
}

test.describe('security of the frame', () => {
  test('a page of a forbidden origin gets no widget and shows the reason', async ({ page }) => {
    await page.route('http://stranger.test/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: stackAddresses().playgroundUrl + pathname }) })
    })
    // Simulates a browser older than `frame-ancestors`, which would block the page earlier.
    await page.route('**/frame.html', async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
    })
    const widget = await open(
      page,
      `${create()}\nswap.ready.catch(({ code, message }) => receivedEvents.push(code + ' ' + message))`,
      'http://stranger.test',
    )
    await expect
      .poll(() => read(page, ({ receivedEvents }) => receivedEvents))
      .toEqual([expect.stringMatching(/^FORBIDDEN http:\/\/stranger.test is not among the pages/)])
    await expect(widget.amount).toHaveCount(0)
  })

  test('a frame accepts a config only from its parent window', async ({ page }) => {
    await open(
      page,
      `document.querySelector('#swap').append(
      Object.assign(document.createElement('iframe'), { src: '${server.url}/frame.html' }),
      Object.assign(document.createElement('iframe'), { src: '${server.url}/sibling.html' }),
    )`,
    )
    await expect.poll(() => page.frames().length).toBe(3)
    const sibling = page.frames().find((frame) => frame.url().endsWith('sibling.html'))
    await sibling?.waitForLoadState()
    const connect = (from: Window, index: number) => {
      const { port1, port2 } = new MessageChannel()
      const answered = new Promise<string>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data.error?.message ?? 'an answer')
        setTimeout(() => resolve('nothing'), 1_500)
      })
      from.frames[index]?.postMessage({ sluice: 'connect' }, '*', [port2])
      port1.postMessage({ id: 1, name: 'mount', value: { data: {}, functions: [] } })
      return answered
    }
    expect(await sibling?.evaluate(`(${connect})(parent, 0)`)).toBe('nothing')
    expect(await page.evaluate(`(${connect})(window, 0)`)).toMatch(/not set up correctly/)
  })

  test('a frame cannot send wallet requests that a swap does not need', async ({ page }) => {
    const widget = await open(page, create().replace('frame.html', 'hostile.html'))
    await expect(widget.root).toContainText('run')
    const results = JSON.parse((await widget.root.textContent()) ?? '') as Record<string, string>
    expect(results.sign).toBe('4200 A frame may not request eth_sign')
    expect(results.text).toBe('4200 A frame may not request personal_sign')
    expect(results.name).toMatch(/^4900/)
    expect(results.run).toMatch(/No handler "constructor"/)
    expect(await read(page, ({ receivedEvents }) => receivedEvents)).toEqual([])
    expect(await read(page, ({ devWallet }) => devWallet.requests)).toEqual([])
    // The frame covers nothing on the page.
    await expect(page.locator('#swap').locator('dialog[open]')).toHaveCount(0)
    const { height = 0 } = (await page.locator('#swap').locator('iframe').boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(5_000)
  })
})
