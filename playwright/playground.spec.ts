import type { Locator, Page } from '@playwright/test'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('an invalid config shows its error, and the widget keeps the last valid one', async ({ playground }) => {
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

test('a changed config applies while it is typed', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  await widget.type('7')
  await playground.editConfig((config) => {
    config.theme = 'dark'
    config.themeTokens = { accent: '#ff0066' }
  })
  await expect(widget.root).toHaveAttribute('data-sluice-theme', 'dark')
  await expect(widget.button('Connect wallet')).toHaveCSS('background-color', 'rgb(255, 0, 102)')
  // A live change keeps the typed amount.
  await expect(widget.amount).toHaveValue('7')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(widget.button('Connect wallet')).not.toHaveCSS('background-color', 'rgb(255, 0, 102)')
})

test('the fields next to the JSON show and change its values', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  const read = async () => JSON.parse(await playground.editor().inputValue()) as Record<string, unknown>
  await page.getByText('Fields', { exact: true }).click()
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
  await choice('theme').selectOption('dark')
  await choice('approvals.permits').selectOption('false')
  await page.getByLabel('verifiedLine', { exact: true }).first().check()
  await page.getByLabel('priceRefreshMs', { exact: true }).fill('20000')
  expect(await read()).toMatchObject({
    theme: 'dark',
    approvals: { permits: false },
    hidden: ['verifiedLine'],
    priceRefreshMs: 20_000,
  })
  await expect(widget.root).toHaveAttribute('data-sluice-theme', 'dark')
  await playground.editConfig((config) => {
    config.theme = 'light'
  })
  await expect(choice('theme')).toHaveValue('light')
  // Returning to the default removes a field and its empty parents.
  await choice('approvals.permits').selectOption('')
  expect(await read()).not.toHaveProperty('approvals')
})

test('the theme switch changes the page and the widget', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  for (const theme of ['dark', 'light']) {
    await page.getByRole('radio', { name: theme }).check()
    await expect(widget.root).toHaveAttribute('data-sluice-theme', theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  }
})

test('the snippets contain the current config', async ({ playground }) => {
  const { page } = playground
  await playground.open()
  await playground.editConfig((config) => {
    config.integrator = 'somebody-else'
  })
  await expect(page.getByRole('region', { name: 'React snippet' })).toContainText('somebody-else')
  await page.getByRole('radio', { name: 'Script tag' }).check()
  await expect(page.getByRole('region', { name: 'Script tag snippet' })).toContainText('Sluice.create(')
})

test('the theme editor starts from a preset, warns about low contrast and prints the config', async ({
  page,
  playground,
}) => {
  await playground.open()
  await page.getByRole('radio', { name: 'config' }).focus()
  await page.keyboard.press('ArrowRight')
  const panel = page.getByRole('region', { name: 'Theme', exact: true })
  await expectTabThrough(page, panel.locator('select, input, [tabindex="0"]'))
  const [light, dark] = [page.getByLabel('The widget, light'), page.getByLabel('The widget, dark')]
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('warm')
  await expect(light.getByRole('button', { name: 'Connect wallet' })).toHaveCSS(
    'background-color',
    'rgb(168, 64, 31)',
  )
  await expect(dark.getByRole('button', { name: 'Connect wallet' })).toHaveCSS(
    'background-color',
    'rgb(240, 160, 124)',
  )
  const report = page.getByRole('status').filter({ hasText: 'Contrast' })
  await expect(report).toContainText('WCAG 2.2 AA')
  await page.getByLabel('textMuted, light').fill('#c0b0a0')
  await expect(report).toContainText('4 pairs are too close')
  await expect(page.getByRole('region', { name: 'Pairs with too little contrast' })).toContainText(
    'textMuted on surface, light',
  )
  await page.getByRole('slider', { name: 'radius', exact: true }).press('End')
  const border = panel.getByLabel('border, light', { exact: true })
  const borderBefore = await border.inputValue()
  await border.press('Space')
  // The browser's own dialog handles the arrow keys once it is open.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return border.inputValue()
    })
    .not.toBe(borderBefore)
  await page.keyboard.press('Enter')
  const borderAfter = await border.inputValue()
  await page.getByRole('radio', { name: 'JSON' }).check()
  const printed = await page.getByRole('region', { name: 'JSON snippet' }).textContent()
  expect(JSON.parse(printed ?? '').themeTokens).toMatchObject({
    textMuted: 'light-dark(#c0b0a0, #c3ab97)',
    radius: '40px',
    border: expect.stringContaining(`light-dark(${borderAfter},`),
  })
  await page.getByRole('radio', { name: 'config' }).check()
  await expect(playground.editor()).toHaveValue(/"radius": "40px"/)
})

test('a failure scenario can be switched on and off', async ({ playground }) => {
  const { widget } = playground
  const chain = new ChainClient()
  const [first, second] = manifest().accounts
  await playground.open()
  await playground.play('No gas')
  await expect.poll(() => chain.balance('ETH', first!.address)).toBe(0n)
  await widget.connect()
  await expect(widget.button('Not enough ETH')).toBeVisible()
  await playground.play('Too many requests')
  await widget.type('2')
  await expect(widget.notice('Too many requests')).toBeVisible()
  await playground.play('Fake token')
  await expect(widget.notice('The token list is wrong about this token')).toBeVisible()
  // The widget shows an empty balance of the first account for a while.
  await playground.chooseAccount(second!.address)
  await playground.play('Price moved')
  await widget.type('4')
  await expect(widget.output).toHaveValue(/[0-9]/)
  await widget.review()
  await widget.confirm()
  await expect(widget.root.getByText(/You’d get .* less now/)).toBeVisible()
})

test('a slow, failing or unreachable service can be switched on and off', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  await expect(widget.output).toHaveValue(/[0-9]/)

  await playground.play('Server error')
  await widget.type('2')
  await expect(widget.notice('The price service had a problem')).toBeVisible()
  await playground.play('Out of reach')
  await widget.type('3')
  await expect(widget.notice('The price service is unavailable')).toBeVisible()
  await playground.play('Out of reach')
  await expect(page.getByRole('status').filter({ hasText: 'Everything works' })).toBeVisible()
  await widget.type('4')
  await expect(widget.output).toHaveValue(/[0-9]/)
  await expect(widget.root.locator('[data-part="notice"]')).toHaveCount(0)

  await playground.play('Slow service')
  const requestedAt = Date.now()
  await widget.type('5')
  await expect(widget.output).toHaveValue('')
  await expect(widget.root.locator('[data-part="amount"][data-state="loading"]')).toBeVisible()
  await expect(widget.output).toHaveValue(/[0-9]/)
  expect(Date.now() - requestedAt).toBeGreaterThan(4_000)
})

test('the dev wallet describes a request, and a swap can be made to revert', async ({ page, playground }) => {
  const { widget } = playground
  await playground.open()
  // This account has no approvals yet.
  await playground.chooseAccount(manifest().accounts[3]!.address)
  await widget.connect()
  await widget.choosePair('USDC', 'WETH')
  await widget.type('25')
  await playground.play('Transaction reverts')
  await playground.showEveryRequest()
  await widget.review()
  await widget.confirm()
  const approval = page.getByRole('dialog', { name: 'Approve a token?' })
  await expect(approval).toContainText(/spendersettlement .*amount25 USDC/)
  await playground.respond('Approve a token?', 'Confirm')
  const swap = page.getByRole('dialog', { name: 'Send this transaction?' })
  await expect(swap).toContainText(/Functionswap.*inputAmount25 USDC/)
  await playground.respond('Send this transaction?', 'Confirm')
  await expect(widget.root.locator('dd', { hasText: 'The swap failed on the network' })).toBeVisible()
})

/** Expects each control to have a name and Tab to reach all of them in view. */
async function expectTabThrough(page: Page, controls: Locator): Promise<void> {
  const count = await controls.count()
  expect(count).toBeGreaterThan(50)
  await controls.first().focus()
  for (let index = 0; index < count; index += 1) {
    await expect(controls.nth(index)).toBeFocused()
    await expect(controls.nth(index)).toBeInViewport()
    await expect(controls.nth(index)).toHaveAccessibleName(/[a-z]/i)
    await page.keyboard.press('Tab')
  }
}
