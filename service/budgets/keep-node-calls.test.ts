import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { until } from '../../src/testing/until.ts'
import { DAY_MS } from '../chain/rpc/node-meter.ts'
import { createRpcNodes } from '../chain/rpc/rpc-nodes.ts'
import type { NodeBudget } from '../config/types.ts'
import type { Database } from '../database/database.ts'
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
    await database.query('DELETE FROM sluice_node_calls')
  })

  it('is not given twice by a restart, however often, nor by one that is killed', async () => {
    const first = await start(database)
    first.call(40)
    await first.stop()
    const second = await start(database)
    expect(second.callsToday()).toBe(40)
    second.call(30)
    // A killed one stops nothing: what it wrote last counts.
    await second.written(70)
    for (let calls = 71; calls <= 100; calls += 1) {
      const next = await start(database)
      next.call(1)
      await next.written(calls)
    }
    const last = await start(database)
    expect(last.nodes.use()).toEqual([{ callsPerDay: 100, callsToday: 100, overBudget: 0, isSpent: true }])
    await expect(last.nodes.client.getChainId()).rejects.toThrow('exceeds the budget of every node')
  })

  it('stores the count of each instance, and a replacement starts with at least that count', async () => {
    const [a, b] = [await start(database), await start(database)]
    a.call(60)
    b.call(50)
    await Promise.all([a.written(60), b.written(50)])
    expect([a.callsToday(), b.callsToday()]).toEqual([60, 50])
    await a.stop()
    const next = await start(database)
    expect([next.callsToday(), b.callsToday()]).toEqual([60, 50])
    next.call(10)
    b.call(5)
    await Promise.all([next.stop(), b.stop()])
    expect(await readCalls(database)).toEqual([55, 60, 70])
  })

  it('is of each chain and URL, and no URL is stored', async () => {
    const one = await start(database)
    one.call(9)
    await one.stop()
    const others = [{ chainId: 2 }, { url: `http://127.0.0.1:9/another/${KEY}` }]
    for (const other of others) expect((await start(database, other)).callsToday()).toBe(0)
    // A URL that is named twice is two nodes.
    const twice = await start(database, { times: 2 })
    expect(twice.nodes.use().map(({ callsToday }) => callsToday)).toEqual([9, 0])
    const rows = JSON.stringify(await database.query('SELECT * FROM sluice_node_calls'))
    expect(rows).toMatch(/"[0-9a-f]{64}"/)
    for (const part of [KEY, '127.0.0.1']) expect(rows).not.toContain(part)
  })

  it('begins at 0 with a new day, with and without a restart; old days are deleted', async () => {
    const yesterday = await start(database)
    yesterday.call(80)
    await yesterday.written(80)
    time.dateMs += DAY_MS
    expect(yesterday.callsToday()).toBe(0)
    yesterday.call(3)
    await yesterday.written(3)
    await yesterday.stop()
    const today = await start(database)
    expect(today.callsToday()).toBe(3)
    await today.stop()
    expect(await readCalls(database)).toEqual([3, 3, 80])
    await database.query('UPDATE sluice_node_calls SET day = day - 3')
    const next = await start(database)
    expect(next.callsToday()).toBe(0)
    await next.stop()
    expect(await readCalls(database)).toEqual([])
  })

  it('costs no call while the database is away, and is kept once it is back', async () => {
    const before = await start(database)
    before.call(20)
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
    instance.call(7)
    await until(() => faults.length > 1)
    expect([instance.callsToday(), kept]).toEqual([7, 0])
    isAway = false
    await instance.written(27)
    expect(instance.callsToday()).toBe(27)
    isAway = true
    instance.call(1)
    // An end does not wait for the database either.
    await instance.stop()
    expect(await readCalls(database)).toEqual([20, 27])
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
    instance.call(1)
    await until(() => kept > 5)
    await instance.stop()
    expect(statements).toEqual(['SELECT', 'DELETE', 'INSERT'])
    const unlimited = await start(watched, { budget: { callsPerSecond: 5 } })
    await unlimited.stop()
    expect(statements).toHaveLength(3)
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
  const [count] = nodes.dailyCounts
  return {
    nodes,
    stop: kept.stop,
    callsToday: () => nodes.use()[0]?.callsToday,
    call: (calls: number) => count?.addEarlier({ day: count.today().day, calls }),
    written: (calls: number) => until(async () => (await readCalls(database)).includes(calls)),
  }
}

function failTest(error: unknown): void {
  throw error
}

async function readCalls({ query }: Pick<Database, 'query'>): Promise<number[]> {
  const rows = await query('SELECT calls::integer AS calls FROM sluice_node_calls ORDER BY calls')
  return rows.map(({ calls }) => Number(calls))
}
