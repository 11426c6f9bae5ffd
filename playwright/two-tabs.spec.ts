import type { BrowserContext } from '@playwright/test'
import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Playground } from './playground.ts'

/** Opens another tab with the same account. */
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

/** Counts the completion events of each tab. */
const countEnds = (tabs: readonly Playground[]) =>
  Promise.all(tabs.map((tab) => tab.event('routeExecutionCompleted').count()))

test('other tabs show a pending swap and its outcome, and exactly one tab emits the event, also after the first was closed', async ({
  context,
}) => {
  const chain = new ChainClient()
  const owner = manifest().accounts[5]!.address
  const first = await openTab(context, owner)
  const others = [await openTab(context, owner), await openTab(context, owner)]
  const tabs = [first, ...others]
  const expectInOthers = async (swap: string, text: string) => {
    for (const { widget } of others) await expect(widget.notice(swap)).toContainText(text)
  }
  await chain.withoutBlocks(async () => {
    await send(first, '0.31')
    await expectInOthers('0.31 ETH for USDC', 'Waiting for the network')
  })
  await expect(first.widget.heading('Swap complete')).toBeVisible()
  await expectInOthers('0.31 ETH for USDC', 'You received')
  // Waits longer than the first tab keeps its lock.
  await first.page.waitForTimeout(3_000)
  expect(await countEnds(tabs)).toEqual([1, 0, 0])

  await first.widget.button('Done').click()
  await chain.withoutBlocks(async () => {
    await send(first, '0.32')
    await expectInOthers('0.32 ETH for USDC', 'Waiting for the network')
    await first.page.close()
  })
  await expectInOthers('0.32 ETH for USDC', 'You received')
  await others[0]!.page.waitForTimeout(3_000)
  expect((await countEnds(others)).sort()).toEqual([0, 1])
})
