import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('while a swap is on its way another can be made, and both are told to their ends', async ({
  playground,
}) => {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[6]!.address
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  const before = await chain.balance('USDC', owner)
  await chain.withoutBlocks(async () => {
    await widget.type('0.5')
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await widget.button('Back').click()

    await widget.type('0.25')
    await widget.review()
    await expect(widget.root.getByText('0.25 ETH')).toBeVisible()
    await widget.confirm()
    await expect(widget.heading('Swap in progress')).toBeVisible()
    await widget.button('Back').click()
    await expect(widget.notice('0.5 ETH for USDC')).toContainText('Waiting for the network')
  })
  await expect(widget.notice('0.5 ETH for USDC')).toContainText('You received')
  await expect(widget.notice('Swap complete')).toHaveCount(2)
  await expect(playground.event('routeExecutionCompleted')).toHaveCount(2)
  expect(await chain.balance('USDC', owner)).toBeGreaterThan(before)
  await widget.notice('0.5 ETH for USDC').getByRole('button', { name: 'Dismiss' }).click()
  await expect(widget.notice('0.5 ETH for USDC')).toHaveCount(0)
})

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
