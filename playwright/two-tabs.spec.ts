import type { BrowserContext } from '@playwright/test'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Playground } from './playground.ts'

/** Another tab with the same account. */
async function openTab(context: BrowserContext, owner: string): Promise<Playground> {
  const tab = new Playground(await context.newPage())
  await tab.open()
  await tab.chooseAccount(owner)
  await tab.widget.connect()
  return tab
}

/** Sends a swap, which stays pending, and goes back to the form. */
async function send({ widget }: Playground, amount: string): Promise<void> {
  await widget.type(amount)
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap in progress')).toBeVisible()
}

test('another tab shows a swap while it is pending and how it ended; one of both tells the host', async ({
  context,
}) => {
  const chain = new ChainClient()
  const owner = manifest().accounts[5]!.address
  const [first, second] = [await openTab(context, owner), await openTab(context, owner)]
  const notice = second.widget.notice('0.31 ETH for USDC')
  await chain.withoutBlocks(async () => {
    await send(first, '0.31')
    await expect(notice).toContainText('Waiting for the network')
  })
  await expect(first.widget.heading('Swap complete')).toBeVisible()
  await expect(notice).toContainText('You received')
  await expect(first.event('routeExecutionCompleted')).toHaveCount(1)
  // Longer than the first tab stays the owner.
  await second.page.waitForTimeout(3_000)
  await expect(second.event('routeExecutionCompleted')).toHaveCount(0)
  await expect(first.event('routeExecutionCompleted')).toHaveCount(1)
})

test('when the tab that sent a swap is closed, one of the others tells how it ended', async ({ context }) => {
  const chain = new ChainClient()
  const owner = manifest().accounts[5]!.address
  const first = await openTab(context, owner)
  const others = [await openTab(context, owner), await openTab(context, owner)]
  await chain.withoutBlocks(async () => {
    await send(first, '0.32')
    for (const { widget } of others) {
      await expect(widget.notice('0.32 ETH for USDC')).toContainText('Waiting for the network')
    }
    await first.page.close()
  })
  for (const { widget } of others) {
    await expect(widget.notice('0.32 ETH for USDC')).toContainText('You received')
  }
  await others[0]!.page.waitForTimeout(3_000)
  const counts = await Promise.all(others.map((tab) => tab.event('routeExecutionCompleted').count()))
  expect(counts.sort()).toEqual([0, 1])
})
