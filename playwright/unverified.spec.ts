import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { formatAmount } from '../wire/lib/amount.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import type { Playground } from './playground.ts'
import { testJourney } from './variants.ts'

/** Removes a token from every response of the catalogue. */
async function unlist(page: Page, address: string): Promise<void> {
  await page.route('**/tokens/graphql', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const json = (await response.json()) as { data: Record<string, { items: { tokenAddress: string }[] }> }
    for (const list of Object.values(json.data)) {
      list.items = list.items.filter(
        ({ tokenAddress }) => tokenAddress.toLowerCase() !== address.toLowerCase(),
      )
    }
    await route.fulfill({ response, json })
  })
}

const readDownload = async (download: Promise<Download>) =>
  readFileSync(await (await download).path(), 'utf8')

testJourney(
  'an imported token stays marked as unverified, can be added to the wallet, and its swap is exported',
  async ({ page, playground, open }) => {
    await unlist(page, new ChainClient().token('LINK').address)
    await importToken(page, playground, await open())
  },
)

async function importToken(
  page: Page,
  playground: Playground,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const { widget } = playground
  const chain = new ChainClient()
  const owner = manifest().accounts[6]!.address
  const { address } = chain.token('LINK')
  const badges = widget.root.locator('[data-part="token-badge"]')
  await playground.chooseAccount(owner)
  await widget.connect()

  await widget.tokenButtons('receive').first().click()
  await widget.root.getByRole('combobox').fill(address)
  await widget.root.getByRole('option', { name: /^LINK\b.*Unverified/ }).click()
  await expect(widget.root.getByText('LINK is not in the token list')).toBeVisible()
  await check('a token to import')
  await widget.button('Use this token').click()
  await expect(badges).toHaveText(['Unverified'])
  await widget.type('0.4')
  await widget.review()
  await expect(badges.first()).toHaveText('Unverified')
  await check('review, unverified')
  const before = await chain.balance('LINK', owner)
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await expect(badges.first()).toHaveText('Unverified')
  const received = formatAmount((await chain.balance('LINK', owner)) - before, 18)
  expect(await widget.received()).toBe(received)

  await widget.button('Add LINK to wallet').click()
  await expect(widget.root.getByText('Your wallet lists LINK.')).toBeVisible()
  await check('receipt, listed by the wallet')
  expect(await playground.walletRequests('wallet_watchAsset')).toEqual([
    { type: 'ERC20', options: { address, symbol: 'LINK', decimals: 18 } },
  ])
  await widget.button('Done').click()

  await widget.button('Activity').click()
  const saved = page.waitForEvent('download')
  await widget.button('More actions').click()
  await widget.button('Export CSV').click()
  await expect(widget.root.getByRole('status').filter({ hasText: 'The file was saved' })).toBeAttached()
  const [names = '', row = ''] = (await readDownload(saved)).trim().split('\r\n')
  const cells = row.slice(1, -1).split('","')
  const cell = (name: string) => cells[names.slice(1, -1).split('","').indexOf(name)]
  const savedJson = page.waitForEvent('download')
  await widget.button('More actions').click()
  await widget.button('Export JSON').click()
  const [entry] = JSON.parse(await readDownload(savedJson)) as [Record<string, unknown>]
  const { status, to } = await chain.client.getTransactionReceipt({ hash: cell('hash') as `0x${string}` })
  expect({ status, to }).toEqual({ status: 'success', to: chain.chain.contracts.settlement.toLowerCase() })
  expect([cell('status'), cell('inputAmount'), cell('received')]).toEqual(['done', '0.4', received])
  expect(entry).toMatchObject({ hash: cell('hash'), status: 'done', outputToken: { address } })
}
