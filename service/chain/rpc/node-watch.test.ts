import { describe, expect, it } from 'vitest'
import { createNodeOrder } from './node-order.ts'
import { createNodeWatch } from './node-watch.ts'

describe('node watch', () => {
  it('restores nodes soon after a short outage, and later after longer ones', async () => {
    const { order, watch, heads, pass, asked } = createNodes(['a', 'b', 'c'])
    order.putBack('a')
    expect(order.now()).toEqual(['b', 'c', 'a'])
    heads.delete('a')
    const looks: number[] = []
    for (let second = 1; second <= 200; second += 1) {
      pass(1_000)
      const before = asked.length
      await watch.check({ blockNumber: 100n, isDoubtful: false })
      if (asked.length > before) looks.push(second)
    }
    expect(looks).toEqual([1, 3, 7, 15, 31, 63, 123, 183])
    expect(order.now()).toEqual(['b', 'c', 'a'])
    heads.set('a', 100n)
    pass(60_000)
    await watch.check({ blockNumber: 100n, isDoubtful: false })
    expect(order.now()).toEqual(['a', 'b', 'c'])
    order.putBack('a')
    pass(1_000)
    await watch.check({ blockNumber: 100n, isDoubtful: false })
    expect(order.now()).toEqual(['a', 'b', 'c'])
    expect(asked.every((node) => node === 'a')).toBe(true)
  })

  it('does not restore nodes that are behind', async () => {
    const { order, watch, heads, pass } = createNodes(['a', 'b'])
    order.putBack('a')
    for (const [head, first] of [
      [90n, 'b'],
      [97n, 'b'],
      [98n, 'a'],
    ] as const) {
      heads.set('a', head)
      pass(60_000)
      await watch.check({ blockNumber: 100n, isDoubtful: false })
      expect(order.now()[0]).toBe(first)
    }
  })

  it('prefers a node that advances when the first head is stuck', async () => {
    const { order, watch, heads, pass, asked } = createNodes(['a', 'b', 'c'])
    heads.set('c', 93n)
    const check = (isDoubtful: boolean) => watch.check({ blockNumber: 100n, isDoubtful })
    heads.set('b', 110n)
    await check(false)
    expect(asked).toEqual([])
    heads.set('b', 102n)
    await check(true)
    expect(order.now()).toEqual(['a', 'b', 'c'])
    heads.set('b', 103n)
    await check(true)
    expect(asked).toEqual(['a', 'b', 'c'])
    pass(5_000)
    await check(true)
    expect(order.now()).toEqual(['b', 'a', 'c'])
  })

  it('keeps nodes in front of one that alone reports an impossible head', async () => {
    for (const inFront of [true, false]) {
      const { order, watch, heads, pass } = createNodes(inFront ? ['node', 'a', 'b'] : ['a', 'b', 'node'])
      heads.set('node', 10n ** 9n)
      await watch.check({ blockNumber: inFront ? 10n ** 9n : 100n, isDoubtful: true })
      expect(order.now()).toEqual(['a', 'b', 'node'])
      pass(60_000)
      await watch.check({ blockNumber: 100n, isDoubtful: false })
      expect(order.now()).toEqual(['a', 'b', 'node'])
      heads.set('node', 101n)
      pass(60_000)
      await watch.check({ blockNumber: 100n, isDoubtful: false })
      expect(order.now()[0]).toBe(inFront ? 'node' : 'a')
      expect(order.inFront()).toHaveLength(3)
    }
  })

  it('prefers a node that advances while two others are stuck', async () => {
    const { order, watch, heads, pass } = createNodes(['a', 'b', 'c'])
    await watch.check({ blockNumber: 100n, isDoubtful: false })
    pass(20_000)
    heads.set('c', 110n)
    await watch.check({ blockNumber: 100n, isDoubtful: true })
    expect(order.now()).toEqual(['c', 'a', 'b'])
  })

  it('keeps the order if all nodes are behind, and checks them less and less often', async () => {
    const { order, watch, pass, asked } = createNodes(['a', 'b'])
    for (let second = 0; second < 600; second += 1) {
      await watch.check({ blockNumber: 500n, isDoubtful: true })
      pass(1_000)
    }
    expect(order.now()).toEqual(['a', 'b'])
    expect(asked.length / 2).toBeLessThan(16)
  })

  it('ignores contradicted nodes for ten minutes, also for heads', async () => {
    const { order, watch, heads, pass, asked } = createNodes(['a', 'b', 'c'])
    order.distrust('a')
    order.putBack('a')
    heads.set('a', 9_999n)
    for (let second = 0; second < 599; second += 1) {
      pass(1_000)
      await watch.check({ blockNumber: 100n, isDoubtful: true })
    }
    expect(order.now()).toEqual(['b', 'c', 'a'])
    expect(asked).not.toContain('a')
    pass(1_000)
    heads.set('a', 100n)
    await watch.check({ blockNumber: 100n, isDoubtful: false })
    expect(order.now()).toEqual(['a', 'b', 'c'])
  })

  it('rotates between demoted nodes, the longest demoted first', () => {
    const { order, pass } = createNodes(['a', 'b'])
    for (const node of ['a', 'b', 'a'] as const) {
      pass(10)
      order.putBack(node)
    }
    expect(order.now()).toEqual(['b', 'a'])
  })
})

/** All nodes are at block 100 of a chain with a block every 2 s. */
function createNodes(names: string[]) {
  let nowMs = 0
  const asked: string[] = []
  const heads = new Map(names.map((name) => [name, 100n]))
  const order = createNodeOrder(names, () => nowMs)
  const watch = createNodeWatch({
    order,
    async readHead(name) {
      asked.push(name)
      return heads.get(name)
    },
    blockSeconds: 2,
    nowMs: () => nowMs,
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { order, watch, heads, asked, pass }
}
