import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { arrangeMarket } from './market.ts'

const E18 = 10n ** 18n
const BLOCK = { blockNumber: 1n, blockHash: '0x01', timestamp: 1n, gasPrice: 1n } as const
const usd = sampleAddress(0xa1)
const token = sampleAddress(0xa2)
const others = Array.from({ length: 7 }, (_, i) => sampleAddress(0xb0 + i))

let n = 0
/** Returns a pool of two tokens that are worth one dollar each. */
function pool(a: string, b: string, dollars: number): Pool {
  n += 1
  const reserve = BigInt(dollars) * E18
  return sampleV2Pool({ reserve0: reserve, reserve1: reserve }, { n, tokens: [a, b] as never })
}

function connectorsOf(
  pools: readonly Pool[],
  { connectorTokens = others, tradable = [usd, token, ...others], of = token } = {},
): readonly string[] {
  const market = arrangeMarket({
    config: { ...chainConfig('ethereum', 1), referenceStable: usd, baseTokens: [usd], connectorTokens },
    block: BLOCK,
    poolIndex: createPoolIndex(pools),
    tradable: new VersionedMap(tradable.map((one) => [one, true])),
    stableDecimals: 18,
  })
  return market.connectors(of)
}

describe('the connectors of a token', () => {
  const priced = others.map((other) => pool(usd, other, 1_000_000))

  it('are the tokens with the deepest pools, at most four', () => {
    const linked = [50, 400, 100, 300, 200].map((thousand, i) => pool(token, others[i]!, thousand * 1_000))
    expect(connectorsOf([...priced, ...linked])).toEqual([1, 3, 4, 2].map((i) => others[i]))
  })

  it('are ranked by the deepest of their pools', () => {
    const linked = [
      pool(token, others[0]!, 50_000),
      pool(token, others[1]!, 40_000),
      pool(token, others[1]!, 60_000),
    ]
    expect(connectorsOf([...priced, ...linked])).toEqual([others[1], others[0]])
  })

  it('exclude tokens whose pools are shallow beside the pools with base tokens', () => {
    const linked = [pool(token, others[0]!, 90_000), pool(token, others[1]!, 110_000)]
    expect(connectorsOf([...priced, ...linked, pool(usd, token, 1_000_000)])).toEqual([others[1]])
  })

  it('include tokens without a price in the last places', () => {
    const linked = [0, 1].map((i) => pool(token, others[i]!, 500_000))
    expect(connectorsOf([priced[1]!, ...linked, pool(usd, others[0]!, 10)])).toEqual([others[1], others[0]])
  })

  it('exclude tokens outside the config and untradable tokens, and a base token has no connectors', () => {
    const linked = others.map((other) => pool(token, other, 500_000))
    const pools = [...priced, ...linked]
    expect(connectorsOf(pools, { connectorTokens: [others[3]!] })).toEqual([others[3]])
    expect(connectorsOf(pools, { connectorTokens: [] })).toEqual([])
    expect(connectorsOf(pools, { tradable: [usd, token, others[2]!] })).toEqual([others[2]])
    expect(connectorsOf(pools, { of: usd })).toEqual([])
  })

  it('accept addresses in any case in the config', () => {
    const named = others[6]!.replace(/[a-f]/g, (letter) => letter.toUpperCase()) as `0x${string}`
    const linked = pool(token, others[6]!, 500_000)
    expect(connectorsOf([...priced, linked], { connectorTokens: [named] })).toEqual([others[6]])
  })
})
