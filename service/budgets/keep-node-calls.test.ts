import type { PublicClient } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { until } from '../../wire/testing/until.ts'
import { DAY_MS } from '../chain/rpc/node-meter.ts'
import { findCallerBudgetError } from '../chain/rpc/rpc-errors.ts'
import { createRpcNodes } from '../chain/rpc/rpc-nodes.ts'
import type { NodeBudget } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { runForKey } from '../lib/call-owner.ts'
import { describeEachDatabase } from '../testing/describe-each-database.ts'
import { keepNodeCalls } from './keep-node-calls.ts'

const KEY = 'k3y0fap1an'
const HOUR_MS = 3_600_000
const time = { nowMs: 0, dateMs: 0 }
const clock = { nowMs: () => time.nowMs, dateMs: () => time.dateMs }

describeEachDatabase('the daily budget of nodes', (open) => {
  let database: Database
  beforeAll(() => {
    database = open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    // Rows of days that the database takes for old are deleted.
    time.dateMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS
    await database.query('DELETE FROM sluice_node_key_calls')
  })

  it('is not given twice by a restart, however often, nor by one that is killed', async () => {
    const first = await start(database)
    await first.call(40)
    await first.stop()
    const second = await start(database)
    expect(second.callsToday()).toBe(40)
    await second.call(30)
    // A killed one stops nothing: what it wrote last counts.
    await second.written(30)
    for (let calls = 71; calls <= 100; calls += 1) {
      const next = await start(database)
      await next.call(1)
      await next.stop()
    }
    const last = await start(database)
    expect(last.nodes.use()).toMatchObject([{ callsPerDay: 100, callsToday: 100, isSpent: true }])
    await expect(last.nodes.client.getChainId()).rejects.toThrow('exceeds the budget of every node')
  })

  it('is shared by the instances of a database', async () => {
    const [a, b] = [await start(database), await start(database)]
    await a.call(60)
    await b.call(30)
    await until(() => a.callsToday() === 90 && b.callsToday() === 90)
    await a.stop()
    const next = await start(database)
    expect(next.callsToday()).toBe(90)
    await next.call(10)
    await until(() => b.nodes.use()[0]?.isSpent === true)
    await Promise.all([next.stop(), b.stop()])
    expect(await readCalls(database)).toEqual([10, 30, 60])
  })

  it('limits a key to its share over all instances and restarts, and no other key', async () => {
    const settings = { budget: { callsPerDay: 100_000, keyShare: 0.0004 } }
    const [a, b] = [await start(database, settings), await start(database, settings)]
    await a.call(5)
    await a.call(12, 'key_a')
    await b.call(8, 'key_a')
    await b.call(3, 'key_b')
    for (const instance of [a, b]) await until(() => instance.isSpentFor('key_a'))
    expect(await a.isSpentFor('key_b')).toBe(false)
    await Promise.all([a.stop(), b.stop()])
    const next = await start(database, settings)
    expect([await next.isSpentFor('key_a'), await next.isSpentFor('key_b')]).toEqual([true, false])
  })

  it('is of each chain and URL, and no URL is stored', async () => {
    const one = await start(database)
    await one.call(9)
    await one.stop()
    const others = [{ chainId: 2 }, { url: `http://127.0.0.1:9/another/${KEY}` }]
    for (const other of others) expect((await start(database, other)).callsToday()).toBe(0)
    // A URL that is named twice is two nodes.
    const twice = await start(database, { times: 2 })
    expect(twice.nodes.use().map(({ callsToday }) => callsToday)).toEqual([9, 0])
    const rows = JSON.stringify(await database.query('SELECT * FROM sluice_node_key_calls'))
    expect(rows).toMatch(/"[0-9a-f]{64}"/)
    for (const part of [KEY, '127.0.0.1']) expect(rows).not.toContain(part)
  })

  it('begins at 0 with a new day, with and without a restart; old days are deleted', async () => {
    const yesterday = await start(database)
    await yesterday.call(80)
    await yesterday.written(80)
    time.dateMs += DAY_MS
    expect(yesterday.callsToday()).toBe(0)
    await yesterday.call(3)
    await yesterday.written(3)
    await yesterday.stop()
    const today = await start(database)
    expect(today.callsToday()).toBe(3)
    await today.stop()
    expect(await readCalls(database)).toEqual([3, 80])
    await database.query('UPDATE sluice_node_key_calls SET day = day - 3')
    const next = await start(database)
    expect(next.callsToday()).toBe(0)
    await next.stop()
    expect(await readCalls(database)).toEqual([])
  })

  it('costs no call while the database is away, and is kept once it is back', async () => {
    const before = await start(database)
    await before.call(20)
    await before.stop()
    let isAway = true
    const faults: unknown[] = []
    let kept = 0
    const flaky: Pick<Database, 'query'> = {
      async query(...statement) {
        if (isAway) throw new Error('away')
        return database.query(...statement)
      },
    }
    const instance = await start(
      { ...database, ...flaky },
      {
        onFault: (error) => faults.push(error),
        onKept: () => {
          kept += 1
        },
      },
    )
    await instance.call(7)
    await until(() => faults.length > 1)
    expect([instance.callsToday(), kept]).toEqual([7, 0])
    isAway = false
    await instance.written(7)
    expect(instance.callsToday()).toBe(27)
    isAway = true
    await instance.call(1)
    // An end does not wait for the database either.
    await instance.stop()
    expect(await readCalls(database)).toEqual([7, 20])
  })

  it('writes only changed counts, and does not query a database that is absent', async () => {
    const statements: string[] = []
    const watched: Database = {
      ...database,
      query(sql, ...rest) {
        statements.push(sql.trim().slice(0, 6))
        return database.query(sql, ...rest)
      },
    }
    let kept = 0
    const onKept = () => {
      kept += 1
    }
    const instance = await start(watched, { onKept })
    await instance.call(1)
    await until(() => kept > 5)
    await instance.stop()
    expect(statements.filter((verb) => verb !== 'SELECT')).toEqual(['DELETE', 'INSERT'])
    const before = statements.length
    const unlimited = await start(watched, { budget: { callsPerSecond: 5 } })
    await unlimited.stop()
    expect(statements).toHaveLength(before)
  })
})

interface Settings {
  chainId?: number
  url?: string
  /** How often the URL is named. */
  times?: number
  budget?: NodeBudget
  onFault?: (error: unknown) => void
  onKept?: () => void
}

/** Nodes of an instance, which has read the count of the day. */
async function start(database: Database, settings: Settings = {}) {
  const { chainId = 1, url = `http://127.0.0.1:9/v2/${KEY}`, times = 1 } = settings
  const { budget = { callsPerDay: 100 }, onFault = failTest, onKept = () => {} } = settings
  const nodes = createRpcNodes(
    {
      ...{ id: chainId, blockSeconds: 2 },
      rpcUrls: Array.from({ length: times }, () => url),
      nodeBudgets: { [new URL(url).host]: budget },
    },
    { signal: new AbortController().signal, clock },
  )
  const chains = [{ chainId, counts: nodes.dailyCounts }]
  const kept = keepNodeCalls({ database, chains, everyMs: 5, onFault, onKept })
  onTestFinished(kept.stop)
  await kept.read
  const ask = (client: PublicClient) =>
    client.request({ method: 'eth_chainId' }).catch((error: unknown) => error)
  return {
    nodes,
    stop: kept.stop,
    callsToday: () => nodes.use()[0]?.callsToday,
    /** Makes calls, which fail because the port is closed. */
    async call(calls: number, owner?: string) {
      const client = owner === undefined ? nodes.client : nodes.callers
      for (let i = 0; i < calls; i += 1) await runForKey(owner, () => ask(client))
    },
    isSpentFor: async (owner: string) =>
      findCallerBudgetError(await runForKey(owner, () => ask(nodes.callers)))?.isOfKey === true,
    written: (calls: number) => until(async () => (await readCalls(database)).includes(calls)),
  }
}

function failTest(error: unknown): void {
  throw error
}

async function readCalls({ query }: Pick<Database, 'query'>): Promise<number[]> {
  const rows = await query('SELECT calls::integer AS calls FROM sluice_node_key_calls ORDER BY calls')
  return rows.map(({ calls }) => Number(calls))
}
