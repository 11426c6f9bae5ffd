import { describe, expect, it } from 'vitest'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { edgesBetween } from '../testing/edges-between.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { chooseIntermediates, MAX_INTERMEDIATES } from './choose-intermediates.ts'
import { PURCHASE, SALE } from './network/side.ts'

const UNIT = 10n ** 21n

describe('the intermediate tokens of a search', () => {
  it('are not chosen where the query names few', () => {
    const sale = createRandomMarket({ seed: 1, tokens: 20, pools: 60 }).sale(0.01)
    expect(chooseIntermediates(sale, { side: SALE, amount: sale.amountIn })).toBeUndefined()
  })

  it.each([0, 1e-9])('are limited in number and come from the query, with gas at %s', (gasShare) => {
    const market = createRandomMarket({ seed: 2, tokens: 120, pools: 400, mispricing: 0.4, gasShare })
    const sale = market.sale(0.1)
    for (const side of [SALE, PURCHASE]) {
      const via = chooseIntermediates(sale, { side, amount: sale.amountIn })?.via ?? []
      expect(via.length).toBeGreaterThan(0)
      expect(via.length).toBeLessThanOrEqual(MAX_INTERMEDIATES)
      expect(new Set(via).size).toBe(via.length)
      expect(sale.via).toEqual(expect.arrayContaining([...via]))
    }
  })

  it('include a token with two pools that carry more than the hubs', () => {
    const [input, output, rare, ...hubs] = Array.from({ length: 63 }, (_, i) => sampleAddress(0xa000 + i))
    const pairs: [string, string, bigint][] = hubs.flatMap((hub, i): [string, string, bigint][] => [
      [input!, hub, UNIT / 50n],
      [output!, hub, UNIT / 50n],
      ...hubs.slice(i + 1, i + 4).map((other): [string, string, bigint] => [hub, other, UNIT / 50n]),
    ])
    const deep: typeof pairs = [
      [input!, rare!, UNIT],
      [output!, rare!, UNIT],
    ]
    const pools = [...pairs, ...deep].map(([a, b, reserve], n) => {
      const tokens = (a < b ? [a, b] : [b, a]) as [typeof input & string, typeof input & string]
      return sampleV2Pool({ reserve0: reserve, reserve1: reserve }, { n, tokens, feeBps: 30 })
    })
    const query = {
      ...{ tokenIn: input!, tokenOut: output!, via: [...hubs, rare!] },
      ...{ edges: edgesBetween(pools), gasCost: () => 0n },
    }
    for (const side of [SALE, PURCHASE]) {
      const via = chooseIntermediates(query, { side, amount: UNIT / 10n })?.via ?? []
      expect(via.length).toBeLessThanOrEqual(MAX_INTERMEDIATES)
      expect(via).toContain(rare)
    }
  })
})
