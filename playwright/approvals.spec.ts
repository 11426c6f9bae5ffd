import { parseAbi } from 'viem'
import { delegateAccount } from '../contracts/testing/delegate-account.ts'
import { UNLIMITED } from '../src/lib/unlimited.ts'
import { formatAmount, parseAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import type { Playground } from './playground.ts'
import { testJourney } from './variants.ts'

// Only this spec uses this account, because it delegates to a contract and leaves an approval
// behind.
const ACCOUNT = 9

testJourney(
  'a token is approved by a permit, in a batch, and without limit by the user’s choice',
  async ({ playground, open }) => allow(playground, await open()),
)

async function allow(playground: Playground, check: (name: string) => Promise<void>): Promise<void> {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[ACCOUNT]!.address
  const sent = () => chain.client.getTransactionCount({ address: owner })
  const setApprovals = (approvals: object) =>
    playground.editConfig((config) => Object.assign(config, { approvals }))
  await chain.revoke('LINK', owner)
  await playground.chooseAccount(owner)
  // The widget queries the wallet's capabilities only once batches are allowed.
  await setApprovals({ batches: false })
  await widget.connect()

  await test.step('a permit: one transaction without a remaining allowance', async () => {
    await widget.choosePair('wstETH', 'USDC')
    await widget.type('0.5')
    await widget.review()
    await expect(widget.notice('Your signature is needed first')).toContainText('exactly 0.5 wstETH')
    await check('review, a permit is needed')
    const permits = () =>
      chain.client.readContract({
        abi: parseAbi(['function nonces(address) view returns (uint256)']),
        address: chain.token('wstETH').address,
        functionName: 'nonces',
        args: [owner],
      })
    const before = { sent: await sent(), permits: await permits(), usdc: await chain.balance('USDC', owner) }
    await widget.button('Sign and swap').click()
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect(await widget.fact('You paid')).toBe('0.5')
    expect(await widget.received()).toBe(formatAmount((await chain.balance('USDC', owner)) - before.usdc, 6))
    expect(await permits()).toBe(before.permits + 1n)
    expect(await sent()).toBe(before.sent + 1)
    expect(await chain.allowance('wstETH', owner)).toBe(0n)
    await widget.button('Done').click()
  })

  await test.step('a batch: approval and swap are one transaction', async () => {
    await delegateAccount({ publicClient: chain.client, manifest: chain.chain }, ACCOUNT)
    await playground.setWallet({ batches: 'atomic' })
    await setApprovals({})
    await widget.choosePair('DAI', 'USDC')
    await widget.type('75.25')
    await widget.review()
    await expect(widget.notice('Approval and swap go together')).toContainText('exactly 75.25 DAI')
    await check('review, a batch')
    const before = {
      sent: await sent(),
      dai: await chain.balance('DAI', owner),
      usdc: await chain.balance('USDC', owner),
    }
    await widget.confirm()
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect(before.dai - (await chain.balance('DAI', owner))).toBe(parseAmount('75.25', 18))
    expect(await widget.received()).toBe(formatAmount((await chain.balance('USDC', owner)) - before.usdc, 6))
    expect(await sent()).toBe(before.sent + 1)
    expect(await chain.allowance('DAI', owner)).toBe(0n)
    await widget.button('Done').click()
  })

  await test.step('an unlimited approval, an amount in dollars, and a pause before the wallet opens', async () => {
    await setApprovals({ batches: false, unlimited: true })
    await widget.button('Settings').click()
    const rows = [/^Advanced/, /^How much to approve/, /^When the checks have passed/]
    for (const row of rows) await widget.button(row).click()
    await widget.root.getByRole('radio', { name: 'Unlimited' }).check()
    await widget.root.getByRole('radio', { name: 'Show me first' }).check()
    await widget.button('Back').click()
    await widget.choosePair('LINK', 'USDC')
    await widget.button('Enter the amount in dollars').click()
    await widget.root.getByRole('textbox', { name: 'Dollars you pay' }).fill('146')
    const link = await chain.balance('LINK', owner)
    await widget.review()
    await expect(widget.notice('Your approval is needed first')).toContainText('Unlimited LINK')
    await check('review, an unlimited approval')
    await widget.confirm()

    const open = widget.button('Open wallet')
    await expect(open).not.toHaveAttribute('aria-disabled')
    await check('checked, before the wallet opens')
    await expect(widget.root.getByText('Checked and sealed')).toBeVisible()
    expect(await chain.allowance('LINK', owner)).toBe(0n)
    const before = { sent: await sent(), usdc: await chain.balance('USDC', owner) }
    // One click is enough, because the swap follows its approval automatically.
    await open.click()
    await expect(widget.heading('Swap complete')).toBeVisible()
    expect(await sent()).toBe(before.sent + 2)
    const paid = link - (await chain.balance('LINK', owner))
    expect(await widget.fact('You paid')).toBe(formatAmount(paid, 18))
    const received = Number(formatAmount((await chain.balance('USDC', owner)) - before.usdc, 6))
    expect(received).toBeGreaterThan(143)
    expect(received).toBeLessThan(149)
    expect(await chain.allowance('LINK', owner)).toBeGreaterThan(UNLIMITED / 2n)
  })
}
