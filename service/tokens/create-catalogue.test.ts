import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../src/lib/address.ts'
import { createPriceBoard } from '../rates/price-board.ts'
import { addressOf, createLiteralChain, TOKENS } from '../testing/literal-chain.ts'
import { createCatalogue } from './create-catalogue.ts'

const { weth, usdc, wbtc } = TOKENS

describe('the catalogue', () => {
  it('lists the native token among the others, by priority and then address', () => {
    const { items, total, hasMore } = setUp().tokens({ chain: 'ethereum' })
    expect(items.map(({ symbol }) => symbol)).toEqual(['WETH', 'ETH', 'USDC', 'WBTC', 'SHADYLONGS…'])
    expect(items.map(({ priority }) => priority)).toEqual([66, 66, 65, 58, 0])
    expect(items[1]).toEqual({
      tokenAddress: NATIVE_TOKEN,
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      type: 'tradable',
      priority: 66,
      branding: { logoUri: null },
    })
    expect({ total, hasMore }).toEqual({ total: 5, hasMore: false })
  })

  it('calls stable what the operator calls so, and shows the logos he names', () => {
    const catalogue = setUp({
      stableTokens: [wbtc.address],
      logoUris: { [weth.address.toUpperCase().replace('0X', '0x')]: 'https://logos.example/weth.svg' },
    })
    const stables = catalogue.tokensByType({ chain: 'ethereum', tokenType: 'stable' }).items
    expect(stables.map(({ symbol }) => symbol)).toEqual(['USDC', 'WBTC'])
    expect(catalogue.tokens({ chain: 'ethereum' }).items[0]?.branding?.logoUri).toBe(
      'https://logos.example/weth.svg',
    )
  })

  it('turns pages', () => {
    const page = (limit: number, offset: number) => setUp().tokens({ chain: 'ethereum', limit, offset })
    expect(page(2, 0)).toMatchObject({ total: 5, hasMore: true })
    expect(page(2, 4).items).toHaveLength(1)
    expect(page(2, 4).hasMore).toBe(false)
    expect(page(2, 5)).toEqual({ items: [], total: 5, hasMore: false })
    expect(page(100, 100_000).items).toEqual([])
  })

  it('searches address, name and symbol in any case', () => {
    const search = (pattern: string) =>
      setUp()
        .searchTokens({ chain: 'ethereum', pattern })
        .items.map(({ symbol }) => symbol)
    expect(search('wEtH')).toEqual(['WETH'])
    expect(search('wrapped')).toEqual(['WETH', 'WBTC'])
    expect(search(usdc.address.toUpperCase())).toEqual(['USDC'])
    expect(search('0xEEEE')).toEqual(['ETH'])
    expect(search('nothing like it')).toEqual([])
    expect(search('%')).toEqual([])
  })

  it('cleans what tokens call themselves', () => {
    const chain = createLiteralChain({
      tokens: [{ address: addressOf(1), symbol: 'A\u202eB\u0000', name: 'x'.repeat(500), decimals: 18 }],
    })
    const catalogue = createCatalogue({ chains: [chain], prices: createPriceBoard() })
    const token = catalogue.tokens({ chain: 'ethereum' }).items.find(({ symbol }) => symbol === 'AB')
    expect(token?.name).toHaveLength(64)
  })

  it.each([
    [{ chain: 'moon' }, 'UNSUPPORTED_CHAIN'],
    [{ chain: 'polygon' }, 'UNSUPPORTED_CHAIN'],
    [{ chain: 'ethereum', limit: 0 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', limit: 101 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', offset: -1 }, 'BAD_USER_INPUT'],
    [{ chain: 'ethereum', offset: 100_001 }, 'BAD_USER_INPUT'],
  ])('refuses %j with %s', (query, code) => {
    expect(() => setUp().tokens(query)).toThrow(expect.objectContaining({ code }))
  })

  it('refuses a type it does not know and a pattern without end', () => {
    const bad = expect.objectContaining({ code: 'BAD_USER_INPUT' })
    expect(() => setUp().tokensByType({ chain: 'ethereum', tokenType: 'meme' })).toThrow(bad)
    expect(() => setUp().searchTokens({ chain: 'ethereum', pattern: 'x'.repeat(101) })).toThrow(bad)
  })
})

function setUp(config = {}) {
  return createCatalogue({ chains: [createLiteralChain({ config })], prices: createPriceBoard() })
}
