import { expect, test } from './fixtures.ts'

// The playground renders under StrictMode with the development React, which reveals duplicate events.
test('a swap tells its host each thing exactly once, in order', async ({ playground }) => {
  const { widget } = playground
  await playground.open()
  await expect(playground.event('pageEntered')).toHaveCount(1)
  await widget.connect()
  await widget.type('0.2')
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await expect(playground.event('routeExecutionCompleted')).toHaveCount(1)

  const names = await playground.eventNames()
  const once = ['walletConnected', 'routeSelected', 'reviewPageEntered', 'routeExecutionStarted']
  for (const name of once)
    expect(
      names.filter((one) => one === name),
      name,
    ).toHaveLength(1)
  expect(names.filter((name) => /Failed|Error/.test(name))).toEqual([])
  const order = [...once, 'routeExecutionUpdated', 'routeExecutionCompleted'].map((name) =>
    names.indexOf(name),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))

  const pages = await playground.event('pageEntered').locator('pre').allTextContents()
  expect(pages.reverse()).toEqual(['"swap"', '"wallet"', '"swap"', '"review"', '"progress"'])
  const updates = await playground.event('routeExecutionUpdated').locator('pre').allTextContents()
  expect(new Set(updates).size).toBe(updates.length)
})

test('the feed filters, shows payloads and clears', async ({ playground }) => {
  const { page, widget } = playground
  await playground.open()
  await widget.type('3')
  await widget.choose('receive', 'DAI')
  await expect(playground.event('destinationChainTokenSelected')).toHaveCount(1)

  await page.getByLabel('Filter events by name').fill('formfield')
  await expect(playground.event('pageEntered')).toHaveCount(0)
  const changed = playground.event('formFieldChanged').first()
  await changed.locator('summary').click()
  await expect(changed.locator('pre')).toContainText('"fieldName"')

  await page.getByLabel('Filter events by name').fill('')
  await page.getByRole('button', { name: 'Clear' }).last().click()
  await expect(page.locator('[data-event]')).toHaveCount(0)
})
