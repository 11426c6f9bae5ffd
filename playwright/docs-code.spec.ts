import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { createFramePage } from '../scripts/build/embed-html.mjs'
import { createMockService, swapWidget } from '../src/exports/testing.ts'
import { warm } from '../src/exports/themes.ts'
import { startExample } from './example-app.ts'
import { expect, test } from './fixtures.ts'
import { root } from './stack.ts'

const HOST = 'https://partner.example'
const EMBED =
  /^https:\/\/(partner\.example\/sluice\/0\.1\.0|your-host(\.example)?\/embed|swap\.example\/sluice)\//
const TAG = '<script type="module" src="https://your-host.example/embed/sluice.js"></script>'

interface Block {
  file: string
  language: string
  code: string
}

const readText = (file: string) => readFileSync(join(root, file), 'utf8')

/** The documented code for pages without a bundler. */
const written = readdirSync(join(root, 'docs/content'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readText(`docs/content/${file}`) }))
  .concat({ file: 'README.md', text: readText('README.md') })
  .flatMap(({ file, text }) =>
    [...text.matchAll(/^```(html|js)(?: \[[^\]]+\])?\n([\s\S]*?)^```$/gm)].map(
      ([, language = '', code = '']): Block => {
        return { file, language, code }
      },
    ),
  )
/** These rules restyle a widget in the page's own tree, which only the React component has. */
const restyled = written.find(({ code }) => code.startsWith('<style>'))
const blocks = written.filter((block) => block !== restyled)

const isStart = ({ file }: Block) => /^(README|start)/.test(file)

test('the code of the README and the first pages shows a form with a price', async ({ page }) => {
  const pasted = blocks.filter(isStart)
  expect(pasted.length).toBeGreaterThanOrEqual(5)
  await pasteEach(page, pasted)
})

test('the code of the guides shows a form with a price', { tag: '@example' }, async ({ page }) => {
  const pasted = blocks.filter((block) => !isStart(block))
  expect(pasted.length).toBeGreaterThanOrEqual(3)
  await pasteEach(page, pasted)
})

test('the five lines of the README, installed from scratch, show a form that a page’s rules restyle', {
  tag: '@example',
}, async ({ page }) => {
  test.setTimeout(600_000)
  const [, lines = ''] = /## In five lines[\s\S]*?```tsx\n([\s\S]*?)```/.exec(readText('README.md')) ?? []
  const app = await startExample('vite-react', {
    'src/swap.tsx': lines,
    'src/main.tsx': `import { createRoot } from 'react-dom/client'
      import { Swap } from './swap.tsx'
      createRoot(document.querySelector('#swap')!).render(<Swap />)`,
    'index.html': `<!doctype html>${restyled?.code}<script type="module" src="/src/main.tsx"></script>`,
  })
  try {
    await page.goto(app.url)
    const widget = swapWidget(page)
    await widget.fillAmount('1.5')
    await expect(widget.output).toHaveValue(/^\d/)
    await expect(widget.root).toHaveCSS('--sluice-accent', '#0b6e4f')
  } finally {
    await app.stop()
  }
})

async function pasteEach(page: Page, pasted: readonly Block[]): Promise<void> {
  const service = createMockService({ origin: 'https://api.example.com' })
  const foreign: string[] = []
  let html = ''
  await page.route('**', (route) => {
    const url = new URL(route.request().url())
    if (url.href === `${HOST}/`) return route.fulfill({ contentType: 'text/html', body: html })
    if (EMBED.test(url.href)) return answerFile(route, basename(url.pathname))
    if (url.origin === service.origin) return answerRequest(route, service.fetch)
    if (url.origin === 'https://rpc.example.com')
      return answerRequest(route, service.fetch, `${service.origin}/rpc`)
    foreign.push(url.href)
    return route.abort()
  })
  for (const block of pasted) {
    await test.step(`${block.file}: ${block.code.slice(0, 60)}`, async () => {
      html = hostPage(block, JSON.stringify(service.config()))
      await page.goto(HOST)
      await expectPrice(page, block)
    })
  }
  expect(foreign).toEqual([])
}

/**
 * Returns a page with a code block, and with the tag, container and config that its text
 * presupposes.
 */
function hostPage({ language, code }: Block, config: string): string {
  const pasted = language === 'js' ? `<script type="module">${code}</script>` : code
  const place = /id="|<sluice-swap/.test(pasted) ? '' : '<div id="swap"></div>'
  const own = /(sluice|loader)\.js/.test(code) ? '' : TAG
  const given = `<script>const config = ${config}; const report = () => {}</script>`
  // A queue collects calls that come before the tag.
  const [before, after] = pasted.includes('queue') ? ['', own] : [own, '']
  return `<!doctype html><meta charset="utf-8"><title>Partner</title><body>${given}${place}${before}${pasted}${after}`
}

async function expectPrice(page: Page, { code }: Block): Promise<void> {
  const widget = swapWidget(code.includes("'frame'") ? page.locator('iframe').contentFrame() : page)
  // A written-out config selects no tokens.
  if (code.includes('api.example.com')) {
    await widget.chooseToken('pay', 'WETH')
    await widget.chooseToken('receive', 'DAI')
  }
  await widget.fillAmount('1.5')
  await expect(widget.output).toHaveValue(/^\d/)
  if (code.includes('warm')) await expect(widget.root).toHaveCSS('--sluice-accent', warm.accent)
}

function answerFile(route: Route, name: string): Promise<void> {
  const folder = join(root, 'dist/embed')
  const isPage = name.endsWith('.html')
  const body = isPage ? createFramePage(folder, [HOST]) : readFileSync(join(folder, name), 'utf8')
  const contentType = isPage ? 'text/html' : 'text/javascript'
  return route.fulfill({ body, headers: { 'content-type': contentType, 'access-control-allow-origin': '*' } })
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

async function answerRequest(route: Route, fetch: typeof globalThis.fetch, as?: string): Promise<void> {
  const request = route.request()
  if (request.method() === 'OPTIONS') return route.fulfill({ headers: CORS })
  const { method, headers, body } = {
    method: request.method(),
    headers: request.headers(),
    body: request.postData(),
  }
  const response = await fetch(as ?? request.url(), { method, headers, body })
  await route.fulfill({
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...CORS },
    body: await response.text(),
  })
}
