import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { createSnippet } from '../scripts/build/embed-html.mjs'
import { ensureChromium } from '../scripts/lib/setup.mjs'
import { quantile, type Row } from './table.ts'

const embed = join(import.meta.dirname, '..', 'dist', 'embed')
const RUNS = 7

/** Throttling profiles. The network values are "slow 4G" of Chromium's developer tools. */
const PROFILES = {
  'no throttle': {},
  '4x CPU': { cpu: 4 },
  'slow 4G': {
    network: { latency: 560, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false },
  },
} as const

type Profile = (typeof PROFILES)[keyof typeof PROFILES]

/** Measured moments with their names in the rows. */
const MOMENTS = { typed: 'amount', whole: 'whole form' } as const

/** Milliseconds since the navigation. */
type Moments = Record<keyof typeof MOMENTS, number>

/**
 * Measures the milliseconds from the navigation until an amount can be typed, and until the form is
 * complete: for the script tag alone and as in its snippet, beside pages of Preact and React with a
 * single input, whose two moments coincide. Medians of alternating runs without caches.
 */
export async function measureStartup(): Promise<Row[]> {
  const pages = await createPages()
  const { url, stop } = await serve(pages)
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const samples = new Map<string, number[]>()
    for (let run = 0; run < RUNS; run += 1) {
      for (const [profile, throttle] of Object.entries(PROFILES)) {
        for (const page of Object.keys(pages.html)) {
          const times = await measure(browser, `${url}/${page}`, throttle)
          for (const [moment, time] of Object.entries(times)) {
            const key = `${page} ${profile} ${moment}`
            samples.set(key, [...(samples.get(key) ?? []), time])
          }
        }
      }
    }
    const median = (page: string, profile: string, moment: string) =>
      quantile(samples.get(`${page} ${profile} ${moment}`) ?? [], 0.5)
    return Object.keys(pages.html).flatMap((page) =>
      Object.entries(MOMENTS).map(([moment, name]) => ({
        page: page.replaceAll('-', ' '),
        until: name,
        ...Object.fromEntries(
          Object.keys(PROFILES).flatMap((profile) => {
            const time = median(page, profile, moment)
            return [
              [profile, Math.round(time)],
              [`${profile} / React`, (time / median('bare-React', profile, moment)).toFixed(2)],
            ]
          }),
        ),
      })),
    )
  } finally {
    await browser.close()
    await stop()
  }
}

interface Pages {
  /** Pages by name in the URL. */
  html: Record<string, string>
  scripts: Record<string, string>
}

async function createPages(): Promise<Pages> {
  const bare = (script: string) => `<div id="swap"></div><script type="module" src="/${script}"></script>`
  const widget = `<sluice-swap config='${JSON.stringify({
    integrator: 'bench',
    baseUrl: 'http://localhost:1/router',
    tokensUrl: 'http://localhost:1/tokens',
    exchangeRatesUrl: 'http://localhost:1/rates',
    chains: [{ id: 1, name: 'ethereum', rpcUrls: ['http://localhost:1'] }],
  })}'></sluice-swap>`
  return {
    html: {
      'bare-Preact': bare('preact.js'),
      'bare-React': bare('react.js'),
      'script-tag-alone': `<script type="module" src="/embed/sluice.js"></script>${widget}`,
      'script-tag-snippet': `${createSnippet(embed, '/embed/').html}${widget}`,
    },
    scripts: {
      'react.js': await bundleInput({}),
      'preact.js': await bundleInput({
        'react-dom/client': 'preact/compat/client',
        'react-dom': 'preact/compat',
        react: 'preact/compat',
      }),
    },
  }
}

/** Bundles a page with one input. */
async function bundleInput(alias: Record<string, string>): Promise<string> {
  const entry = 'virtual:one-input'
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias },
    plugins: [
      {
        name: 'one-input',
        resolveId: (id: string) => (id === entry ? join(import.meta.dirname, 'one-input.js') : undefined),
        load: (id: string) =>
          id.endsWith('one-input.js')
            ? `import { createElement, useState } from 'react'
               import { createRoot } from 'react-dom/client'
               const One = () => {
                 const [value, setValue] = useState('')
                 return createElement('input', { value, onChange: (event) => setValue(event.target.value) })
               }
               createRoot(document.querySelector('#swap')).render(createElement(One))`
            : undefined,
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  })
  const [built] = Array.isArray(output) ? output : [output]
  const chunk = built && 'output' in built ? built.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('The bare page was not bundled')
  return chunk.code
}

/** Serves the pages compressed and from one origin, as a CDN would. */
async function serve({ html, scripts }: Pages): Promise<{ url: string; stop: () => Promise<void> }> {
  const compressed = new Map<string, Buffer>()
  const read = (path: string): string | undefined => {
    const page = html[path.slice(1)]
    if (page)
      return `<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title>${page}`
    if (path.startsWith('/embed/')) return readFileSync(join(embed, path.slice('/embed/'.length)), 'utf8')
    return scripts[path.slice(1)]
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const text = read(path)
    if (text === undefined) return response.writeHead(404).end()
    const body = compressed.get(path) ?? brotliCompressSync(text)
    compressed.set(path, body)
    const type = path in scripts || path.endsWith('.js') ? 'text/javascript' : 'text/html'
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function measure(browser: Browser, url: string, throttle: Profile): Promise<Moments> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: WATCH_INPUT })
    const session = await context.newCDPSession(page)
    if ('network' in throttle) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', throttle.network)
    }
    if ('cpu' in throttle) await session.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu })
    await page.goto(url, { waitUntil: 'commit' })
    const moments = await page.waitForFunction(() => {
      const { typed, whole } = window as unknown as Partial<Moments>
      return whole && typed && { typed, whole }
    })
    return (await moments.jsonValue()) as Moments
  } finally {
    await context.close()
  }
}

/**
 * Runs in the page: records the frame in which an input can be typed in, and the frame in which the
 * form's input is shown. A string, so that it is not compiled.
 */
const WATCH_INPUT = `(function look() {
  const host = document.querySelector('sluice-swap')
  const root = host ? host.shadowRoot : document
  const canType = (input) => input && !input.disabled && !input.readOnly && input.checkVisibility({ visibilityProperty: true })
  if (!window.typed && canType(root?.querySelector('input'))) window.typed = performance.now()
  if (canType(root?.querySelector(host ? '[data-part=amount]' : 'input'))) window.whole = performance.now()
  else requestAnimationFrame(look)
})()`
