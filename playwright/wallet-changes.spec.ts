import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'a network change during the review needs a switch back, and an account change closes the review',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const [owner, other] = [manifest().accounts[5]!.address, manifest().accounts[6]!.address]
    await playground.chooseAccount(owner)
    await widget.connect()
    await widget.type('2')
    await widget.review()
    await playground.chooseNetwork('Base (devnet)')
    await playground.showEveryRequest()
    await widget.confirm()
    await playground.respond('Switch the network?', 'Reject')
    await expect(widget.notice('Network not switched')).toBeVisible()
    await check('network not switched')
    await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
    await expect(widget.amount).toHaveValue('2')

    await playground.chooseNetwork('Ethereum (devnet)')
    await widget.review()
    await playground.chooseAccount(other)
    await expect(widget.heading('Swap')).toBeVisible()
    await expect(widget.amount).toHaveValue('2')
  },
)

test('a wallet that changes the account during a request sends nothing for the new account', async ({
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const [owner, other] = [manifest().accounts[5]!.address, manifest().accounts[6]!.address]
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.choosePair('USDC', 'DAI')
  await widget.type('120')
  await widget.review()
  await playground.showEveryRequest()
  const before = await chain.balance('USDC', other)
  await widget.confirm()
  await expect(playground.page.getByRole('dialog')).toBeVisible()
  await playground.page.evaluate((account) => {
    const { devWallet } = window as unknown as { devWallet: { setAccounts(accounts: string[]): void } }
    devWallet.setAccounts([account])
  }, other)
  await playground.respond('Approve a token?', 'Confirm')
  await expect(widget.notice('Your wallet changed its account')).toBeVisible()
  expect(await chain.balance('USDC', other)).toBe(before)
  await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect(widget.amount).toHaveValue('120')
})

test('a wallet disconnected during its approval receives no further request', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[7]!.address
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.choosePair('USDC', 'DAI')
  await widget.type('700')
  await widget.review()
  const before = await chain.balance('USDC', owner)
  await chain.withoutBlocks(async () => {
    await widget.confirm()
    await expect(widget.button('Stop here')).toBeVisible()
    await page.evaluate(() => {
      const { devWallet } = window as unknown as { devWallet: { setAccounts(accounts: string[]): void } }
      devWallet.setAccounts([])
    })
  })
  await expect(widget.root.getByRole('heading', { name: 'Swap not completed' })).toBeVisible()
  expect(await chain.balance('USDC', owner)).toBe(before)
  await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect(widget.amount).toHaveValue('700')
})
