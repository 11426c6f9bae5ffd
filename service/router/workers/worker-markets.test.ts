import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { sampleWeightedPool } from '../../modules/balancer-v2/testing/sample-weighted-pool.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createPoolDeserializer } from '../../modules/deserialize-pool.ts'
import { arrangeMarket, createMarket } from '../market/market.ts'
import { toSearchRequest } from '../request/search-request.ts'
import { readTradeRequest } from '../request/trade-request.ts'
import { PRICE_WORK } from '../search/solve.ts'
import { createSampleChain, sampleRequest, wbtc } from '../testing/sample-chain.ts'
import { applyDelta, toDelta, toSentMarket } from './market-delta.ts'
import { createWorkerMarkets } from './worker-markets.ts'

const chain = createSampleChain()
const market = createMarket(chain, chain.snapshot()!)
const searchRequest = toSearchRequest(readTradeRequest(sampleRequest(), [chain]), PRICE_WORK)
const ask = { chain: chain.config.name, searchRequest }
const delta = toDelta(market)

describe("the worker's markets", () => {
  it('report an unknown market', () => {
    const answer = createWorkerMarkets([chain.config])
    expect(answer({ id: 1, market: 1, delta: undefined, ...ask })).toEqual({ id: 1, isUnknown: true })
    expect(answer({ id: 2, market: 1, delta, ...ask })).toMatchObject({ id: 2, answer: expect.anything() })
    expect(answer({ id: 3, market: 1, delta: undefined, ...ask })).toMatchObject({
      answer: expect.anything(),
    })
    expect(answer({ id: 4, market: 2, delta: undefined, ...ask })).toEqual({ id: 4, isUnknown: true })
  })

  it('delete a market if a delta does not apply to it', () => {
    const answer = createWorkerMarkets([chain.config])
    answer({ id: 1, market: 1, delta, ...ask })
    const broken = { ...delta, since: 7 }
    expect(answer({ id: 2, market: 2, delta: broken, ...ask })).toEqual({ id: 2, isUnknown: true })
    expect(answer({ id: 3, market: 1, delta: undefined, ...ask })).toEqual({ id: 3, isUnknown: true })
  })
})

describe('the delta of a market', () => {
  const earlier = toSentMarket(market, 1)
  const [changed, gone, ...rest] = market.poolIndex.pools()

  it('contains only the changes', () => {
    const poolIndex = market.poolIndex.with(
      new Map([
        [changed!.address, { ...changed! }],
        [gone!.address, undefined],
      ]),
    )
    const tradable = market.tradable.with(new Map([[wbtc.address, undefined]]))
    const next = toDelta(arrangeMarket({ ...market, poolIndex, tradable }), earlier)
    expect(next.since).toBe(1)
    expect(next.contracts).toEqual([
      { address: changed!.address, pools: [changed!.record()] },
      { address: gone!.address, pools: [] },
    ])
    expect(next.tokens).toEqual([{ token: wbtc.address, isTradable: false }])
  })

  it.each([undefined, null, { base: 7n, perStep: 5n, perMillionGas: 3n }])(
    "contains the rollup's data fee: %o",
    (l1Fee) => {
      const block = { ...chain.snapshot()!, ...(l1Fee !== undefined && { l1Fee }) }
      expect(toDelta(arrangeMarket({ ...market, block })).block.l1Fee).toEqual(l1Fee)
    },
  )

  it('contains the whole market after a change of the chain', () => {
    const other = createMarket(chain, createSampleChain({ pools: rest }).snapshot()!)
    const whole = toDelta(other, earlier)
    expect(whole.since).toBeUndefined()
    expect(whole.contracts.map(({ address }) => address).sort()).toEqual(
      rest.map(({ address }) => address).sort(),
    )
  })

  it('restores the same pools, also several of one contract', () => {
    const third = 10n ** 18n / 3n
    const contract = sampleWeightedPool({
      weights: [third, third, third + 1n],
      balances: [third, third, third],
    })
    const poolIndex = createPoolIndex([contract])
    const applied = applyDelta(toDelta(arrangeMarket({ ...market, poolIndex })), {
      config: chain.config,
      before: undefined,
      deserialize: createPoolDeserializer(),
    })
    const fingerprints = (pools: readonly Pool[]) =>
      pools.map((pool) => `${pool.tokens} ${pool.fingerprint()}`)
    expect(contract.siblings!.length).toBeGreaterThan(0)
    expect(fingerprints(applied!.poolIndex.pools())).toEqual(fingerprints(poolIndex.pools()))
  })
})
