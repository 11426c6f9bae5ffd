import { describe, expect, it } from 'vitest'
import { sampleAddress } from '../../../modules/testing/sample-pools.ts'
import type { PathQuery } from '../../paths/find-path.ts'
import { findBestRoute } from '../../search/find-best-route.ts'
import { createRandomMarket } from '../../testing/random-market.ts'
import { boundSale } from './sale-bounds.ts'

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)

function getSale(seed: number, size: number): PathQuery {
  return createRandomMarket({ seed, tokens: 4 + (seed % 6), pools: 20 + (seed % 30) }).sale(size)
}

/** The distance of a bound to the output of the best route, in basis points. */
function getDistance(bound: number, query: PathQuery): number {
  const { route } = findBestRoute(query, { maxWork: 60_000, maxLegs: 64 })!
  return (bound / Number(route.amountOut) - 1) * 10_000
}

describe('the bounds of a sale', () => {
  it.each([0.001, 0.1, 0.5])('are exceeded by no route, of a sale of %s of a median pool', (size) => {
    for (const seed of SEEDS) {
      const query = getSale(seed, size)
      const { atMargin, least } = boundSale(query)
      expect(getDistance(least(), query), `seed ${seed}`).toBeGreaterThanOrEqual(-1e-6)
      expect(atMargin, `seed ${seed}`).toBeGreaterThanOrEqual(least() * (1 - 1e-9))
    }
  })

  it('are near to what the best route pays: at the margin of small sales, the least of all', () => {
    const far = SEEDS.filter((seed) => {
      const [small, large] = [getSale(seed, 0.001), getSale(seed, 0.5)]
      const isNear = getDistance(boundSale(small).atMargin, small) < 50
      return !isNear || getDistance(boundSale(large).least(), large) > 1
    })
    expect(far).toEqual([])
  })

  it('are 0 where no route leads', () => {
    const query = { ...getSale(1, 0.1), tokenOut: sampleAddress(0xdead) }
    const { atMargin, least } = boundSale(query)
    expect([atMargin, least()]).toEqual([0, 0])
  })
})
