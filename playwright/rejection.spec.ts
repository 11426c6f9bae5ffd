import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('a rejected connection leaves the form as it was', async ({ playground }) => {
  const { widget } = playground
  await playground.open()
  await widget.type('2.5')
  await widget.openWallets()
  await playground.rejectNext()
  await widget.button('Dev Wallet').click()
  await expect(widget.notice('Connection declined')).toBeVisible()
  await widget.button('Back').click()
  await expect(widget.amount).toHaveValue('2.5')
  await widget.connect()
  await expect(widget.amount).toHaveValue('2.5')
})

test('a rejected approval sends nothing, keeps the form, and can be tried again', async ({ playground }) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[1]!.address
  const before = await chain.balance('USDC', owner)
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.choosePair('USDC', 'WETH')
  await widget.type('321')
  await widget.review()
  await playground.rejectNext()
  await widget.confirm()
  await expect(widget.notice('You declined in your wallet')).toBeVisible()
  await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect(widget.amount).toHaveValue('321')
  expect(await chain.balance('USDC', owner)).toBe(before)
  expect(await chain.allowance('USDC', owner)).toBe(0n)

  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
})

test('a rejected swap after its approval keeps the form, and the approval can be removed', async ({
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[2]!.address
  const before = await chain.balance('USDC', owner)
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.choosePair('USDC', 'DAI')
  await widget.type('55.5')
  await widget.review()
  await playground.askEveryTime()
  await widget.confirm()
  await playground.answer('Approve a token?', 'Confirm')
  await playground.answer('Send this transaction?', 'Reject')
  await expect(widget.notice('Swap declined')).toContainText('Your approval of 55.5 USDC still stands')
  await expect(playground.event('routeExecutionFailed')).toHaveCount(1)
  await expect(playground.event('transactionError')).toHaveCount(0)
  expect(await chain.allowance('USDC', owner)).toBe(55_500_000n)
  await widget.button('Remove approval of USDC').click()
  await playground.answer('Approve a token?', 'Confirm')
  await expect(widget.notice('The approval of USDC is removed')).toBeVisible()
  expect(await chain.allowance('USDC', owner)).toBe(0n)
  await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect(widget.amount).toHaveValue('55.5')
  expect(await chain.balance('USDC', owner)).toBe(before)
})
