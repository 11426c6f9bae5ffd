import { describe, expect, it } from 'vitest'
import { connect } from './connections.ts'
import { BANNED, type RouteCosts, USED } from './route-costs.ts'

const edge = (from: number, to: number) => ({ from, to }) as never
/** From the input (0) to the output (1), directly or through 2 or 3. Two pools lead to each of these. */
const edges = [edge(0, 1), edge(0, 2), edge(0, 2), edge(2, 1), edge(0, 3), edge(3, 1)]

function costsOf(gains: readonly number[], before: readonly number[], after: readonly number[]): RouteCosts {
  return {
    gains: Float64Array.from(gains),
    losses: Float64Array.from(gains, (gain) => Math.max(0, -gain)),
    before: Float64Array.from(before),
    after: Float64Array.from(after),
    sum: 0,
    most: 0,
  }
}

describe('what a route loses on its ways', () => {
  const state = new Uint8Array(edges.length)

  it('is, without a pool that it must have, what the cheapest path loses', () => {
    const costs = costsOf([-5, -3, -4, -3, -9, 0], [0, 5, 3, 9], [5, 0, 3, 0])
    expect(connect(edges, costs, state).loss).toBe(5)
  })

  it('counts the ways to all pools that it must have, each once', () => {
    // The last pools of two paths are used, and the cheapest pools before them lose 3 and 9.
    const used = state.with(3, USED).with(5, USED)
    const costs = costsOf([-5, -3, -4, 0, -9, 0], [0, 3, 3, 9], [3, 0, 0, 0])
    expect(connect(edges, costs, used).loss).toBe(12)
    // No such edge exists.
    expect(connect(edges, costs, used.with(4, BANNED)).loss).toBe(Number.POSITIVE_INFINITY)
  })

  it('also counts the way to a token on all routes, and the way from another one', () => {
    const used = state.with(5, USED)
    const costs = costsOf([-5, -3, -4, -3, -9, 0], [0, 5, 3, 9], [5, 0, 3, 0])
    expect(connect(edges, costs, used).loss).toBe(9)
    expect(connect(edges, costs, used, { from: 2, to: 2 }).loss).toBe(15)
  })

  it('takes no more for a pool that it may lack than what that gains', () => {
    const costs = costsOf([-5, -3, -4, -3, -9, 2], [0, 5, 3, 9], [5, 0, 3, 0])
    const ways = connect(edges, costs, state)
    expect(ways.loss).toBe(7)
    // All of its gain counts as lost, so that a route without it loses nothing more.
    expect(ways.gains[5]).toBe(0)
  })
})
