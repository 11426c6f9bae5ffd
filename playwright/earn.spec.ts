import { parseAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { testJourney } from './variants.ts'

// No pool trades these tokens, so only the service reports their value.
const accepts = ['I compared the amounts and want to swap']
const owner = () => manifest().accounts[7]!.address

testJourney(
  'a deposit into a lending market is withdrawn with the interest until Confirm',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    await playground.chooseAccount(owner())
    await widget.connect()
    await widget.choosePair('USDC', 'aEthUSDC')
    await widget.type('2500')
    const details = widget.root.locator('[data-part="price"]')
    const figure = (label: string) => details.locator('dt', { hasText: label }).locator('xpath=../dd[1]')
    await expect(figure('APY of aEthUSDC, recent')).toHaveText(/^\d+(\.\d+)?%$/)
    await expect(figure('APY after this deposit')).toHaveText(/^\d+(\.\d+)?%$/)
    await expect(figure('Total deposits')).toHaveText(/^\$[\d,.]+M?$/)

    const before = await chain.balance('aEthUSDC', owner())
    await widget.review()
    await check('review, a deposit')
    await widget.confirm({ accepts })
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect((await chain.balance('aEthUSDC', owner())) - before).toBeGreaterThan(parseAmount('2495', 6)!)
    await widget.button('Done').click()

    await widget.button(/^Wallet 0x/).click()
    await widget.button('Your deposits').click()
    await expect(widget.heading('Your deposits')).toBeFocused()
    await check('deposits')
    const deposit = widget.root.getByRole('region', { name: 'aEthUSDC', exact: true })
    // The account starts with a deposit that this browser did not record, unless another test has
    // withdrawn it.
    const isKnown = before < parseAmount('0.01', 6)!
    await expect(deposit.locator('dt', { hasText: 'Deposited' }).locator('xpath=../dd[1]')).toHaveText(
      isKnown ? /^2,\d{3}\.\d{2} USDC$/ : 'unknown',
    )
    await deposit.getByRole('button', { name: 'Withdraw aEthUSDC' }).click()

    await expect(widget.button(/^Token you receive: USDC/)).toBeVisible()
    await widget.review()
    await expect(widget.notice('All of your aEthUSDC')).toBeVisible()
    const held = {
      lent: await chain.balance('aEthUSDC', owner()),
      usdc: await chain.balance('USDC', owner()),
    }
    await widget.confirm({ accepts })
    await expect(widget.heading('Swap complete')).toBeVisible()
    // One cent of interest on this deposit takes about twenty minutes.
    expect(await chain.balance('aEthUSDC', owner())).toBeLessThan(parseAmount('0.01', 6)!)
    const received = (await chain.balance('USDC', owner())) - held.usdc
    expect(received).toBeGreaterThan((held.lent * 998n) / 1000n)
  },
)

test('a vault deposit is increased and withdrawn completely', { tag: '@proof' }, async ({ playground }) => {
  const { widget } = playground
  const chain = new ChainClient()
  const share = chain.chain.tokens.find(({ claim }) => claim?.kind === 'vault-share')!.symbol
  await playground.open()
  await playground.chooseAccount(owner())
  await widget.connect()
  const before = await chain.balance(share, owner())
  const openDeposits = async () => {
    await widget.button(/^Wallet 0x/).click()
    await widget.button('Your deposits').click()
  }
  await openDeposits()
  await widget.button(`Deposit more into ${share}`).click()
  await expect(widget.button(new RegExp(`^Token you receive: ${share}`))).toBeVisible()
  await widget.type('500')
  await widget.review()
  await widget.confirm({ accepts })
  await expect(widget.heading('Swap complete')).toBeVisible()
  expect(await chain.balance(share, owner())).toBeGreaterThan(before)
  await widget.button('Done').click()

  await openDeposits()
  await widget.button(`Withdraw ${share}`).click()
  await widget.review()
  await widget.confirm({ accepts })
  await expect(widget.heading('Swap complete')).toBeVisible()
  expect(await chain.balance(share, owner())).toBe(0n)
  await widget.button('Done').click()
  await openDeposits()
  await expect(widget.root.getByRole('region', { name: share, exact: true })).toHaveCount(0)
})
