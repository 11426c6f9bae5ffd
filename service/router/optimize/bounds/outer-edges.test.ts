import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../wire/testing/random.ts'
import { type Hop, INPUT, OUTPUT } from '../network/network.ts'
import { connect } from './connections.ts'
import { buildOuterEdges, type OuterEdges } from './outer-edges.ts'
import { leastLosses } from './route-costs.ts'

/** A pool that loses: between tokens of the network, by index, and others, from -1 downwards. */
type OuterPool = readonly [sold: number, bought: number, loss: number]

const INNER = 3
const OUTER = 40

function build(pools: readonly OuterPool[]): OuterEdges {
  const edges = buildOuterEdges(INNER, OUTER, pools.length)
  for (const pool of pools) edges.add(...pool)
  return edges.build()
}

/** The least loss of a route through one of the pools. `inside` connects the tokens of the network. */
function leastOf(pools: readonly OuterPool[], inside: readonly (readonly [Hop, number])[] = []): number {
  const outer = build(pools)
  const hops = [...inside.map(([hop]) => hop), ...outer.hops]
  const losses = Float64Array.from([...inside.map(([, loss]) => loss), ...outer.losses])
  const state = new Uint8Array(hops.length)
  const walk = { edges: hops, state, losses, tokens: outer.tokens }
  const before = leastLosses(walk, { start: INPUT, entry: 'from', exit: 'to' })
  const after = leastLosses(walk, { start: OUTPUT, entry: 'to', exit: 'from' })
  const costs = { losses, gains: new Float64Array(hops.length), before, after }
  return connect(hops, costs, state, outer.through).loss
}

const [x, y, z] = [-1, -2, -3]
const hop = (from: number, to: number) => ({ from, to })

describe('what a route loses that passes a pool outside of the network', () => {
  it.each<[string, number, OuterPool[]]>([
    ['no pool: no route passes any', Number.POSITIVE_INFINITY, []],
    [
      'a way in and none on',
      Number.POSITIVE_INFINITY,
      [
        [INPUT, x, 1],
        [y, OUTPUT, 1],
      ],
    ],
    [
      'the cheapest pools in and out of one token',
      3,
      [
        [INPUT, x, 1],
        [INPUT, x, 9],
        [x, OUTPUT, 2],
        [INPUT, y, 0],
        [y, OUTPUT, 9],
      ],
    ],
    [
      'pools in and out of different tokens, with the one between them',
      6,
      [
        [INPUT, x, 1],
        [x, y, 2],
        [y, OUTPUT, 3],
      ],
    ],
    [
      'a pool only the way it leads',
      14,
      [
        [INPUT, x, 1],
        [y, x, 1],
        [y, OUTPUT, 3],
        [x, OUTPUT, 13],
      ],
    ],
    [
      'three pools in a row',
      7,
      [
        [INPUT, x, 1],
        [x, y, 2],
        [y, z, 2],
        [z, OUTPUT, 2],
      ],
    ],
    ['a pool between tokens of the network, once', 5, [[INPUT, OUTPUT, 5]]],
  ])('is, of %s, %d', (_, least, pools) => {
    expect(leastOf(pools)).toBe(least)
  })

  it('counts the ways there and on inside the network', () => {
    const pools: OuterPool[] = [
      [2, x, 1],
      [x, 2, 2],
    ]
    expect(
      leastOf(pools, [
        [hop(INPUT, 2), 4],
        [hop(2, OUTPUT), 5],
      ]),
    ).toBe(12)
  })

  it('is no more than what any walk over such pools loses, where many tokens are taken for one', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = createRandom(seed)
      const pick = (count: number) => Math.floor(random.next() * count)
      const pools: OuterPool[] = []
      while (pools.length < 120) {
        const from = random.next() < 0.4 ? pick(INNER) : -1 - pick(OUTER)
        const to = random.next() < 0.4 ? pick(INNER) : -1 - pick(OUTER)
        if (from !== to && from !== OUTPUT && to !== INPUT) pools.push([from, to, pick(20)])
      }
      const inside = [
        [hop(INPUT, 2), pick(20)],
        [hop(2, OUTPUT), pick(20)],
      ] as const
      const edges = [...pools, ...inside.map(([{ from, to }, loss]) => [from, to, loss] as const)]
      const least = leastOf(pools, inside)
      // Walks at random from the input, which end at the output.
      for (let n = 0; n < 60; n += 1) {
        const passed = new Set<readonly [number, number, number]>()
        for (let at = INPUT as number, steps = 0; at !== OUTPUT && steps < 12; steps += 1) {
          const ways = edges.filter(([from]) => from === at)
          const way = ways[pick(ways.length)]
          if (!way) break
          passed.add(way)
          at = way[1]
          if (at !== OUTPUT || ![...passed].some((one) => pools.includes(one))) continue
          const lost = [...passed].reduce((sum, [, , loss]) => sum + loss, 0)
          expect(least, `seed ${seed}`).toBeLessThanOrEqual(lost + 1e-9)
        }
      }
    }
  })
})
