import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { createLiteralChain, type LiteralChain, makeAddress, TOKENS } from '../testing/literal-chain.ts'
import { createCatalogue } from './create-catalogue.ts'
import { createListStore } from './list-store.ts'

const { weth, usdc, wbtc } = TOKENS

describe('catalogue', () => {
  it('lists the native token among the others, by priority and then address', async () => {
    const { items, total, hasMore } = await setUp().tokens({ chain: 'ethereum' })
    expect(items.map(({ symbol }) => symbol)).toEqual(['USDC', 'WETH', 'ETH', 'WBTC', 'SHADYLONGS…'])
    expect(items.map(({ priority }) => priority)).toEqual([52, 52, 52, 45, 0])
    expect(items[2]).toEqual({
      tokenAddress: NATIVE_TOKEN,
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      type: 'tradable',
      priority: 52,
      branding: { logoUri: null },
    })
    expect({ total, hasMore }).toEqual({ total: 5, hasMore: false })
  })

  it('applies the stable tokens and logos of the config', async () => {
    const catalogue = setUp({
      stableTokens: [wbtc.address],
      logoUris: { [weth.address.toUpperCase().replace('0X', '0x')]: 'https://logos.example/weth.svg' },
    })
    const stables = (await catalogue.tokensByType({ chain: 'ethereum', tokenType: 'stable' })).items
    expect(stables.map(({ symbol }) => symbol)).toEqual(['USDC', 'WBTC'])
    expect((await catalogue.tokens({ chain: 'ethereum' })).items[1]?.branding?.logoUri).toBe(
      'https://logos.example/weth.svg',
    )
  })

  it('returns twenty tokens by default', async () => {
    const tokens = Array.from({ length: 30 }, (_, i) => {
      return { address: makeAddress(i + 1), symbol: `T${i}`, name: 'Token', decimals: 18 }
    })
    const catalogue = getCatalogue(createLiteralChain({ tokens }))
    const request = { chain: 'ethereum', tokenType: 'tradable', pattern: '', limit: null, offset: null }
    for (const page of [
      catalogue.tokens(request),
      catalogue.tokensByType(request),
      catalogue.searchTokens(request),
    ]) {
      expect((await page).items).toHaveLength(20)
      expect(await page).toMatchObject({ hasMore: true })
    }
  })

  it('returns pages', async () => {
    const page = (limit: number, offset: number) => setUp().tokens({ chain: 'ethereum', limit, offset })
    expect(await page(2, 0)).toMatchObject({ total: 5, hasMore: true })
    expect((await page(2, 4)).items).toHaveLength(1)
    expect((await page(2, 4)).hasMore).toBe(false)
    expect(await page(2, 5)).toEqual({ items: [], total: 5, hasMore: false })
    expect((await page(100, 100_000)).items).toEqual([])
  })

  it('searches address, name and symbol case-insensitively', async () => {
    const catalogue = setUp()
    const search = async (pattern: string) =>
      (await catalogue.searchTokens({ chain: 'ethereum', pattern })).items.map(({ symbol }) => symbol)
    expect(await search('wEtH')).toEqual(['WETH'])
    expect(await search('wrapped')).toEqual(['WETH', 'WBTC'])
    expect(await search(usdc.address.toUpperCase())).toEqual(['USDC'])
    expect(await search('0xEEEE')).toEqual(['ETH'])
    expect(await search('nothing like it')).toEqual([])
    expect(await search('%')).toEqual([])
  })

  it('sanitizes symbols and names', async () => {
    const chain = createLiteralChain({
      tokens: [{ address: makeAddress(1), symbol: 'A\u202eB\u0000', name: 'x'.repeat(500), decimals: 18 }],
    })
    const catalogue = getCatalogue(chain)
    const token = (await catalogue.tokens({ chain: 'ethereum' })).items.find(({ symbol }) => symbol === 'AB')
    expect(token?.name).toHaveLength(64)
  })

  it.each([
    [{ chain: 'moon' }, 'UNSUPPORTED_CHAIN'],
    [{ chain: 'polygon' }, 'UNSUPPORTED_CHAIN'],
    [{ chain: 'ethereum', limit: 0 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', limit: 101 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', offset: -1 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', offset: 100_001 }, 'BAD_USER_INPUT'],
  ])('rejects %j with %s', async (query, code) => {
    await expect(setUp().tokens(query)).rejects.toThrow(expect.objectContaining({ code }))
  })

  it('rejects an unknown type and a long pattern', async () => {
    const bad = expect.objectContaining({ code: 'BAD_USER_INPUT' })
    await expect(setUp().tokensByType({ chain: 'ethereum', tokenType: 'meme' })).rejects.toThrow(bad)
    await expect(setUp().searchTokens({ chain: 'ethereum', pattern: 'x'.repeat(101) })).rejects.toThrow(bad)
  })
})

function setUp(config = {}) {
  return getCatalogue(createLiteralChain({ config }))
}

function getCatalogue(chain: LiteralChain) {
  const chains = [chain]
  return createCatalogue({ chains, store: createListStore({ chains, prices: createBlockPrices() }) })
}
