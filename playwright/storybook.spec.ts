import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preview } from 'vite'
import { expect, test } from './fixtures.ts'
import { run } from './host-app.ts'
import { root } from './stack.ts'

test('Storybook builds: toolbars and a control change a story, events are listed, and a group has a page', {
  tag: '@example',
}, async ({ page }) => {
  test.setTimeout(600_000)
  const out = mkdtempSync(join(tmpdir(), 'sluice-storybook-'))
  run(root, process.execPath, ['scripts/storybook.mjs', 'build', '--quiet', '--output-dir', out])
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    build: { outDir: out },
    preview: { port: 0, host: 'localhost' },
  })
  const story = page.frameLocator('#storybook-preview-iframe')
  const widget = story.locator('[data-sluice-root]').first()
  const choose = async (toolbar: string, item: string) => {
    await page.getByRole('button', { name: new RegExp(`^${toolbar}`) }).click()
    await page.getByRole('option', { name: item, exact: true }).click()
  }
  try {
    await page.goto(`${server.resolvedUrls?.local[0]}?path=/story/pages-swap--ready`)
    await expect(widget).toHaveAttribute('data-sluice-theme', 'light')
    await choose('Color scheme', 'dark')
    await expect(widget).toHaveAttribute('data-sluice-theme', 'dark')
    await choose('Width', '320')
    await expect(widget).toHaveCSS('inline-size', '320px')
    await choose('Direction', 'rtl')
    await expect(story.locator('main')).toHaveAttribute('dir', 'rtl')
    await choose('Locale', 'de')
    await expect(widget).toHaveAttribute('lang', 'de')
    const before = await widget.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('--sluice-accent'),
    )
    await choose('Theme preset', 'warm')
    await expect(widget).not.toHaveCSS('--sluice-accent', before)

    // The actions panel lists the widget's events with their payloads.
    await page.goto(`${server.resolvedUrls?.local[0]}?path=/story/pages-swap--ready`)
    await page.getByRole('tab', { name: /^Actions/ }).click()
    const events = page.getByRole('tabpanel', { name: /^Actions/ })
    await widget.getByRole('button', { name: 'Settings' }).click()
    await expect(events.getByText(/pageEntered/).last()).toBeVisible()
    await expect(events).toContainText('settings')

    // The page of a group shows all of its stories with their names.
    await page.goto(`${server.resolvedUrls?.local[0]}?path=/docs/pages-swap--docs`)
    await expect(story.getByRole('heading', { name: 'Swap', level: 1 })).toBeVisible()
    await expect(story.getByRole('heading').filter({ hasText: /^Details$/ })).toBeAttached()
    await expect(widget.getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()

    await page.goto(`${server.resolvedUrls?.local[0]}?path=/story/components-with-controls--error-controls`)
    const notice = story.locator('[data-part="notice"]')
    await expect(notice).toContainText('No route for this trade')
    await page.getByRole('tab', { name: /^Controls/ }).click()
    await page.getByRole('combobox', { name: /code/i }).selectOption('QUOTE_EXPIRED')
    await expect(notice).toContainText('The quote has expired')
  } finally {
    if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections()
    await server.close()
    rmSync(out, { recursive: true, force: true })
  }
})
