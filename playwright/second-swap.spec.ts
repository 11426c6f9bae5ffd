import type { Page } from '@playwright/test'
import type { Address } from '../wire/lib/address.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'a second swap can be sent while the first is pending, and both show their outcome',
  async ({ page, playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    const owner = manifest().accounts[6]!.address
    await playground.chooseAccount(owner)
    await widget.connect()
    const before = await chain.balance('USDC', owner)
    const sendFirst = await queueTransactions(page, chain, owner)
    await widget.type('0.5')
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await widget.button('Back').click()

    await widget.type('0.25')
    await check('form, with a pending swap')
    await widget.review()
    await expect(widget.root.getByText('0.25 ETH')).toBeVisible()
    await check('review, with a pending swap')
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await widget.button('Back').click()
    await expect(widget.notice('0.5 ETH for USDC')).toContainText('Waiting for the network')
    await expect(widget.notice('0.25 ETH for USDC')).toContainText('Waiting for the network')
    await check('form, with two pending swaps')

    await sendFirst()
    await expect(widget.notice('0.5 ETH for USDC')).toContainText('You received')
    await expect(widget.notice('Swap complete')).toHaveCount(2)
    await expect(playground.event('routeExecutionCompleted')).toHaveCount(2)
    expect(await chain.balance('USDC', owner)).toBeGreaterThan(before)
    await check('form, with two completed swaps')
    await widget.notice('0.5 ETH for USDC').getByRole('button', { name: 'Dismiss' }).click()
    await expect(widget.notice('0.5 ETH for USDC')).toHaveCount(0)
  },
)

test('a reload during a pending swap claims nothing, and the outcome appears once the account is connected', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[7]!.address
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  const before = await chain.balance('USDC', owner)
  await chain.withoutBlocks(async () => {
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await page.reload()
    await expect(widget.amount).toHaveValue('1')
    await expect(widget.root.locator('[data-part="notice"]')).toHaveCount(0)
    await expect(playground.event('routeExecutionStarted')).toHaveCount(0)
  })
  await expect.poll(() => chain.balance('USDC', owner)).toBeGreaterThan(before)
  await playground.chooseAccount(owner)
  await widget.connect()
  // The account is connected again, and its sent swap reappears.
  await expect(widget.notice('1 ETH for USDC')).toContainText('You received')
  await expect(widget.button('Review swap')).toBeVisible()
  await expect(widget.root.getByText(/^Balance [0-9]/).nth(1)).toHaveAttribute('title', /[0-9]/)
})

test('a swap survives an outage of the node after it was sent', async ({ page, playground }) => {
  const { widget } = playground
  const chain = new ChainClient()
  await playground.open()
  await playground.chooseAccount(manifest().accounts[8]!.address)
  await widget.connect()
  const rpc = (url: URL) => url.href.startsWith(chain.chain.rpcUrl)
  await chain.withoutBlocks(async () => {
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await page.route(rpc, (route) => route.abort())
  })
  await chain.mined()
  await expect(widget.heading('Swap in progress')).toBeVisible()
  await page.unroute(rpc)
  await expect(widget.heading('Swap complete')).toBeVisible()
})

/**
 * Makes the wallet's transactions use a nonce after an unused one, so that they stay queued.
 * Returns a function that uses the missing nonce.
 */
async function queueTransactions(
  page: Page,
  chain: ChainClient,
  owner: Address,
): Promise<() => Promise<void>> {
  const first = await chain.client.getTransactionCount({ address: owner })
  let last = first
  await page.route(
    (url) => url.href.startsWith(chain.chain.rpcUrl),
    (route) => {
      const body = route.request().postDataJSON()
      if (body?.method !== 'eth_sendTransaction') return route.continue()
      last += 1
      const params = [{ ...body.params[0], nonce: `0x${last.toString(16)}` }]
      return route.continue({ postData: { ...body, params } })
    },
  )
  return () => chain.useNonce(owner, first)
}
