import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { DAY_MS, type DailyCount } from '../chain/rpc/node-meter.ts'
import type { Database } from '../database/database.ts'
import { withTimeout } from '../lib/with-timeout.ts'

export interface NodeCallsOptions {
  database: Database
  chains: readonly { chainId: number; counts: readonly DailyCount[] }[]
  /** Milliseconds between writes, whose calls a killed process loses. Default: 2,000. */
  everyMs?: number
  /** The database failed. It is tried again; what was counted is written then. */
  onFault(error: unknown): void
  /** The database has what was counted. */
  onKept(): void
}

export interface KeptNodeCalls {
  /** Resolves after the first attempt to read the count of the day, successful or not. */
  read: Promise<void>
  /** Writes what has changed, within two seconds. */
  stop(): Promise<void>
}

interface Counter extends DailyCount {
  chainId: number
  /** The stored value, as day and calls. */
  written: string
}

const EVERY_MS = 2_000
const STOP_MS = 2_000

/**
 * Stores today's number of calls to each node with a `callsPerDay`. A starting instance takes over
 * the highest count of the day, which is at least the count of the instance that it replaces.
 * Instances that keep to their budgets therefore never exceed their sum, however often they
 * restart, and no instance has to detect crashed ones. The price is that an instance beside a
 * busier one starts with as few calls left as that one.
 */
export function keepNodeCalls(options: NodeCallsOptions): KeptNodeCalls {
  const { database, chains, everyMs = EVERY_MS, onFault, onKept } = options
  const instance = randomUUID()
  const counters = chains.flatMap(({ chainId, counts }) =>
    counts.map((count): Counter => ({ ...count, chainId, written: '' })),
  )
  if (counters.length === 0) return { read: Promise.resolve(), async stop() {} }
  /** Later days were counted from their beginning. */
  const startDay = Math.max(...counters.map(({ today }) => today().day))
  let isRead = false
  let prunedOn = 0
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = turn()
  const read = running

  async function turn(): Promise<void> {
    await keep()
    if (isStopped) return
    timer = setTimeout(() => {
      running = turn()
    }, everyMs)
    timer.unref()
  }

  async function keep(): Promise<void> {
    try {
      // Reads before the first write, because a row of this instance is not an earlier call.
      if (!isRead) await goOn()
      isRead = true
      await write()
      await prune()
      onKept()
    } catch (error) {
      onFault(error)
    }
  }

  async function goOn(): Promise<void> {
    const rows = await database.query(
      `SELECT chain_id::text AS chain_id, node, max(calls)::text AS calls FROM sluice_node_calls
      WHERE day = $1::text::date GROUP BY chain_id, node`,
      [toDate(startDay)],
    )
    const known = new Map(v.parse(rowsSchema, rows).map((row) => [`${row.chain_id} ${row.node}`, row.calls]))
    for (const { chainId, node, addEarlier } of counters) {
      addEarlier({ day: startDay, calls: known.get(`${chainId} ${node}`) ?? 0 })
    }
  }

  async function write(): Promise<void> {
    const changed = counters
      .map((counter) => ({ counter, ...counter.today() }))
      .map((row) => ({ ...row, text: `${row.day} ${row.calls}` }))
      .filter(({ counter, calls, text }) => calls > 0 && counter.written !== text)
    if (changed.length === 0) return
    await database.query(
      `INSERT INTO sluice_node_calls (chain_id, node, day, calls, instance)
      SELECT counted.*, $5::text
      FROM unnest($1::text[]::bigint[], $2::text[], $3::text[]::date[], $4::text[]::bigint[]) AS counted
      ON CONFLICT (chain_id, node, day, instance) DO UPDATE SET calls = excluded.calls`,
      [
        changed.map(({ counter }) => String(counter.chainId)),
        changed.map(({ counter }) => counter.node),
        changed.map(({ day }) => toDate(day)),
        changed.map(({ calls }) => String(calls)),
        instance,
      ],
    )
    for (const { counter, text } of changed) counter.written = text
  }

  /** Uses the clock of the database, because the clock of one instance may be wrong. */
  async function prune(): Promise<void> {
    const day = Math.max(...counters.map(({ today }) => today().day))
    if (day === prunedOn) return
    await database.query(`DELETE FROM sluice_node_calls WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`)
    prunedOn = day
  }

  return {
    read,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await withTimeout(running.then(keep), { timeoutMs: STOP_MS, onTimeout: () => undefined })
    },
  }
}

const rowsSchema = v.array(
  v.object({ chain_id: v.string(), node: v.string(), calls: v.pipe(v.string(), v.transform(Number)) }),
)

/** `YYYY-MM-DD`, UTC. */
function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
