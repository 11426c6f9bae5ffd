import { expect, test } from './fixtures.ts'

test('the event feed filters, shows payloads and clears', async ({ playground }) => {
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
