import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../scripts/lib/setup.mjs'
import { SEARCH_DEBOUNCE_MS } from '../src/lib/thresholds.ts'
import { LINK, LISTED } from '../src/testing/fixtures/fixture-tokens.ts'
import { serveWidget } from './serve-widget.ts'
import { quantile, type Row } from './table.ts'

const RUNS = 7
const SIZES = [20, 20_000] as const
const MEASURES = ['open', 'search', 'open, scrolled through', 'next row'] as const

type Times = Record<(typeof MEASURES)[number], number>

/**
 * Measures the milliseconds from a key press to the frame with its result: the picker on a
 * catalogue of 20,000 tokens beside one of 20. Medians of alternating runs in Chromium, with the
 * mock service in a separate process. Excludes the debounce of a search (`SEARCH_DEBOUNCE_MS`).
 */
export async function measurePicker(): Promise<Row[]> {
  const hosts = await Promise.all(SIZES.map(serve))
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  const samples = SIZES.map(() => [] as Times[])
  try {
    for (let run = 0; run < RUNS; run += 1) {
      for (const [index, { url, size }] of hosts.entries())
        samples[index]?.push(await measure(browser, url, size))
    }
  } finally {
    await browser.close()
    await Promise.all(hosts.map(({ stop }) => stop()))
  }
  return MEASURES.map((what) => {
    const [few = 0, many = 0] = samples.map((times) =>
      quantile(
        times.map((time) => time[what]),
        0.5,
      ),
    )
    return {
      what,
      '20 tokens': few.toFixed(1),
      '20,000 tokens': many.toFixed(1),
      ratio: (many / few).toFixed(2),
    }
  })
}

async function measure(browser: Browser, url: string, size: number): Promise<Times> {
  const page = await browser.newPage()
  try {
    // The compiler of this file names functions with it, including functions that run in the page.
    await page.addInitScript({ content: 'globalThis.__name = (value) => value' })
    await page.goto(url)
    const widget = page.locator('sluice-swap')
    const token = widget.getByRole('button', { name: /^Token you pay/ })
    await token.filter({ hasText: 'ETH' }).waitFor()
    const open = () => timeUntil(page, 'T2', () => token.press('Enter'))
    // The first opening loads the files of the page.
    await open()
    await page.keyboard.press('Escape')
    const opened = await open()
    const last = `T${size - LISTED.length - 1}`
    const search = widget.getByRole('combobox')
    await search.fill(last.slice(0, -1))
    await widget.getByRole('option', { name: new RegExp(`^${last} `) }).waitFor()
    const searched = await timeUntil(page, last, () => page.keyboard.press(last.slice(-1)), 1)
    await search.fill('')
    const listed = await scrollThrough(page, Math.min(size, 2_000) - 1)
    if (listed < Math.min(size, 2_000) - 1) throw new Error(`The list has only ${listed} tokens`)
    const row = await timeUntil(page, undefined, () => page.keyboard.press('ArrowDown'))
    await page.keyboard.press('Escape')
    return {
      open: opened,
      search: searched - SEARCH_DEBOUNCE_MS,
      'open, scrolled through': await open(),
      'next row': row,
    }
  } finally {
    await page.close()
  }
}

/**
 * Returns the milliseconds from the next key to the frame in which the list shows a token, with
 * `count` options if given, or another active row without a token.
 */
async function timeUntil(
  page: Page,
  symbol: string | undefined,
  press: () => Promise<void>,
  count?: number,
): Promise<number> {
  await page.evaluate(WATCH_LIST, [symbol, count] as const)
  await press()
  const taken = await page.waitForFunction(() => (window as unknown as { taken?: number }).taken)
  return Number(await taken.jsonValue())
}

function WATCH_LIST([symbol, count]: readonly [string | undefined, number | undefined]): void {
  const state = window as unknown as { taken?: number | undefined }
  state.taken = undefined
  const root = document.querySelector('sluice-swap')?.shadowRoot
  const getActive = () => root?.querySelector('[role=combobox]')?.getAttribute('aria-activedescendant')
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const before = getActive()
      const look = () => {
        const rows = [...(root?.querySelectorAll('[role=option]') ?? [])]
        const shows = rows.some((row) => row.textContent?.includes(symbol ?? ''))
        const isThere =
          symbol === undefined ? getActive() !== before : shows && (!count || rows.length === count)
        // The frame is painted when a task after it runs.
        if (isThere) setTimeout(() => Object.assign(state, { taken: performance.now() - timeStamp }))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { once: true, capture: true },
  )
}

/** Scrolls to the end until this many tokens are listed or no more come. Returns their number. */
async function scrollThrough(page: Page, wanted: number): Promise<number> {
  return page.evaluate(async (most) => {
    const root = document.querySelector('sluice-swap')?.shadowRoot
    let last = 0
    for (let same = 0; last < most && same < 20; ) {
      const list = root?.querySelector('[role=listbox]')
      list?.parentElement?.scrollTo({ top: list.scrollHeight })
      await new Promise((resolve) => setTimeout(resolve, 50))
      const count = Number(root?.querySelector('[role=option]')?.getAttribute('aria-setsize') ?? 0)
      same = count === last ? same + 1 : 0
      last = count
    }
    root?.querySelector('[role=listbox]')?.parentElement?.scrollTo({ top: 0 })
    return last
  }, wanted)
}

/** Serves a page with the widget and its catalogue. */
async function serve(size: number): Promise<{ url: string; size: number; stop: () => Promise<void> }> {
  const tokens = Array.from({ length: size }, (_, index) => {
    const address = `0x${(index + 1).toString(16).padStart(40, '0')}` as const
    return LISTED[index] ?? { ...LINK, symbol: `T${index - LISTED.length}`, name: 'One of many', address }
  })
  const { url, stop } = await serveWidget(
    tokens,
    (config) => `<!doctype html><title>Host</title><script type="module" src="/embed/sluice.js"></script>
    <sluice-swap config='${config}'></sluice-swap>`,
  )
  return { url, size, stop }
}
