import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { TokenRecord } from '../../wire/tokens.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { chainConfig, createLiteralChain, getPool, makeAddress, TOKENS } from '../testing/literal-chain.ts'
import { type ListTokensOptions, listTokens } from './list-tokens.ts'
import { createTokenIndex } from './token-index.ts'
import type { ListedToken } from './token-lists.ts'

const { weth, usdc, wbtc, shady } = TOKENS
const deep = getPool(1, [weth, 1_000], [usdc, 3_000_000])
const source = { factory: makeAddress(0xb7), name: 'Some' }
const config: Partial<ChainServiceConfig> = {
  sources: [
    ...chainConfig('ethereum', 1).sources,
    { ...source, index: 1, module: 'aave-v3', kind: 'aave', version: '3.6', oracle: makeAddress(0xb8) },
    { ...source, index: 2, module: 'vault', kind: 'erc4626' },
  ],
}

describe('token of the catalogue', () => {
  it('has the type of its pools, else the type of its lists, else `tradable`', () => {
    const [aToken, share, staked] = [71, 72, 73].map((n) => ({ ...shady, address: makeAddress(n) }))
    const pools = [
      deep,
      { ...getPool(2, [usdc, 1_000], [aToken!, 1_000]), module: 'aave-v3' },
      { ...getPool(3, [usdc, 1_000], [share!, 1_000]), module: 'vault' },
    ]
    const types = getTypes(
      list({
        pools,
        tokens: [...Object.values(TOKENS), aToken!, share!, staked!],
        listed: [
          { ...staked!, type: 'stake' },
          // A list cannot declare a deposit token stable.
          { ...aToken!, type: 'stable' },
          { ...usdc, type: 'lp' },
        ],
        lpTokens: [{ metadata: { ...shady, address: deep.address }, pool: deep }],
      }),
    )
    expect(types).toEqual({
      [usdc.address]: 'stable',
      [weth.address]: 'tradable',
      [wbtc.address]: 'tradable',
      [shady.address]: 'tradable',
      [makeAddress(71)]: 'lend',
      [makeAddress(72)]: 'invest',
      [makeAddress(73)]: 'stake',
      [deep.address]: 'lp',
      '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': 'tradable',
    })
  })

  it('has a checksummed address, and a symbol of at most eleven visible characters', () => {
    const address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
    const hostile = {
      address,
      symbol: '\u202eEVIL\u0000\u200bSYMBOLLONG',
      name: '<img src=x>',
      decimals: 18,
    } as const
    const record = list({ tokens: [...Object.values(TOKENS), hostile] }).find(
      ({ tokenAddress }) => tokenAddress.toLowerCase() === address,
    )
    expect(record?.tokenAddress).toBe(getAddress(address))
    expect(record?.symbol).toBe('EVILSYMBOL…')
    expect(record?.fullSymbol).toBe('EVILSYMBOLLONG')
  })

  it('ranks by liquidity and volume, where volume counts at most ten times the liquidity', () => {
    const priorityOf = (volume: number) =>
      list({ volumeOf: () => volume }).find(({ symbol }) => symbol === 'WETH')!.priority
    const depth = 3_000_000 * (1 - Math.sqrt(0.9))
    expect(priorityOf(0)).toBe(Math.round(10 * Math.log10(1 + depth)))
    expect(priorityOf(depth * 5)).toBe(Math.round(10 * Math.log10(1 + depth * 6)))
    expect(priorityOf(1e15)).toBe(Math.round(10 * Math.log10(1 + depth * 11)))
  })

  it('ranks last without liquidity, whatever its volume', () => {
    const records = list({ volumeOf: () => 1e15 })
    expect(records.find(({ symbol }) => symbol === 'SHADYLONGS…')?.priority).toBe(0)
  })

  it('ranks before pool shares, which often have the name of their exchange', () => {
    const uni = { ...shady, address: makeAddress(81), symbol: 'UNI', name: 'Uniswap' }
    const shares = [82, 83].map((n) => ({
      metadata: { ...shady, address: makeAddress(n), symbol: 'UNI-V2', name: 'Uniswap V2 WETH/USDC' },
      pool: deep,
    }))
    const records = list({
      pools: [deep, getPool(4, [uni, 1_000], [usdc, 6_000])],
      tokens: [...Object.values(TOKENS), uni],
      lpTokens: shares,
    })
    const { items } = createTokenIndex(records).page({ pattern: 'uni', limit: 10, offset: 0 })
    expect(items.map(({ symbol }) => symbol)).toEqual(['UNI', 'UNI-V2', 'UNI-V2'])
  })

  it('is listed once if several sources name it', () => {
    const records = list({ listed: [weth, usdc, shady].map((token) => ({ ...token, type: undefined })) })
    const addresses = records.map(({ tokenAddress }) => tokenAddress.toLowerCase())
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

interface Setting extends Pick<ListTokensOptions, 'lpTokens' | 'volumeOf'> {
  pools?: PoolView[]
  tokens?: TokenMetadata[]
  listed?: Omit<ListedToken, 'logoUri'>[]
}

function list({ pools = [deep], tokens = Object.values(TOKENS), listed = [], ...rest }: Setting) {
  const chain = createLiteralChain({ pools, tokens, config })
  const byAddress = new Map(listed.map((token) => [token.address, { ...token, logoUri: null }]))
  return [...listTokens({ chain, prices: createBlockPrices().of(chain)!, listed: byAddress, ...rest })]
}

function getTypes(records: readonly TokenRecord[]) {
  return Object.fromEntries(records.map(({ tokenAddress, type }) => [tokenAddress.toLowerCase(), type]))
}
