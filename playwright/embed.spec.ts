import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { firstPageFiles } from '../scripts/build/embed-html.mjs'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { root, stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

const open = async (page: Page, path = '/embed.html') => {
  await page.goto(stackAddresses().playgroundUrl + path)
  const widget = new WidgetDriver(page.locator('#swap'))
  return widget
}

test('the script adds one global and restyles nothing on the page', async ({ page }) => {
  await page.route('**/embed.html', async (route) => {
    const html = await (await route.fetch({ maxRetries: 2 })).text()
    const withoutScripts = html.replace(/<script type="module"( src="\/embed[^>]*)?>[\s\S]*?<\/script>/g, '')
    await route.fulfill({ contentType: 'text/html', body: withoutScripts })
  })
  await open(page)
  await expect.poll(() => page.evaluate(() => 'devWallet' in window)).toBe(true)
  const before = await page.evaluate(getPageStyles)

  await page.unrouteAll()
  const widget = await open(page)
  await expect(widget.amount).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'devWallet' in window)).toBe(true)
  const after = await page.evaluate(getPageStyles)

  expect(after.styles).toEqual(before.styles)
  expect(after.head.filter((child) => !child.includes('/embed/sluice.js'))).toEqual(before.head)
  expect(after.globals.filter((name) => !before.globals.includes(name))).toEqual(['Sluice'])
})

test('the page’s CSS styles the parts of the widget by name and by state', async ({ page }) => {
  const widget = await open(page)
  await expect(widget.amount).toBeVisible()
  await page.addStyleTag({
    content: `
      #swap > *::part(panel-input) { background: rgb(1, 2, 3) }
      #swap > *::part(main-button-primary) { text-transform: uppercase }
      #swap > *::part(main-button-disabled) { text-transform: lowercase }`,
  })
  await expect(page.locator('#swap [data-part="panel-input"]')).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  await expect(widget.button('Connect wallet')).toHaveCSS('text-transform', 'uppercase')
})

test('a classic script tag works and adds nothing else', async ({ page }) => {
  await page.route('**/embed.html', async (route) => {
    const html = await (await route.fetch({ maxRetries: 2 })).text()
    await route.fulfill({
      contentType: 'text/html',
      body: html.replace('<script type="module" src="/embed', '<script src="/embed'),
    })
  })
  await page.addInitScript(() => Object.assign(window, { before: Object.keys(window) }))
  const widget = await open(page)
  await expect(widget.amount).toBeVisible()
  const added = await page.evaluate(() => {
    const { before } = window as unknown as { before: string[] }
    return Object.keys(window).filter((name) => !before.includes(name))
  })
  expect(added.filter((name) => !['before', 'devWallet'].includes(name))).toEqual(['Sluice'])
})

test.describe(() => {
  test.use({ expectedPageError: /cannot load its chunks|Sluice is not defined/ })

  for (const tag of ['script', 'script crossorigin']) {
    test(`a classic <${tag}> of another origin ${tag === 'script' ? 'throws an error with the correct tag' : 'works'}`, async ({
      page,
    }) => {
      await page.route('http://cdn.test/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        const response = await route.fetch({ url: stackAddresses().playgroundUrl + pathname })
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'access-control-allow-origin': '*' },
        })
      })
      await page.route('**/embed.html', async (route) => {
        const html = await (await route.fetch({ maxRetries: 2 })).text()
        const changed = html.replace(
          '<script type="module" src="/embed',
          `<${tag} src="http://cdn.test/embed`,
        )
        await route.fulfill({ contentType: 'text/html', body: changed })
      })
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const widget = await open(page)
      if (tag === 'script') await expect.poll(() => errors.join()).toMatch(/type="module" or crossorigin/)
      else await expect(widget.amount).toBeVisible()
    })
  }
})

test('the aggressive stylesheet of the page restyles nothing in the widget', async ({ page }) => {
  const widget = await open(page)
  await expect(widget.button('Connect wallet')).toBeVisible()
  const styles = await widget.button('Connect wallet').evaluate((button) => {
    const { backgroundColor, textTransform, letterSpacing, borderRadius } = getComputedStyle(button)
    return { backgroundColor, textTransform, letterSpacing, isRound: Number.parseFloat(borderRadius) > 4 }
  })
  expect(styles).toEqual({
    backgroundColor: 'rgb(10, 106, 99)',
    textTransform: 'none',
    letterSpacing: 'normal',
    isRound: true,
  })
  await expect(widget.amount).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('the widget accepts an amount and shows a price before the wallet code has loaded', async ({ page }) => {
  const needed = new Set(firstPageFiles(join(root, 'dist/embed')))
  const held: Route[] = []
  await page.route('**/embed/*.js', (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (needed.has(file) || file.startsWith('responses-')) return route.continue()
    held.push(route)
    return undefined
  })
  const widget = await open(page)
  await widget.type('100')
  await expect(widget.output).toHaveValue(/0\.0[0-9]+$/)

  await Promise.all(held.splice(0).map((route) => route.continue()))
  await page.unroute('**/embed/*.js')
  await widget.connect()
  await expect(widget.amount).toHaveValue('100')
})

test('the widget shows another page only with its styles', async ({ page }) => {
  const held: Route[] = []
  await page.route('**/embed/page-styles-*.js', (route) => void held.push(route))
  const widget = await open(page)
  await widget.button('Settings').click()
  await expect.poll(() => held.length).toBe(1)
  const choice = widget.root.getByRole('radio').first()
  await expect(choice).toBeHidden()
  await held[0]?.continue()
  await expect(choice).toBeVisible()
  const rules = await page.locator('#swap').evaluate((host) => {
    const sheets = host.shadowRoot?.adoptedStyleSheets ?? []
    return sheets.map(({ cssRules }) => cssRules.length)
  })
  expect(Math.min(...rules)).toBeGreaterThan(0)
})

test('the widget sends requests only to configured origins', async ({ page }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  const widget = await open(page)
  await widget.type('100')
  await widget.connect()
  await expect(widget.button('Review swap')).toBeVisible()
  const { playgroundUrl, serviceUrl } = stackAddresses()
  const { chains, logoHost } = manifest()
  const named = [playgroundUrl, serviceUrl, `http://${logoHost}`, ...chains.map(({ rpcUrl }) => rpcUrl)]
  const known = new Set(named.map((url) => new URL(url).origin))
  expect([...origins].filter((origin) => !known.has(origin) && origin !== 'null')).toEqual([])
})

test('an invalid config is reported to the page with path and value', async ({ page }) => {
  const widget = await open(page)
  await expect(widget.amount).toBeVisible()
  const reported = await page.evaluate(async () => {
    const place = document.createElement('div')
    document.body.append(place)
    const handle = window.Sluice.create(place, { integrator: 'me', baseUrl: 'nowhere' } as never)
    const message = await handle.ready.then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    handle.destroy()
    return { message, left: place.childNodes.length }
  })
  expect(reported.message).toMatch(/expected .*, received/)
  expect(reported.left).toBe(0)
})

test.describe(() => {
  test.use({ expectedPageError: /^The widget is not set up correctly/ })

  test('an element with an invalid config starts when the config is corrected', async ({ page }) => {
    await expect((await open(page)).amount).toBeVisible()
    const reported = page.waitForEvent('pageerror')
    await page.evaluate(async () => {
      const element = document.createElement('sluice-swap')
      element.id = 'mended'
      element.setAttribute('integrator', 'me')
      document.querySelector('#swap')?.replaceWith(element)
    })
    expect((await reported).message).toContain('chains: expected at least one chain, received nothing')
    await expect(page.locator('#mended').getByRole('alert').locator('[lang=en]')).toHaveText([
      'The swap could not be loaded.',
      'Please tell the owner of this site.',
    ])
    await page.evaluate(async () => {
      const { localConfig } = (await import('/local-config.js' as string)) as {
        localConfig(chain: string): Promise<unknown>
      }
      Object.assign(document.querySelector('#mended') ?? {}, { config: await localConfig('ethereum') })
    })
    await expect(new WidgetDriver(page.locator('#mended')).amount).toBeVisible()
  })
})

test('two widgets on a page are isolated', async ({ page }) => {
  await open(page, '/embed-two.html')
  const first = new WidgetDriver(page.locator('#first'))
  const second = new WidgetDriver(page.locator('#second'))
  await first.type('250')
  await second.type('3')
  await expect(first.output).toHaveValue(/0\.[0-9]+$/)
  await expect(second.output).toHaveValue(/0\.00[0-9]+$/)
  await expect(first.amount).toHaveValue('250')
  await expect(second.amount).toHaveValue('3')

  await first.connect()
  await expect(second.button('Connect wallet')).toBeVisible()
  await expect(page.locator('#first-log')).toContainText('walletConnected')
  await expect(page.locator('#second-log')).not.toContainText('walletConnected')

  await expect(first.root.locator('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', 'light')
  await expect(second.root.locator('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', 'dark')

  await page.locator('#remove-first').click()
  await expect(page.locator('#first')).toBeEmpty()
  await second.type('4')
  await expect(second.amount).toHaveValue('4')
})

test('a destroyed widget leaves no element, polling timer or listener', {
  tag: '@proof',
}, async ({ page }) => {
  await open(page, '/embed-two.html')
  const first = new WidgetDriver(page.locator('#first'))
  const second = new WidgetDriver(page.locator('#second'))
  await first.type('250')
  await first.connect()
  await second.type('3')
  await expect(second.output).toHaveValue(/0\.00[0-9]+$/)

  await page.locator('#second').evaluate((element) => element.remove())
  await page.locator('#remove-first').click()
  await expect(page.locator('#first')).toBeEmpty()
  const { serviceUrl } = stackAddresses()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.waitForTimeout(11_000)
  expect(requested.filter((url) => url.startsWith(serviceUrl))).toEqual([])
  const listeners = await page.evaluate(() =>
    (window as unknown as { devWallet: { listenerCount(): number } }).devWallet.listenerCount(),
  )
  expect(listeners).toBe(0)
})

test('a moved element keeps working', async ({ page }) => {
  await open(page, '/embed-two.html')
  const second = new WidgetDriver(page.locator('#second'))
  await expect(second.amount).toBeVisible()
  await page.evaluate(() => {
    const element = document.querySelector('#second')
    const first = document.querySelector('#first')
    if (element && first) first.before(element)
  })
  await second.type('3')
  await expect(second.output).toHaveValue(/0\.00[0-9]+$/)
})

/** Returns the styles of the page that an embedded script could change. Runs in the page. */
function getPageStyles() {
  const getStyles = (selector: string) => {
    const element = document.querySelector(selector)
    if (!element) return undefined
    const style = getComputedStyle(element)
    // Excludes sizes, which depend on the size of the widget.
    const isLook = (name: string) => !/size|width|height|origin|^(top|left|right|bottom|inset)/.test(name)
    return Object.fromEntries([...style].filter(isLook).map((name) => [name, style.getPropertyValue(name)]))
  }
  return {
    styles: ['html', 'body', 'h1', 'p', 'a', '#host-button', '#host-input'].map(getStyles),
    head: [...document.head.children].map((child) => child.outerHTML),
    globals: Object.keys(window),
  }
}

test('the handle fills the form, even before the widget has loaded, and rejects invalid fields', async ({
  page,
}) => {
  await open(page)
  const refused = await page.evaluate(async () => {
    const { localConfig } = await import('/local-config.js' as string)
    const target = document.createElement('div')
    target.id = 'filled'
    document.body.append(target)
    const handle = window.Sluice.create(target, await localConfig('ethereum'))
    await handle.setFields({ amount: '2.5' })
    return handle.setFields({ input: { token: 'ETH' } }).then(
      () => 'nothing',
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    )
  })
  await expect(new WidgetDriver(page.locator('#filled')).amount).toHaveValue('2.5')
  expect(refused).toMatch(/^CONFIG_INVALID .*input\.token/)
})
