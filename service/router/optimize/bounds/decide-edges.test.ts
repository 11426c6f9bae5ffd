import { expect, it } from 'vitest'
import { connect } from './connections.ts'
import { decideEdges } from './decide-edges.ts'
import { BANNED, OPEN, type RouteCosts, USED } from './route-costs.ts'

/** Pools from the input (0) to the output (1), directly and through token 2. */
const edges = [
  { from: 0, to: 1 },
  { from: 0, to: 1 },
  { from: 0, to: 2 },
  { from: 2, to: 1 },
]

function decide(gains: readonly number[], enough: number) {
  const costs: RouteCosts = {
    gains: Float64Array.from(gains),
    losses: Float64Array.from(gains, (gain) => Math.max(0, -gain)),
    before: Float64Array.of(0, 0, Math.max(0, -(gains[2] as number))),
    after: Float64Array.of(0, 0, Math.max(0, -(gains[3] as number))),
    sum: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    most: 0,
  }
  const state = new Uint8Array(edges.length)
  const ways = connect(edges, costs, state)
  const bound = costs.sum - ways.loss
  return { ...decideEdges({ edges, state, costs, ways, bound }, (one) => one <= enough), state: [...state] }
}

it('marks as used what every route has that may net more than is enough', () => {
  // All gain 13: without the first, a route gains 3.
  const { state, isLower, closed } = decide([10, 3, -9, -9], 8)
  expect(state[0]).toBe(USED)
  expect(state[1]).toBe(OPEN)
  expect(isLower).toBe(true)
  expect(closed).toBe(3)
})

it('bans what costs a route so much that it nets no more than is enough, with what leads there', () => {
  const { state, closed } = decide([10, 3, -4, -4], 8)
  expect(state.slice(2)).toEqual([BANNED, BANNED])
  expect(closed).toBe(5)
})

it('leaves open what may be either', () => {
  const { state, isLower, closed } = decide([10, 9, -1, -1], 8)
  expect(state).toEqual([OPEN, OPEN, OPEN, OPEN])
  expect(isLower).toBe(false)
  expect(closed).toBe(Number.NEGATIVE_INFINITY)
})
