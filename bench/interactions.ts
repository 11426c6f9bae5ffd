import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../scripts/lib/setup.mjs'
import { LISTED } from '../src/testing/fixtures/fixture-tokens.ts'
import { type ServedWidget, serveWidget } from './serve-widget.ts'
import { quantile, type Row } from './table.ts'

const RUNS = 5
const CPU_THROTTLE = 4

/** Actions by name. Each starts from the form with a price. */
const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
  'type a digit': (page) => page.locator('sluice-swap [data-part=amount]').first().press('5'),
  'open the picker': (page) => press(page, /^Token you pay/),
  'search a token': async (page) => {
    await press(page, /^Token you pay/)
    await page.locator('sluice-swap [role=combobox]').press('d')
  },
  'open the settings': (page) => press(page, 'Settings'),
  'change the theme': (page) => update(page, { theme: 'dark' }),
  'change the language': (page) => update(page, { locale: 'de' }),
}

const PAGES = { 'one embed': 1, 'two embeds': 2 } as const

/**
 * Measures the longest task of each interaction at a quarter of the processor's speed, as the
 * median of several runs: the first time on its page, with the evaluation of the code that it
 * loads. Also measures the layout shift of pages with one and two widgets.
 */
export async function measureInteractions(): Promise<{ interactions: Row[]; shifts: Row[] }> {
  const { url, stop } = await serve()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const interactions: Row[] = []
    for (const [what, act] of Object.entries(INTERACTIONS)) {
      const longest: number[] = []
      for (let run = 0; run < RUNS; run += 1) longest.push(await measureInteraction(browser, url, act))
      interactions.push({ what, 'longest task at 4x CPU (ms)': Math.round(quantile(longest, 0.5)) })
    }
    const shifts: Row[] = []
    for (const [page, count] of Object.entries(PAGES)) {
      for (const width of [320, 375, 1280]) {
        const shift = await measureShift(browser, `${url}/?widgets=${count}`, width)
        shifts.push({ page, width, 'layout shift': shift.toFixed(4) })
      }
    }
    return { interactions, shifts }
  } finally {
    await browser.close()
    await stop()
  }
}

async function measureInteraction(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await browser.newPage()
  try {
    await page.addInitScript({ content: WATCH_TASKS })
    await page.goto(url)
    await settle(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
    await page.evaluate('tasks.length = 0')
    await act(page)
    await page.waitForTimeout(1_000)
    return await page.evaluate<number>('Math.max(0, ...tasks)')
  } finally {
    await page.close()
  }
}

async function measureShift(browser: Browser, url: string, width: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height: 1_200 } })
  try {
    await page.addInitScript({ content: WATCH_SHIFTS })
    await page.goto(url)
    await settle(page)
    await page.waitForTimeout(1_500)
    return await page.evaluate<number>('shift')
  } finally {
    await page.close()
  }
}

async function settle(page: Page): Promise<void> {
  const widget = page.locator('sluice-swap').first()
  await widget
    .getByRole('button', { name: /^Token you pay/ })
    .filter({ hasText: 'ETH' })
    .waitFor()
  await page.waitForTimeout(1_000)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('sluice-swap').first().getByRole('button', { name }).press('Enter')
}

async function update(page: Page, changes: Record<string, string>): Promise<void> {
  await page.evaluate((fields) => {
    const element = document.querySelector('sluice-swap') as HTMLElement & { config: object }
    const given = JSON.parse(element.getAttribute('config') ?? '{}')
    element.config = { ...given, ...fields }
  }, changes)
}

/** Runs in the page: records the milliseconds of each task over 50 ms. */
const WATCH_TASKS = `globalThis.__name = (value) => value
globalThis.tasks = []
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({ type: 'longtask' })`

/** Runs in the page: sums the layout shifts that no input caused. */
const WATCH_SHIFTS = `globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** Serves pages that reserve the space of their widgets as the guide recommends. */
function serve(): Promise<ServedWidget> {
  return serveWidget(LISTED, (config, search) => {
    const widget = `<sluice-swap config='${config}'></sluice-swap><p>Text</p>`
    return `<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title>
    <style>sluice-swap { display: block; min-block-size: 548px }</style>
    <script type="module" src="/embed/sluice.js"></script>${widget.repeat(Number(search.get('widgets') ?? 1))}`
  })
}
