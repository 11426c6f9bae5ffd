import { freePort } from '../scripts/testing/free-port.ts'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { stackAddresses, startService } from './stack.ts'

test('the form survives an outage of the service, and the price recovers automatically', async ({
  playground,
}) => {
  const { widget } = playground
  const { devnetDir } = stackAddresses()
  const port = await freePort()
  let service = await startService(devnetDir, port)
  try {
    await playground.open({ service: service.url })
    await playground.editConfig((config) => {
      config.priceRefreshMs = 2000
    })
    await widget.connect()
    await widget.type('0.4')
    await expect(widget.button('Review swap')).toBeVisible()

    await service.stop()
    await expect(widget.notice('This price could not be refreshed')).toBeVisible()
    await widget.type('0.6')
    await expect(widget.notice('The price service is unavailable')).toBeVisible()
    await expect(widget.amount).toHaveValue('0.6')

    service = await startService(devnetDir, port)
    await expect(widget.button('Review swap')).toBeVisible()
    await expect(widget.amount).toHaveValue('0.6')
  } finally {
    await service.stop()
  }
})

test('an invalid response of the service shows a notice and keeps the form', async ({ page, playground }) => {
  const { widget } = playground
  await page.route('**/v1/price', (route) =>
    route.fulfill({ status: 200, json: { statusCode: 200, result: 1 } }),
  )
  await playground.open()
  await widget.type('5')
  await expect(widget.notice('The price service sent something unreadable')).toBeVisible()
  await expect(widget.amount).toHaveValue('5')
})

test('a swap confirmed without a connection names the connection and sends nothing', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  await playground.open()
  // Tests that compare balances of the first account run on the same chain at the same time.
  await playground.chooseAccount(manifest().accounts[9]!.address)
  await widget.connect()
  await widget.type('0.4')
  await widget.button('Review swap').click()
  await expect(widget.button('Confirm swap')).toBeVisible()
  await page.context().setOffline(true)
  await widget.button('Confirm swap').click()
  await expect(widget.notice('No connection')).toBeVisible()
  await page.context().setOffline(false)
  await widget.button('Review again').click()
  await widget.button('Confirm swap').click()
  await expect(widget.heading('Swap complete')).toBeVisible()
})
