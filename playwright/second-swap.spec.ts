import type { Page } from '@playwright/test'
import type { Address } from '../src/lib/address.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'while a swap is on its way another can be made, and both are told to their ends',
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
    await check('form, with a swap on its way')
    await widget.review()
    await expect(widget.root.getByText('0.25 ETH')).toBeVisible()
    await check('review, with a swap on its way')
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await widget.button('Back').click()
    await expect(widget.notice('0.5 ETH for USDC')).toContainText('Waiting for the network')
    await expect(widget.notice('0.25 ETH for USDC')).toContainText('Waiting for the network')
    await check('form, with two swaps on their way')

    await sendFirst()
    await expect(widget.notice('0.5 ETH for USDC')).toContainText('You received')
    await expect(widget.notice('Swap complete')).toHaveCount(2)
    await expect(playground.event('routeExecutionCompleted')).toHaveCount(2)
    expect(await chain.balance('USDC', owner)).toBeGreaterThan(before)
    await check('form, with both ends')
    await widget.notice('0.5 ETH for USDC').getByRole('button', { name: 'Dismiss' }).click()
    await expect(widget.notice('0.5 ETH for USDC')).toHaveCount(0)
  },
)

test('a reload while a swap is on its way claims nothing, and tells its end once the account is known', async ({
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
  // The account is known again, and with it what it had sent.
  await expect(widget.notice('1 ETH for USDC')).toContainText('You received')
  await expect(widget.button('Review swap')).toBeVisible()
  await expect(widget.root.getByText(/^Balance [0-9]/).nth(1)).toHaveAttribute('title', /[0-9]/)
})

test('a node that goes away after a swap was sent is waited for', async ({ page, playground }) => {
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
 * From now on the node gets what the wallet sends behind a nonce that nobody has used: it waits, and blocks go on. Returns what
 * uses that nonce.
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
