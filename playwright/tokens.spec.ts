import { expect, test } from './fixtures.ts'

test('logos come only from an allowed host, with chain badges', async ({ page, playground }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(?:http:\/\/(?:localhost|127\.0\.0\.1):|data:|blob:)/.test(request.url()))
      foreign.push(request.url())
  })
  const { widget } = playground
  const pictures = () =>
    widget.root
      .locator('[role="option"] img')
      .evaluateAll((all) =>
        all
          .filter((image) => (image as HTMLImageElement).naturalWidth > 0)
          .map((image) => (image as HTMLImageElement).src),
      )
  await playground.open()
  await widget.connect()
  await widget.button(/^Token you pay: /).click()
  await expect(widget.root.getByRole('group', { name: 'Your tokens' })).toBeVisible()
  await expect.poll(pictures).toContainEqual(expect.stringMatching(/\/usdc\.svg$/))
  expect(await pictures()).toContainEqual(expect.stringMatching(/\/ethereum\.svg$/))
  expect(foreign).toEqual([])

  await playground.editConfig((config) => {
    config.logoHosts = []
  })
  await expect(widget.root.locator('img[src^="http"]')).toHaveCount(0)
})

test('a token of another network moves both sides to that network', async ({ playground }) => {
  const { widget } = playground
  await playground.open()
  await widget.button(/^Token you receive: /).click()
  await widget.root.getByRole('radio', { name: 'Base (devnet)' }).check()
  await widget.root.getByRole('combobox').fill('link')
  await widget.root.getByRole('option', { name: /^LINK\b/ }).click()
  await expect(widget.button('Token you pay: ETH, Base (devnet)')).toBeVisible()
  await expect(widget.button('Token you receive: LINK, Base (devnet)')).toBeVisible()
})
