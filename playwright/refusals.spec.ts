import { expect, test } from './fixtures.ts'

test('more than the balance and what nobody can route are refused in words; another amount is priced again', async ({
  playground,
}) => {
  const { widget } = playground
  await playground.open()
  await widget.connect()
  await widget.type('10001')
  await expect(widget.button('Not enough ETH')).toBeVisible()
  await expect(widget.amount).toHaveValue('10001')
  // Below the minimum fee no route pays more than it costs.
  await widget.type('0.0000001')
  await expect(widget.notice('No route for this trade')).toBeVisible()
  await expect(widget.button('Change the amount')).toBeVisible()
  await expect(widget.amount).toHaveValue('0.0000001')
  await widget.type('0.5')
  await expect(widget.button('Review swap')).toBeVisible()
})
