import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'a rejected connection, approval or swap keeps the form for a retry, and a remaining approval can be revoked',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    const owner = manifest().accounts[2]!.address
    const before = await chain.balance('USDC', owner)
    await playground.chooseAccount(owner)
    await widget.choosePair('USDC', 'DAI')
    await widget.type('55.5')
    await widget.openWallets()
    await playground.rejectNext()
    await widget.button('Dev Wallet').click()
    await expect(widget.notice('Connection declined')).toBeVisible()
    await check('connection declined')
    await widget.button('Back').click()
    await expect(widget.amount).toHaveValue('55.5')
    await widget.connect()

    const leave = () => widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
    await widget.review()
    await playground.rejectNext()
    await widget.confirm()
    await expect(widget.notice('You declined in your wallet')).toBeVisible()
    await check('approval declined')
    await leave()
    await expect(widget.amount).toHaveValue('55.5')
    expect(await chain.balance('USDC', owner)).toBe(before)
    expect(await chain.allowance('USDC', owner)).toBe(0n)

    await widget.review()
    await playground.showEveryRequest()
    await widget.confirm()
    await playground.respond('Approve a token?', 'Confirm')
    await playground.respond('Send this transaction?', 'Reject')
    await expect(widget.notice('Swap declined')).toContainText('Your approval of 55.5 USDC still stands')
    await check('swap declined, an approval remains')
    // The first failure was the declined approval.
    await expect(playground.event('routeExecutionFailed')).toHaveCount(2)
    await expect(playground.event('transactionError')).toHaveCount(0)
    expect(await chain.allowance('USDC', owner)).toBe(55_500_000n)
    await widget.button('Remove approval of USDC').click()
    await playground.respond('Approve a token?', 'Confirm')
    await expect(widget.notice('The approval of USDC is removed')).toBeVisible()
    await check('approval removed')
    expect(await chain.allowance('USDC', owner)).toBe(0n)
    await leave()
    await expect(widget.amount).toHaveValue('55.5')
    expect(await chain.balance('USDC', owner)).toBe(before)
  },
)
