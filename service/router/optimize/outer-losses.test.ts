import { expect, it } from 'vitest'
import { createLosses } from './outer-losses.ts'

interface OuterEdge {
  sold: number
  bought: number
  loss: number
  reached: number
  ended: number
}

const OUT = -1
/** Into an outer token from the network, out of it, between two of them, and between tokens of the network. */
const into = (bought: number, loss: number, reached = 0): OuterEdge => ({
  sold: OUT,
  bought,
  loss,
  reached,
  ended: OUT,
})
const outOf = (sold: number, loss: number, ended = 0): OuterEdge => ({
  sold,
  bought: OUT,
  loss,
  reached: OUT,
  ended,
})
const link = (sold: number, bought: number, loss: number): OuterEdge => ({
  sold,
  bought,
  loss,
  reached: OUT,
  ended: OUT,
})
const direct = (loss: number, reached: number, ended: number): OuterEdge => ({
  sold: OUT,
  bought: OUT,
  loss,
  reached,
  ended,
})

function leastOf(...edges: OuterEdge[]): number {
  const losses = createLosses(6)
  for (const { sold, bought, loss, reached, ended } of edges) losses.add(sold, bought, loss, reached, ended)
  return losses.least()
}

it.each<[string, number, OuterEdge[]]>([
  ['no edge: no route passes any', Number.POSITIVE_INFINITY, []],
  ['a way in and none out', Number.POSITIVE_INFINITY, [into(0, 1), outOf(1, 1)]],
  [
    'the cheapest edges in and out of one token',
    3,
    [into(0, 1), into(0, 9), outOf(0, 2), into(1, 0), outOf(1, 9)],
  ],
  [
    'the longer of the ways before and after, which may have edges in common',
    8,
    [into(0, 1, 2), outOf(0, 2, 5)],
  ],
  [
    'edges in and out of different tokens, with the link between them',
    6,
    [into(0, 1), link(0, 1, 2), outOf(1, 3)],
  ],
  ['a link only where it leads', 14, [into(0, 1), link(1, 0, 1), outOf(1, 3), outOf(0, 13)]],
  ['two links', 7, [into(0, 1), link(0, 1, 2), link(1, 2, 2), outOf(2, 2)]],
  ['an edge between tokens of the network, once', 5, [direct(2, 1, 3)]],
])('is, of %s, %d', (_, least, edges) => {
  expect(leastOf(...edges)).toBe(least)
})

it('is no more than what any walk over such edges loses', () => {
  let state = 7n
  const random = (below: number) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return Number((state >> 33n) % BigInt(below))
  }
  for (let n = 0; n < 3_000; n += 1) {
    const edges: OuterEdge[] = []
    for (let e = 0; e < 8; e += 1) {
      const [from, to] = [random(4), random(4)]
      const made = [
        into(to, random(9), random(5)),
        outOf(from, random(9), random(5)),
        link(from, to, random(9)),
      ]
      const edge = random(9) === 0 ? direct(random(9), random(5), random(5)) : made[random(3)]!
      if (edge.sold !== edge.bought || edge.sold === OUT) edges.push(edge)
    }
    const least = leastOf(...edges)
    // From the first edge out of the network to one that leads back: each edge once.
    const walk = (at: number, used: readonly OuterEdge[]) => {
      for (const edge of edges) {
        if (edge.sold !== at || used.includes(edge)) continue
        const all = [...used, edge]
        if (edge.ended < 0) walk(edge.bought, all)
        else {
          const lost = all.reduce((sum, { loss }) => sum + loss, 0)
          expect(least).toBeLessThanOrEqual(lost + Math.max(all[0]!.reached, edge.ended))
        }
      }
    }
    for (const edge of edges) {
      if (edge.reached < 0) continue
      if (edge.ended >= 0) expect(least).toBeLessThanOrEqual(edge.loss + Math.max(edge.reached, edge.ended))
      else walk(edge.bought, [edge])
    }
  }
})
