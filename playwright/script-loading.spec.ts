import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page, Route } from '@playwright/test'
import { createSnippet } from '../scripts/build/embed-html.mjs'
import { expect, test } from './fixtures.ts'
import { root, stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

const CDN = 'http://cdn.test/sluice/1.0.0/'
const snippet = () => createSnippet(join(root, 'dist/embed'), CDN).html
const tag = `<script type="module" src="${CDN}sluice.js" crossorigin></script>`
const autoTag = tag.replace('></script>', ' data-auto="swap"></script>')
const createWidget = `<script type="module">
  import { localConfig } from '/local-config.js'
  const config = await localConfig('ethereum')
  window.Sluice ??= { queue: [] }
  window.Sluice.queue.push((sluice) => (window.handle = sluice.create('#swap', config)))
</script>`

/**
 * Opens a page with some HTML. The script comes from another origin; `respond` may delay, alter or
 * abort a file.
 */
async function open(
  page: Page,
  html: string,
  respond?: (file: string, route: Route) => Promise<void> | undefined,
) {
  const requested: string[] = []
  await page.route(`${CDN}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    requested.push(file)
    const response = respond?.(file, route)
    if (response) return response
    await serve(route, file)
  })
  const { playgroundUrl } = stackAddresses()
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Host</title><body><div id="swap"></div>${html}`,
    }),
  )
  await page.goto(`${playgroundUrl}/host.html`, { waitUntil: 'commit' })
  return { requested, widget: new WidgetDriver(page.locator('#swap')) }
}

async function serve(route: Route, file: string, change = (code: string) => code): Promise<void> {
  const response = await route.fetch({ url: `${stackAddresses().playgroundUrl}/embed/${file}` })
  await route.fulfill({
    response,
    headers: { ...response.headers(), 'access-control-allow-origin': '*' },
    body: change(await response.text()),
  })
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('the snippet requests each first-page file once, before the tag has loaded', async ({ page }) => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { requested, widget } = await open(page, snippet() + createWidget, (file, route) =>
    file === 'sluice.js' ? late.then(() => serve(route, file)) : undefined,
  )
  await expect.poll(() => requested.some((file) => file.startsWith('first-page'))).toBe(true)
  arrive()
  await widget.type('100')
  await expect(widget.output).toHaveValue(/0\.0[0-9]+$/)
  expect(requested.filter((file) => file.startsWith('first-page'))).toHaveLength(1)
  expect(requested.filter((file) => file === 'sluice.js')).toHaveLength(1)
})

test('text typed before the form has loaded is kept, and typing can continue', async ({ page }) => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { widget } = await open(page, tag + createWidget, (file, route) =>
    file.startsWith('first-page') ? late.then(() => serve(route, file)) : undefined,
  )
  await widget.amount.pressSequentially('1,5', { delay: 50 })
  await expect(page.locator('#swap [data-sluice-root]')).toHaveCount(0)
  const early = await widget.amount.boundingBox()
  arrive()
  for (let typed = 0; typed < 20; typed += 1) {
    await page.keyboard.type(typed < 5 ? '1' : '0')
    await page.waitForTimeout(30)
  }
  const own = page.locator('#swap [data-sluice-root] [data-part="panel-input"] input')
  // Zeros beyond the decimals of the token are cut.
  await expect(own).toHaveValue(/^1\.5111110*$/)
  await expect(own).toBeFocused()
  const { start, length } = await own.evaluate((field: HTMLInputElement) => ({
    start: field.selectionStart,
    length: field.value.length,
  }))
  expect(start).toBe(length)
  await expect(widget.output).toHaveValue(/^0\.0[0-9]+$/)
  // In a wide page the panel of the form is wider.
  const panel = await page.locator('#swap [data-part="panel-input"]').boundingBox()
  expect({ ...panel, width: 0 }).toEqual({ ...early, width: 0 })
})

test('loading the form and a price causes no layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += Reflect.get(entry, 'value')
    })
    let total = 0
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { readShift: () => total })
  })
  const readShift = () => page.evaluate(() => (window as unknown as { readShift(): number }).readShift())
  const { widget } = await open(page, snippet() + createWidget)
  await expect(widget.main).toBeVisible()
  const before = await widget.main.boundingBox()
  await widget.type('100')
  await expect(widget.output).toHaveValue(/0\.0[0-9]+$/)
  await expect(widget.root.getByText(/^You lose /).filter({ visible: true })).toBeVisible()
  expect(await widget.main.boundingBox()).toEqual(before)
  expect(await readShift()).toBeLessThan(0.02)

  // Verifies the measurement: an element that pushes the form down is detected.
  await page.evaluate(() => {
    const pushing = document.createElement('div')
    pushing.style.blockSize = '300px'
    document.body.prepend(pushing)
  })
  await expect.poll(readShift).toBeGreaterThan(0.02)
})

test.describe(() => {
  test.use({ expectedPageError: /dynamically imported module|could not be loaded/ })

  for (const [name, expectedText] of [
    ['sluice', undefined],
    ['first-page', 'The swap could not be loaded'],
    ['settings-page', 'The swap could not be shown'],
  ] as const) {
    test(`a browser with the snippet runs no altered ${name}`, async ({ page }) => {
      let served = 0
      const { widget } = await open(page, snippet() + createWidget, (file, route) => {
        if (!file.startsWith(name)) return undefined
        served += 1
        return serve(route, file, (code) => `window.altered = true;${code}`)
      })
      if (name === 'settings-page') await widget.button('Settings').click()
      if (expectedText) await expect(widget.root.getByText(expectedText)).toBeVisible()
      await expect.poll(() => served).toBeGreaterThan(0)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => 'altered' in window)).toBe(false)
    })
  }

  test('the visitor can retry a failed load, and then the handle works', async ({ page }) => {
    let isDown = true
    const { widget } = await open(page, tag + createWidget, (file, route) =>
      isDown && file.startsWith('first-page') ? route.abort() : undefined,
    )
    await expect(widget.root.getByRole('alert')).toContainText('could not be loaded')
    expect(
      await page.evaluate(() =>
        (window as unknown as { handle: { ready: Promise<void> } }).handle.ready.catch(({ code }) => code),
      ),
    ).toBe('LOAD_FAILED')
    await widget.type('1.25')
    isDown = false
    await widget.button('Try again').click()
    const own = page.locator('#swap [data-sluice-root] [data-part="panel-input"] input')
    await expect(own).toHaveValue('1.25')
    await page.evaluate(() =>
      (window as unknown as { handle: { setFields(fields: object): Promise<void> } }).handle.setFields({
        amount: '7',
      }),
    )
    await expect(widget.amount).toHaveValue('7')
  })
})

test('the tag alone requests the first page immediately and mounts nothing', async ({ page }) => {
  const { requested } = await open(page, tag)
  await expect.poll(() => requested.some((file) => file.startsWith('first-page'))).toBe(true)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#swap')).toBeEmpty()
})

test('the tag may appear twice, and calls made before it loads are queued', async ({ page }) => {
  const twice = tag.replace('sluice.js', 'sluice.js?v=2')
  const { widget } = await open(page, createWidget + tag + twice, (file, route) =>
    file === 'sluice.js'
      ? new Promise<void>((resolve) => setTimeout(resolve, 500)).then(() => serve(route, file))
      : undefined,
  )
  await expect(widget.amount).toBeVisible()
  await expect(page.locator('[data-sluice-host]')).toHaveCount(1)
})

test('an element with data-auto becomes a widget and dispatches its events', async ({ page }) => {
  const { serviceUrl, playgroundUrl } = stackAddresses()
  const { rpcUrls, ...chain } = await (async () => {
    await page.goto(`${playgroundUrl}/embed.html`)
    return page.evaluate(async () => {
      const { localConfig } = await import('/local-config.js' as string)
      return (await localConfig('ethereum')).chains[0]
    })
  })()
  const config = JSON.stringify({
    apiKey: 'dev-premium',
    tokensUrl: `${serviceUrl}/tokens`,
    exchangeRatesUrl: `${serviceUrl}/rates`,
    chains: [{ ...chain, rpcUrls }],
  })
  const { widget } = await open(
    page,
    `<script>
      document.addEventListener('pageEntered', ({ target, detail }) => { window.receivedEvents = [target.id, detail] })
      document.querySelector('#swap').dataset.sluiceConfig = ${JSON.stringify(config)}
      document.querySelector('#swap').dataset.sluiceIntegrator = 'marked'
      document.querySelector('#swap').dataset.sluiceMode = 'modal'
      document.querySelector('#swap').dataset.sluiceBaseUrl = '${serviceUrl}/router'
    </script><button data-sluice-open="#swap">Swap here</button>${autoTag}`,
  )
  await expect(async () => {
    await page.getByRole('button', { name: 'Swap here' }).click()
    await expect(widget.amount).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(
    await page.evaluate(() => (window as unknown as { receivedEvents: unknown }).receivedEvents),
  ).toEqual(['swap', 'swap'])
})

for (const kind of ['crossorigin', 'type="module" async crossorigin']) {
  test(`calls queued for a <script ${kind}> in the head run in order once the body exists`, async ({
    page,
  }) => {
    const { playgroundUrl } = stackAddresses()
    await page.route(`${CDN}**`, (route) =>
      serve(route, new URL(route.request().url()).pathname.split('/').at(-1) ?? ''),
    )
    // The body arrives once the script has run.
    await page.route('**/wait.js', async (route) => {
      await expect.poll(() => page.evaluate(() => 'create' in (window.Sluice ?? {}))).toBe(true)
      await route.fulfill({
        contentType: 'text/javascript',
        body: `window.Sluice.queue.push(() => order.push('last'))`,
      })
    })
    const config = JSON.stringify({
      integrator: 'me',
      baseUrl: 'https://a.test/r',
      tokensUrl: 'https://a.test/t',
      exchangeRatesUrl: 'https://a.test/x',
      chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://a.test'] }],
    })
    await page.route('**/host.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Host</title>
          <script>
            window.order = []
            window.Sluice ??= { queue: [] }
            window.Sluice.queue.push((sluice) => { window.handle = sluice.create('#swap', ${config}); order.push('first') })
            window.Sluice.queue.push(() => order.push('second'))
          </script>
          <script ${kind} src="${CDN}sluice.js"></script>
          <body><script src="/wait.js"></script><div id="swap"></div>`,
      }),
    )
    await page.goto(`${playgroundUrl}/host.html`)
    await expect(new WidgetDriver(page.locator('#swap')).amount).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { order: string[] }).order)).toEqual([
      'first',
      'second',
      'last',
    ])
  })
}

/**
 * A page whose own code writes the config of the playground into its element before adding the
 * script.
 */
const withConfig = `<script type="module">
  import { localConfig } from '/local-config.js'
  window.config = JSON.stringify(await localConfig('ethereum'))
  document.querySelector('#swap').dataset.sluiceConfig = window.config
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', crossOrigin: '', src: '${CDN}sluice.js' })
  script.dataset.auto = 'swap'
  document.body.append(script)
</script>`

test('a marked element added later stays inert, a changed one updates, a moved one stays, and a removed one leaves nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const listeners = new Set<string>()
    const { addEventListener, removeEventListener } = window
    const names = new Map<unknown, number>()
    const key = (type: string, listener: unknown) => {
      if (!names.has(listener)) names.set(listener, names.size)
      return `${type} ${names.get(listener)}`
    }
    window.addEventListener = (...given: unknown[]) => {
      listeners.add(key(String(given[0]), given[1]))
      addEventListener.apply(window, given as never)
    }
    window.removeEventListener = (...given: unknown[]) => {
      listeners.delete(key(String(given[0]), given[1]))
      removeEventListener.apply(window, given as never)
    }
    Object.assign(window, { countListeners: () => listeners.size })
  })
  const count = () =>
    page.evaluate(() => (window as unknown as { countListeners(): number }).countListeners())
  const { widget } = await open(page, withConfig)
  // The placeholder of the form has the field too.
  await expect(widget.root.locator('[data-sluice-root]')).toBeVisible()
  let one = -1
  await expect
    .poll(
      async () => {
        const before = one
        one = await count()
        return one - before
      },
      { intervals: [1_000] },
    )
    .toBe(0)

  // Untrusted content that arrives later.
  await page.evaluate(() => {
    const { config } = window as unknown as { config: string }
    const later = document.createElement('section')
    later.innerHTML = '<div id="later"></div>'
    const marked = later.querySelector('div') as HTMLElement
    marked.dataset.sluiceConfig = config
    document.body.append(later)
  })
  await widget.type('7')
  await page.evaluate(() => {
    const marked = document.querySelector('#swap') as HTMLElement
    document.body.prepend(marked)
    marked.dataset.sluiceTheme = 'dark'
  })
  await expect(widget.root.locator('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', 'dark')
  await expect(widget.amount).toHaveValue('7')
  await expect(page.locator('[data-sluice-host]')).toHaveCount(1)

  await page.evaluate(() => document.querySelector('#swap')?.replaceChildren())
  await expect.poll(count).toBe(0)
})

test('an opener opens the dialog of an element anywhere on the page', async ({ page }) => {
  const html = `<script type="module">
    import { localConfig } from '/local-config.js'
    document.querySelector('#element').config = await localConfig('ethereum')
  </script><sluice-swap id="element" mode="modal"></sluice-swap>
  <button data-sluice-open="#element"><b>Swap here</b></button>`
  await open(page, autoTag.replace('"swap"', '"element"') + html)
  await expect(async () => {
    await page.getByText('Swap here').click()
    await expect(new WidgetDriver(page.locator('#element')).amount).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test.describe(() => {
  test.use({ expectedPageError: /dynamically imported module|expected JSON|no-such-widget/ })

  test('the page receives an error for an element whose code fails to load and for an invalid JSON config', async ({
    page,
  }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const html = `<script>
      window.failed = []
      document.addEventListener('widgetFailed', ({ target, detail }) => failed.push([target.id, detail.code]))
      document.querySelector('#swap').dataset.sluiceConfig = '{oops'
    </script><sluice-swap id="element" integrator="me"></sluice-swap>
    <button data-sluice-open="#no-such-widget">Nowhere</button>`
    await open(page, html + autoTag, (file, route) =>
      file.startsWith('first-page') ? route.abort() : undefined,
    )
    const failed = () => page.evaluate(() => (window as unknown as { failed: string[][] }).failed)
    await expect
      .poll(async () => (await failed()).sort())
      .toEqual([
        ['element', 'LOAD_FAILED'],
        ['swap', 'CONFIG_INVALID'],
      ])
    await expect(page.locator('#swap').getByRole('alert')).toContainText(
      'Please tell the owner of this site.',
    )
    await expect(page.locator('#element').getByRole('alert')).toContainText('Check your connection.')
    await expect(async () => {
      await page.getByText('Nowhere').click()
      expect(errors.join()).toContain('no-such-widget')
    }).toPass()
  })
})

test('the handle and the element replay the last event to late listeners, also in its envelope', async ({
  page,
}) => {
  const { widget } = await open(page, tag + createWidget)
  await expect(widget.amount).toBeVisible()
  const receivedEvents = await page.evaluate(async () => {
    const { handle } = window as unknown as { handle: ReturnType<typeof window.Sluice.create> }
    const { localConfig } = await import('/local-config.js' as string)
    const element = document.createElement('sluice-swap')
    const dispatched = new Promise((resolve) =>
      element.addEventListener('pageEntered', ({ detail }) => resolve(detail)),
    )
    element.config = await localConfig('ethereum')
    document.body.append(element)
    const receivedEvents: unknown[] = [await dispatched]
    for (const source of [handle, element]) {
      source.on('pageEntered', (name) => receivedEvents.push(name), { replay: true })
      source.onAny(({ name, version }) => name === 'pageEntered' && receivedEvents.push(version), {
        replay: true,
      })
    }
    // The element replays the event once its handle exists.
    for (let turn = 0; turn < 200 && receivedEvents.length < 5; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    return receivedEvents
  })
  expect(receivedEvents).toEqual(['swap', 'swap', 1, 'swap', 1])
})

const loader = `<script src="${CDN}loader.js" data-target="swap"></script>`
/** The queue of the loader exists before any script of the page runs. */
const createByQueue = createWidget.replace('window.Sluice ??= { queue: [] }', '')

test.describe('the classic loader', () => {
  test.use({ expectedPageError: /The swap (cannot start|could not be loaded)/ })

  test('starts the widget from the version that it pins', async ({ page }) => {
    const { widget } = await open(page, loader + createByQueue)
    await widget.type('100')
    await expect(widget.output).toHaveValue(/0\.0[0-9]+$/)
  })

  test('says on the page that its script is blocked', async ({ page }) => {
    await open(page, loader + createByQueue, (file, route) =>
      file === 'sluice.js' ? route.abort('blockedbyclient') : undefined,
    )
    const problem = page.locator('#swap').and(page.getByRole('alert'))
    await expect(problem).toHaveText(/^The swap could not be loaded\..*http:\/\/cdn\.test\/.*sluice\.js$/)
  })

  test('refuses a script that differs from the pinned one, and says so', async ({ page }) => {
    await open(page, loader + createByQueue, (file, route) =>
      file === 'sluice.js' ? serve(route, file, (code) => `${code};`) : undefined,
    )
    await expect(page.getByRole('alert')).toHaveText(/^The swap could not be loaded\./)
  })

  test('says on the page that the browser is too old', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLScriptElement, 'supports')
    })
    const { requested } = await open(page, loader + createByQueue)
    await expect(page.getByRole('alert')).toHaveText(
      'The swap cannot start in this browser. Update it, or use another one.',
    )
    expect(requested).toEqual(['loader.js'])
  })

  test('says on a page that is opened as a file that it needs a server', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-file-page-'))
    try {
      for (const file of ['loader.js', 'sluice.js'])
        copyFileSync(join(root, 'dist/embed', file), join(folder, file))
      const html = '<!doctype html><script src="loader.js"></script><sluice-swap></sluice-swap>'
      writeFileSync(join(folder, 'page.html'), html)
      await page.goto(pathToFileURL(join(folder, 'page.html')).href)
      await expect(page.getByRole('alert')).toHaveText(
        'The swap cannot start from a file. Open this page at an http:// or https:// address.',
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
