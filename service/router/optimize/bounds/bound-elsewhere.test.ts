import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../../chain/snapshot/versioned-map.ts'
import { sampleAddress, sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { createOuterTracker } from '../../market/outer-pools.ts'
import type { PathQuery } from '../../paths/find-path.ts'
import { gasPriceIn } from '../../paths/gas-price.ts'
import { findBestRoute, getNet } from '../../search/find-best-route.ts'
import { edgesBetween } from '../../testing/edges-between.ts'
import { createNetwork } from '../network/network.ts'
import { SALE } from '../network/side.ts'
import { chargedPrices } from '../prices/charged-prices.ts'
import { boundElsewhere } from './bound-elsewhere.ts'
import { widenNetwork } from './widen-network.ts'

const [a, b, x] = [1, 2, 3].map(sampleAddress) as [`0x${string}`, `0x${string}`, `0x${string}`]
const E18 = 10n ** 18n
const pool = (
  n: number,
  tokens: readonly [`0x${string}`, `0x${string}`],
  reserves: readonly [number, number],
) =>
  sampleV2Pool(
    { reserve0: (BigInt(reserves[0]) * E18) / 1_000n, reserve1: (BigInt(reserves[1]) * E18) / 1_000n },
    { n, tokens },
  )
/**
 * Two pools that share a trade if it is worth the gas of both, and two whose prices differ by less
 * than their gas.
 */
const pools = [
  pool(1, [a, b], [100_000, 100_000]),
  pool(2, [a, b], [100_000, 100_000]),
  pool(3, [a, x], [20_000, 20_000]),
  pool(4, [b, x], [20_000, 18_200]),
]
const tradable = new VersionedMap([a, b, x].map((token) => [token, true] as const))
const outer = {
  pools: createOuterTracker()({ poolIndex: createPoolIndex(pools), tradable, intermediates: [] }),
  isUsable: () => true,
}

function ask(amountIn: bigint) {
  const gasOfLeg = BigInt(pools[0]?.swapGas ?? 1)
  const gasCost = (_: string, gas: number) => (BigInt(gas) * E18) / (100n * gasOfLeg)
  const query: PathQuery = { tokenIn: a, tokenOut: b, via: [], amountIn, edges: edgesBetween(pools), gasCost }
  const best = findBestRoute({ ...query, via: [x] }, { maxWork: 10_000, maxLegs: 8 })
  const net = best ? Number(getNet(query, best.route)) : 0
  const network = createNetwork(query)
  const gasPrice = gasPriceIn(query, b)
  const problem = { network, side: SALE, amount: Number(amountIn), gasPrice }
  const spot = SALE.spotPrices(network.edges, network.tokens.length)
  const prices = chargedPrices(problem, spot)
  const wide = widenNetwork(network, { outer, prices, gasPrice })
  const { leftAt } = wide
  if (!leftAt) throw new Error('No pool was left out')
  const bound = (maxWork: number) =>
    boundElsewhere({
      ...{ ...problem, network: wide, prices: wide.prices, leftAt, maxWork },
      enough: net * (1 + 1e-5),
      isLate: () => false,
    }).bound
  return { net, plain: bound(0), byCases: bound(1_500) }
}

describe('the bound of routes through pools that a network lacks', () => {
  it('holds, and comes down by cases where the gas of one more pool keeps it up', () => {
    let lowered = 0
    for (let tenths = 5; tenths <= 60; tenths += 1) {
      const { net, plain, byCases } = ask((BigInt(tenths) * E18) / 10n)
      expect(byCases).toBeLessThanOrEqual(plain)
      expect(byCases).toBeGreaterThanOrEqual(net)
      if (byCases - net < (plain - net) / 2) lowered += 1
    }
    expect(lowered).toBeGreaterThan(3)
  })
})
