import { expect, test } from './fixtures.ts'

test('a config that is not JSON, or makes no sense, is quoted, and the widget keeps the last good one', async ({
  playground,
}) => {
  const { page, widget } = playground
  await playground.open()
  await playground.editConfig((config) => {
    config.slippageBps = 90_000
  })
  await expect(page.getByRole('status').filter({ hasText: 'slippageBps' })).toContainText('90000')
  await playground.editor().press('End')
  await playground.editor().fill('{ "integrator": ')
  await expect(page.getByRole('status').filter({ hasText: 'Not JSON' })).toBeVisible()
  await expect(widget.amount).toHaveValue('1')
})

test('a change of the config applies as it is typed', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  await widget.type('7')
  await playground.editConfig((config) => {
    config.theme = 'dark'
    config.themeTokens = { accent: '#ff0066' }
  })
  await expect(widget.root).toHaveAttribute('data-sluice-theme', 'dark')
  await expect(widget.button('Connect wallet')).toHaveCSS('background-color', 'rgb(255, 0, 102)')
  // The typed amount is kept: a live change loses no state.
  await expect(widget.amount).toHaveValue('7')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(widget.button('Connect wallet')).not.toHaveCSS('background-color', 'rgb(255, 0, 102)')
})

test('the theme switch turns the page and the widget', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  for (const theme of ['dark', 'light']) {
    await page.getByRole('radio', { name: theme }).check()
    await expect(widget.root).toHaveAttribute('data-sluice-theme', theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  }
})

test('the snippets carry the config as it stands', async ({ playground }) => {
  const { page } = playground
  await playground.open()
  await playground.editConfig((config) => {
    config.integrator = 'somebody-else'
  })
  await expect(page.getByRole('region', { name: 'React snippet' })).toContainText('somebody-else')
  await page.getByRole('radio', { name: 'Script tag' }).check()
  await expect(page.getByRole('region', { name: 'Script tag snippet' })).toContainText('Sluice.create(')
})
