import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, custom } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { type OpenedCatalogue, openCatalogue } from './open-catalogue.ts'
import { readTokenLists } from './token-lists.ts'

const directory = mkdtempSync(join(tmpdir(), 'sluice-tokens-'))
const list = join(directory, 'list.json')
const listed = makeAddress(0x1234)
const logger = { info() {}, warn() {}, error() {} }

let devnet: TestDevnet
let chain: ChainFollower
let database: Database
let opened: OpenedCatalogue

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = createFollowedChain(devnet.serviceConfig.chains[0]!)
  await chain.start()
  database = openDatabase({})
  writeFileSync(
    list,
    JSON.stringify({
      name: 'A list',
      timestamp: '2026-01-01T00:00:00.000Z',
      version: { major: 1, minor: 0, patch: 0 },
      tokens: [
        {
          chainId: chain.config.id,
          address: listed,
          symbol: 'LISTED\u202e',
          name: '<b>Listed</b>',
          decimals: 9,
          logoURI: 'javascript:alert(1)',
          tags: ['staking'],
        },
        { chainId: 1, address: makeAddress(7), symbol: 'ELSEWHERE', name: 'Elsewhere', decimals: 18 },
      ],
    }),
  )
  opened = await open([list])
  await opened.ready
})

afterAll(async () => {
  await opened?.close()
  await database?.close()
  await chain?.stop()
  await devnet?.stop()
  rmSync(directory, { recursive: true, force: true })
})

describe('catalogue in a database', () => {
  it('distinguishes lending, vault, pool, stable and tradable tokens', async () => {
    const symbols = async (tokenType: string) =>
      (await opened.catalogue.tokensByType({ chain: 'ethereum', tokenType, limit: 100 })).items.map(
        ({ symbol }) => symbol,
      )
    const kinds = new Set(chain.config.sources.map(({ kind }) => kind))
    expect(await symbols('tradable')).toContain('WETH')
    expect(await symbols('stable')).toContain('USDC')
    expect((await symbols('lp')).length).toBeGreaterThan(0)
    expect((await symbols('lend')).length > 0).toBe(kinds.has('aave'))
    expect((await symbols('invest')).length > 0).toBe(kinds.has('erc4626'))
  })

  it('lists traded tokens before shares in them', async () => {
    const { items } = await opened.catalogue.tokens({ chain: 'ethereum', limit: 100 })
    const place = (wanted: string) => items.findIndex(({ symbol }) => symbol === wanted)
    for (const traded of ['WETH', 'USDC', 'DAI']) {
      for (const share of ['aEthWETH', 'aEthUSDC', 'sDAI']) expect(place(traded)).toBeLessThan(place(share))
    }
  })

  it('adds sanitized tokens of lists', async () => {
    const { items } = await opened.catalogue.tokensByType({ chain: 'ethereum', tokenType: 'stake' })
    expect(items).toEqual([
      expect.objectContaining({
        tokenAddress: listed,
        symbol: 'LISTED',
        decimals: 9,
        priority: 0,
        branding: { logoUri: null },
      }),
    ])
    expect((await opened.catalogue.searchTokens({ chain: 'ethereum', pattern: 'elsewhere' })).total).toBe(0)
  })

  it('is written by one instance and read by every other', async () => {
    const before = await revision()
    const other = await open([])
    await other.ready
    const query = { chain: 'ethereum', pattern: 'listed' }
    expect(await other.catalogue.searchTokens(query)).toEqual(await opened.catalogue.searchTokens(query))
    expect(await revision()).toBe(before)

    // After the writer has stopped, the other instance leads and removes the tokens that only the
    // first had on a list.
    await opened.close()
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await other.catalogue.searchTokens(query)).total === 0) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect((await other.catalogue.searchTokens(query)).total).toBe(0)
    expect(
      (await other.catalogue.searchTokens({ chain: 'ethereum', pattern: 'weth' })).total,
    ).toBeGreaterThan(0)
    await other.close()
  })

  it('shows its own tokens while the database is opening, and the stored tokens afterwards', async () => {
    let isOpen = () => {}
    const opening = new Promise<void>((resolve) => {
      isOpen = resolve
    })
    const slow: Database = {
      ...database,
      query: async (...args) => opening.then(() => database.query(...args)),
    }
    const shared = { chains: [chain], prices: createBlockPrices(), logger, everyMs: 50 }
    const extra = join(directory, 'extra.json')
    writeFileSync(extra, readFileSync(list, 'utf8').replace(listed, makeAddress(0x9876)))
    // Another instance without this list is elected.
    const elected = await open([])
    await elected.ready
    const early = openCatalogue({ ...shared, database: slow, listed: await readTokenLists([extra]) })
    const found = () => early.catalogue.tokens({ chain: 'ethereum', limit: 100 })
    await expect.poll(async () => (await found().catch(() => undefined))?.total).toBeGreaterThan(4)
    const ofItsList = async () =>
      (await early.catalogue.searchTokens({ chain: 'ethereum', pattern: 'listed' })).total
    expect(await ofItsList()).toBe(1)
    isOpen()
    await early.ready
    await expect.poll(ofItsList).toBe(0)
    const stored = await database.query('SELECT count(*)::int AS n FROM sluice_tokens WHERE NOT is_withdrawn')
    expect((await found()).total).toBe(stored[0]?.n)
    await Promise.all([early.close(), elected.close()])
  })

  it("logs the start and the end of an outage of a chain's swaps once", async () => {
    let isRefused = true
    const lines: unknown[] = []
    const warn = (fields: Record<string, unknown>, message: string) =>
      void lines.push({ message, chain: fields.chain, part: fields.part, error: fields.error })
    const client = createPublicClient({
      transport: custom(
        {
          async request(call) {
            if (isRefused && call.method === 'eth_getLogs') throw new Error('There is no such method')
            return chain.client.request(call)
          },
        },
        { retryCount: 0 },
      ),
    })
    let turns = 0
    const counting: Database = {
      ...database,
      query(...args) {
        turns += 1
        return database.query(...args)
      },
    }
    const other = openCatalogue({
      chains: [{ ...chain, client }],
      prices: createBlockPrices(),
      database: counting,
      listed: new Map(),
      logger: { ...logger, warn },
      everyMs: 20,
    })
    await other.ready
    const later = turns + 20
    await expect.poll(() => turns, { timeout: 10_000 }).toBeGreaterThan(later)
    const about = { chain: 'ethereum', part: 'swaps' }
    const begin = { ...about, message: 'a part of the catalogue is unavailable' }
    expect(lines).toEqual([{ ...begin, error: expect.stringContaining('no such method') }])
    isRefused = false
    await expect
      .poll(() => lines.slice(1), { timeout: 10_000 })
      .toEqual([{ ...about, message: 'a part of the catalogue is available again', error: undefined }])
    await other.close()
  })

  it('shows its own tokens while the database is unreachable', async () => {
    const nowhere = openDatabase({ url: 'postgres://me:secret@127.0.0.1:9/none' })
    const alone = openCatalogue({
      chains: [chain],
      prices: createBlockPrices(),
      database: nowhere,
      listed: new Map(),
      logger,
    })
    await alone.ready
    expect((await alone.catalogue.tokens({ chain: 'ethereum' })).items.length).toBeGreaterThan(4)
    await alone.close()
    await nowhere.close()
  })
})

async function open(tokenLists: string[]) {
  const [prices, listed] = [createBlockPrices(), await readTokenLists(tokenLists)]
  return openCatalogue({ chains: [chain], prices, database, listed, logger, everyMs: 50 })
}

async function revision(): Promise<unknown> {
  return (await database.query('SELECT revision::text FROM sluice_token_revision'))[0]?.revision
}
