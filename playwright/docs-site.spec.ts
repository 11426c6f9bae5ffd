import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { preview } from 'vite'
import { NAVIGATION } from '../docs/navigation.ts'
import { buildSite } from '../docs/site.ts'
import { swapWidget } from '../src/exports/testing.ts'
import { expect, test } from './fixtures.ts'

let url: string
let stop: () => Promise<void>

test.beforeAll(async () => {
  // The first build installs VitePress.
  test.setTimeout(600_000)
  const out = mkdtempSync(join(tmpdir(), 'sluice-docs-'))
  buildSite(out)
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    build: { outDir: out },
    preview: { port: 0, host: 'localhost' },
  })
  url = server.resolvedUrls?.local[0] ?? ''
  stop = async () => {
    if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections()
    await server.close()
    rmSync(out, { recursive: true, force: true })
  }
})
test.afterAll(() => stop())

test('the widget of the documentation swaps in its sandbox with a wallet dialog under a strict policy', {
  tag: '@example',
}, async ({ page }) => {
  const foreign: string[] = []
  const refused: string[] = []
  page.on(
    'request',
    (request) => /^(data:|http:\/\/localhost)/.test(request.url()) || foreign.push(request.url()),
  )
  page.on(
    'console',
    (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()),
  )
  await page.goto(url)
  const widget = swapWidget(page)
  await widget.button('Connect wallet').click()
  await widget.button('Sandbox wallet').click()
  await widget.approveInWallet()
  await widget.fillAmount('1.5')
  await widget.review()
  await widget.confirm()
  await widget.approveInWallet()
  await expect(widget.heading('Swap complete')).toBeVisible()
  expect({ foreign, refused }).toEqual({ foreign: [], refused: [] })
})

test('a scenario of the documentation shows its error', { tag: '@example' }, async ({ page }) => {
  await page.goto(`${url}start/install.html`)
  await page.getByLabel('What happens').selectOption('no-route')
  const widget = swapWidget(page)
  await widget.fillAmount('1.5')
  await expect(widget.root.getByText(/No route/).first()).toBeVisible()
})

test('the page about verification shows how a false quote is rejected', { tag: '@example' }, async ({
  page,
}) => {
  await page.goto(`${url}concepts/verification.html`)
  const widget = swapWidget(page)
  await widget.button('Connect wallet').click()
  await widget.button('Sandbox wallet').click()
  await widget.approveInWallet()
  await widget.fillAmount('1.5')
  await widget.review()
  await widget.confirm()
  await expect(widget.root.getByText('We stopped this swap').first()).toBeVisible()
})

test('the search of the documentation finds an error code and links to it', { tag: '@example' }, async ({
  page,
}) => {
  await page.goto(`${url}guides/fees.html`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('untrusted_router')
  await page
    .getByRole('option', { name: /Error codes.*UNTRUSTED_ROUTER/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'UNTRUSTED_ROUTER' })).toBeInViewport()
})

test('every page of the documentation is accessible and fits a width of 320 pixels', {
  tag: '@example',
}, async ({ browser }) => {
  test.setTimeout(1_200_000)
  // The policy blocks the injected script of the checker.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 800 } })
  const page = await context.newPage()
  const paths = NAVIGATION.flatMap(({ pages }) => pages)
  expect(paths).toEqual(expect.arrayContaining(['index', 'guides/theming', 'reference/config']))
  for (const path of paths) {
    await page.goto(`${url}${path}.html`)
    if (await page.locator('.live').count()) await expect(swapWidget(page).amount).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect.soft(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.target}`)).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  await context.close()
})
