import type { Page } from '@playwright/test'
import { MIN_STUCK_MS } from '../src/lib/thresholds.ts'
import { parseAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import type { Playground } from './playground.ts'
import { testJourney } from './variants.ts'

testJourney(
  'a stuck swap is sped up and another one is cancelled, with one nonce each',
  async ({ page, playground, open }) => {
    // Replaces only the page's clock to skip long waits of the widget.
    await page.clock.install()
    await replaceStuck(page, playground, await open())
  },
)

async function replaceStuck(
  page: Page,
  playground: Playground,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[7]!.address
  const read = async () => ({
    sent: await chain.client.getTransactionCount({ address: owner }),
    eth: await chain.balance('ETH', owner),
    usdc: await chain.balance('USDC', owner),
    dai: await chain.balance('DAI', owner),
  })
  const pending = async () => {
    const { transactions } = await chain.client.getBlock({ blockTag: 'pending', includeTransactions: true })
    return transactions.filter(({ from }) => from === owner.toLowerCase())
  }
  await chain.revoke('USDC', owner)
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.choosePair('USDC', 'DAI')
  await widget.type('40')
  await playground.showEveryRequest()
  await widget.review()
  await widget.confirm()
  await playground.respond('Approve a token?', 'Confirm')
  await expect(page.getByRole('dialog', { name: 'Send this transaction?' })).toBeVisible()

  const before = await read()
  await chain.withoutBlocks(async () => {
    await playground.respond('Send this transaction?', 'Confirm')
    await expect(widget.heading('Swap in progress')).toBeVisible()
    const [first] = await pending()
    await page.clock.fastForward(MIN_STUCK_MS)
    await expect(widget.notice('This takes longer than usual')).toContainText('Speeding it up costs at most')
    await check('in progress, stuck')
    await widget.button('Speed up').click()
    await playground.respond('Send this transaction?', 'Confirm')
    await expect(widget.notice('Sent again with a higher fee')).toBeVisible()
    await check('in progress, sent again')
    const [second, ...others] = await pending()
    expect(others).toEqual([])
    expect(second?.nonce).toBe(first?.nonce)
    expect(second?.input).toBe(first?.input)
    expect(second!.maxFeePerGas!).toBeGreaterThan(first!.maxFeePerGas!)
  })
  await expect(widget.heading('Swap complete')).toBeVisible()
  const swapped = await read()
  expect(swapped.sent).toBe(before.sent + 1)
  expect(before.usdc - swapped.usdc).toBe(parseAmount('40', 6))
  expect(await widget.received()).toMatch(/^39\.|^40\./)
  await widget.button('Done').click()

  await widget.choosePair('ETH', 'DAI')
  await widget.type('0.2')
  await widget.review()
  await widget.confirm()
  await chain.withoutBlocks(async () => {
    await playground.respond('Send this transaction?', 'Confirm')
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await page.clock.fastForward(MIN_STUCK_MS)
    // A wallet that ignores the nonce would swap twice, because no allowance limits the native
    // token.
    await expect(widget.notice('This takes longer than usual')).toBeVisible()
    await expect(widget.button('Speed up')).toHaveCount(0)
    await widget.button('Cancel the swap').click()
    await playground.respond('Send this transaction?', 'Confirm')
    await expect(widget.notice('The cancellation was sent')).toBeVisible()
  })
  await expect(widget.heading('Swap not completed')).toBeVisible()
  await expect(widget.root.getByText('The transaction was cancelled').first()).toBeVisible()
  await check('cancelled')
  const cancelled = await read()
  expect(cancelled.sent).toBe(swapped.sent + 1)
  expect(cancelled.dai).toBe(swapped.dai)
  expect(swapped.eth - cancelled.eth).toBeLessThan(parseAmount('0.01', 18)!)
}
