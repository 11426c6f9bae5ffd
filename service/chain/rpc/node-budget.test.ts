import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { NodeBudget } from '../../config/types.ts'
import { runForKey } from '../../lib/call-owner.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createChainNode } from '../blocks/node.ts'
import { createFreshness } from '../sync/freshness.ts'
import { createNodeMeter } from './node-meter.ts'
import { findCallerBudgetError, isRateLimited } from './rpc-errors.ts'
import { createRpcNodes } from './rpc-nodes.ts'

const DAY_MS = 86_400_000
const time = { nowMs: 0, dateMs: 0 }
const clock = { nowMs: () => time.nowMs, dateMs: () => time.dateMs }
const pass = (ms: number) => {
  time.nowMs += ms
  time.dateMs += ms
}
beforeEach(() => {
  time.nowMs = 5_000
  time.dateMs = 20_000 * DAY_MS + 3_600_000
})

describe('node budget', () => {
  it('allows no second more calls than configured, and keeps the order of waiting calls', () => {
    for (const callsPerSecond of [1, 3, 10]) {
      const meter = createNodeMeter({ callsPerSecond }, clock)
      const madeAt: number[] = []
      for (let i = 0; i < 200; i += 1) {
        // Bursts, with pauses of all lengths.
        if (i % 7 === 0) pass((i * 137) % 1_900)
        madeAt.push(time.nowMs + meter.take())
      }
      expect(madeAt).toEqual([...madeAt].sort((a, b) => a - b))
      for (const [i, at] of madeAt.entries()) {
        const later = madeAt[i + callsPerSecond]
        if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(1_000)
      }
    }
  })

  it('delays calls no longer than necessary', () => {
    const meter = createNodeMeter({ callsPerSecond: 2 }, clock)
    expect([meter.take(), meter.take(), meter.take(), meter.take(), meter.take()]).toEqual([
      0, 0, 1_000, 1_000, 2_000,
    ])
    pass(5_000)
    expect(meter.waitMs()).toBe(0)
  })

  it('resets once at midnight UTC', () => {
    const meter = createNodeMeter({ callsPerDay: 2 }, clock)
    meter.take()
    meter.take()
    expect(meter.waitMs()).toBe(Number.POSITIVE_INFINITY)
    expect(meter.use()).toEqual({
      callsPerDay: 2,
      callsToday: 2,
      overBudget: 0,
      isSpent: true,
      isSpentForCallers: true,
    })
    pass(23 * 3_600_000 - 1)
    expect(meter.use().isSpent).toBe(true)
    pass(1)
    expect(meter.use()).toMatchObject({ callsToday: 0, isSpent: false })
    meter.take()
    meter.take()
    time.dateMs -= 3_600_000
    expect(meter.use().isSpent).toBe(true)
  })

  it('sets no limit by default, and counts calls', () => {
    const meter = createNodeMeter({}, clock)
    for (let i = 0; i < 1_000; i += 1) expect(meter.take()).toBe(0)
    expect(meter.use()).toEqual({
      callsToday: 1_000,
      overBudget: 0,
      isSpent: false,
      isSpentForCallers: false,
    })
  })
})

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

describe('nodes with budgets', () => {
  it('are skipped while they have no calls left, and used again after', async () => {
    const { client, asked } = await startNodes({ callsPerSecond: 1 }, {})
    for (let i = 0; i < 3; i += 1) await client.getChainId()
    expect(asked()).toEqual([1, 2])
    pass(1_000)
    await client.getChainId()
    expect(asked()).toEqual([2, 2])
  })

  it('are kept for heads and logs, because another node may be behind', async () => {
    const { client, asked, waited } = await startNodes({ callsPerSecond: 1 }, {})
    for (let i = 0; i < 3; i += 1) await client.getBlockNumber({ cacheTime: 0 })
    await client.request({ method: 'eth_getLogs', params: [{}] })
    // The first call reads the chain id.
    expect(asked()).toEqual([5, 0])
    expect(waited).toEqual([1_000, 2_000, 3_000, 4_000])
  })

  it('are skipped for heads too once the daily calls are spent', async () => {
    const { client, asked, nodes } = await startNodes({ callsPerDay: 2 }, {})
    for (let i = 0; i < 5; i += 1) await client.getBlockNumber({ cacheTime: 0 })
    // One call per node reads its chain id.
    expect(asked()).toEqual([2, 5])
    expect(nodes.use()).toEqual([
      { callsPerDay: 2, callsToday: 2, overBudget: 4, isSpent: true, isSpentForCallers: true },
      { callsToday: 5, overBudget: 0, isSpent: false, isSpentForCallers: false },
    ])
    time.dateMs += DAY_MS
    await client.getBlockNumber({ cacheTime: 0 })
    expect(asked()).toEqual([3, 5])
  })

  it('delay calls when all are over budget, and reject calls that would wait too long', async () => {
    const { client, asked, waited, nodes } = await startNodes({ callsPerSecond: 1 }, { callsPerSecond: 2 })
    await nodes.chainIds()
    pass(1_000)
    const answers = await Promise.allSettled(
      // Identical concurrent calls would be merged.
      Array.from({ length: 96 }, (_, i) => client.getBalance({ address: makeAddress(i + 1) })),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    // Calls run immediately and in each of the next thirty seconds.
    expect(asked()).toEqual([32, 63])
    expect(Math.max(...waited)).toBe(30_000)
    expect(refused).toHaveLength(3)
    for (const answer of refused) {
      const { reason } = answer as PromiseRejectedResult
      expect(isRateLimited(reason)).toBe(true)
      expect(String(reason)).toContain('exceeds the budget of every node')
    }
  })

  it('limit the wait of a quote simulation to less', async () => {
    const { client, waited, nodes } = await startNodes({ callsPerSecond: 1 }, { callsPerSecond: 1 })
    await nodes.chainIds()
    pass(1_000)
    const simulate = (i: number) =>
      client.request({ method: 'eth_simulateV1', params: [{ blockStateCalls: [] }, toHex(i)] } as never)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => simulate(i)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    expect(Math.max(...waited)).toBe(5_000)
  })

  it('reject calls immediately when no calls are left today', async () => {
    const { client, waited, asked } = await startNodes({ callsPerDay: 1 }, { callsPerDay: 1 })
    await client.getChainId()
    await client.getChainId()
    await expect(client.getChainId()).rejects.toThrow('exceeds the budget of every node')
    await expect(client.getBlockNumber({ cacheTime: 0 })).rejects.toThrow('exceeds the budget')
    expect([asked(), waited]).toEqual([[1, 1], []])
  })

  it('count the calls that check their chain ids', async () => {
    const { nodes } = await startNodes({ callsPerDay: 1 }, {})
    expect(await nodes.chainIds()).toEqual([1, 1])
    expect(nodes.use().map(({ callsToday }) => callsToday)).toEqual([1, 1])
  })

  it('keep the age of a head that was received earlier', async () => {
    const { client } = await startNodes({ callsPerDay: 5 }, {})
    const node = createChainNode(client)
    const { hash } = await node.latest()
    const learnedAt = node.learnedAt(hash) ?? Number.NaN
    await node.latest()
    expect(node.learnedAt(hash)).toBe(learnedAt)
    const freshness = createFreshness({ blockSeconds: 2 })
    const block = (blockNumber: bigint) => ({
      ...{ blockNumber, blockHash: hash, timestamp: BigInt(Math.floor(Date.now() / 1000)) },
    })
    freshness.seen(block(1n), learnedAt - 16_000)
    expect(freshness.isStale()).toBe(true)
    freshness.seen(block(2n), learnedAt)
    expect(freshness.isStale()).toBe(false)
  })
})

describe('daily budget for callers', () => {
  const HOUR_MS = 3_600_000
  const startOfDay = () => {
    time.dateMs = 20_000 * DAY_MS
  }

  it('reserves half of the calls for following the chain, and less as the day passes', () => {
    startOfDay()
    const meter = createNodeMeter({ callsPerDay: 1_000, keyShare: 1 }, clock)
    const spend = () => {
      let calls = 0
      for (; meter.waitMs({}) === 0; calls += 1) meter.take({})
      return calls
    }
    expect(spend()).toBe(500)
    expect(meter.waitMs()).toBe(0)
    expect(meter.use().isSpent).toBe(false)
    pass(12 * HOUR_MS)
    expect(spend()).toBe(250)
    pass(12 * HOUR_MS)
    expect(spend()).toBe(500)
  })

  it('limits each key to its share, while other keys and the chain may still call', () => {
    startOfDay()
    const meter = createNodeMeter({ callsPerDay: 1_000, reservedShare: 0.4, keyShare: 0.25 }, clock)
    for (let i = 0; i < 150; i += 1)
      expect([meter.waitMs({ owner: 'a' }), meter.take({ owner: 'a' })]).toEqual([0, 0])
    expect(meter.waitMs({ owner: 'a' })).toBe(Number.POSITIVE_INFINITY)
    expect(meter.isOwnerSpent({ owner: 'a' })).toBe(true)
    expect([meter.waitMs({ owner: 'b' }), meter.waitMs({}), meter.waitMs()]).toEqual([0, 0, 0])
    pass(24 * HOUR_MS)
    expect(meter.waitMs({ owner: 'a' })).toBe(0)
  })

  it('limits nothing without a daily budget', () => {
    const meter = createNodeMeter({ callsPerSecond: 1_000_000 }, clock)
    for (let i = 0; i < 1_000; i += 1) meter.take({ owner: 'a' })
    expect(meter.waitMs({ owner: 'a' })).toBe(0)
  })

  it('rejects only the calls of a key over its share, with the seconds until midnight', async () => {
    startOfDay()
    const { nodes } = await startNodes({ callsPerDay: 40, reservedShare: 0.5, keyShare: 0.5 })
    const ask = (keyId: string) =>
      runForKey(keyId, () => nodes.callers.getBalance({ address: makeAddress(1) }))
    for (let i = 0; i < 10; i += 1) await ask('a')
    const error = await ask('a').catch((thrown: unknown) => thrown)
    expect(findCallerBudgetError(error)).toMatchObject({ isOfKey: true, retryAfterSeconds: 86_400 })
    for (let i = 0; i < 9; i += 1) await ask('b')
    const spent = await ask('c').catch((thrown: unknown) => thrown)
    expect(findCallerBudgetError(spent)).toMatchObject({ isOfKey: false })
    expect(await nodes.client.getBalance({ address: makeAddress(1) })).toBeDefined()
  })
})

/** Nodes with these budgets. Waiting takes no time. */
async function startNodes(...budgets: NodeBudget[]) {
  const counts = budgets.map(() => 0)
  const waited: number[] = []
  const urls = await Promise.all(
    budgets.map(async (_, i) => {
      const server = createServer(async (incoming, outgoing) => {
        const { id, method } = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
        counts[i] = (counts[i] ?? 0) + 1
        outgoing.setHeader('content-type', 'application/json')
        outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, result: getAnswer(method) }))
      })
      servers.push(server)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }),
  )
  const nodeBudgets = Object.fromEntries(urls.map((url, i) => [new URL(url).host, budgets[i] ?? {}]))
  const nodes = createRpcNodes(
    { id: 1, rpcUrls: urls, nodeBudgets, blockSeconds: 2 },
    {
      signal: new AbortController().signal,
      clock,
      async wait(ms) {
        waited.push(ms)
      },
    },
  )
  return { nodes, client: nodes.client, waited, asked: () => [...counts] }
}

function getAnswer(method: string): unknown {
  if (method === 'eth_getLogs') return []
  if (method !== 'eth_getBlockByNumber') return '0x1'
  const hash = `0x${'1'.repeat(64)}`
  return { number: '0x1', hash, parentHash: hash, timestamp: '0x1', baseFeePerGas: '0x1', transactions: [] }
}
