import { swapWidget } from '../src/exports/testing.ts'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('the testing kit reviews and confirms a swap by a permit, a wrap and an unwrap', async ({
  page,
  playground,
}) => {
  await playground.open()
  await playground.chooseAccount(manifest().accounts[6]!.address)
  const widget = swapWidget(page)
  await widget.connect('Dev Wallet')

  await widget.chooseToken('pay', 'wstETH')
  await widget.chooseToken('receive', 'USDC')
  await widget.fillAmount('0.5')
  await widget.review()
  await expect(widget.button('Sign and swap')).toBeVisible()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await widget.button('Done').click()

  await widget.chooseToken('pay', 'ETH')
  await widget.chooseToken('receive', 'WETH')
  await widget.fillAmount('0.25')
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Wrap complete')).toBeVisible()
  await widget.button('Swap again').click()
  await widget.button('Switch the two tokens').click()
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Unwrap complete')).toBeVisible()
})
