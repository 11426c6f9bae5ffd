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
  /** Resolves after the first attempt to read the counts of the day, successful or not. */
  read: Promise<void>
  /** Writes what has changed, within two seconds. */
  stop(): Promise<void>
}

interface Counter extends DailyCount {
  chainId: number
  /** The stored rows, as day and calls by key. */
  written: Map<string, string>
}

interface CountRow {
  counter: Counter
  keyId: string
  day: number
  calls: number
}

/** Stands for the calls that are made for no key. */
const NO_KEY = ''
const EVERY_MS = 2_000
const STOP_MS = 2_000

/**
 * Shares today's number of calls to each node with a `callsPerDay`, in total and by key. Each
 * instance writes its own rows and reads the sum of the others, so that a restart or another
 * instance allows no further calls. Together, instances exceed a budget by at most the calls of
 * one interval.
 */
export function keepNodeCalls(options: NodeCallsOptions): KeptNodeCalls {
  const { database, chains, everyMs = EVERY_MS, onFault, onKept } = options
  const instance = randomUUID()
  const counters = chains.flatMap(({ chainId, counts }) =>
    counts.map((count): Counter => ({ ...count, chainId, written: new Map() })),
  )
  if (counters.length === 0) return { read: Promise.resolve(), async stop() {} }
  const nodes = counters.map(({ node }) => node)
  const getDay = () => Math.max(...counters.map(({ today }) => today().day))
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
      await readOthers()
      await write()
      await prune()
      onKept()
    } catch (error) {
      // After a failover the server may lack the last rows.
      for (const { written } of counters) written.clear()
      onFault(error)
    }
  }

  async function readOthers(): Promise<void> {
    const day = getDay()
    const rows = await database.query(
      `SELECT chain_id::text AS chain_id, node, key_id, sum(calls)::text AS calls
      FROM sluice_node_key_calls
      WHERE day = $1::text::date AND instance <> $2 AND node = ANY($3::text[])
      GROUP BY chain_id, node, key_id`,
      [toDate(day), instance, nodes],
    )
    const known = v.parse(rowsSchema, rows)
    for (const { chainId, node, setOthers } of counters) {
      const own = known.filter((row) => row.chain_id === String(chainId) && row.node === node)
      setOthers({
        day,
        calls: own.reduce((sum, { calls }) => sum + calls, 0),
        byKey: new Map(own.map(({ key_id, calls }) => [key_id, calls])),
      })
    }
  }

  async function write(): Promise<void> {
    const changed = counters
      .flatMap(toRows)
      .filter(
        ({ counter, keyId, day, calls }) => calls > 0 && counter.written.get(keyId) !== `${day} ${calls}`,
      )
    if (changed.length === 0) return
    await database.query(
      `INSERT INTO sluice_node_key_calls (chain_id, node, key_id, day, calls, instance)
      SELECT counted.*, $6::text
      FROM unnest($1::text[]::bigint[], $2::text[], $3::text[], $4::text[]::date[], $5::text[]::bigint[])
        AS counted
      ON CONFLICT (day, chain_id, node, key_id, instance) DO UPDATE SET calls = excluded.calls`,
      [
        changed.map(({ counter }) => String(counter.chainId)),
        changed.map(({ counter }) => counter.node),
        changed.map(({ keyId }) => keyId),
        changed.map(({ day }) => toDate(day)),
        changed.map(({ calls }) => String(calls)),
        instance,
      ],
    )
    for (const { counter, keyId, day, calls } of changed) counter.written.set(keyId, `${day} ${calls}`)
  }

  /** Uses the clock of the database, because the clock of one instance may be wrong. */
  async function prune(): Promise<void> {
    const day = getDay()
    if (day === prunedOn) return
    await database.query(`DELETE FROM sluice_node_key_calls WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`)
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
  v.object({
    chain_id: v.string(),
    node: v.string(),
    key_id: v.string(),
    calls: v.pipe(v.string(), v.transform(Number)),
  }),
)

/** Returns the calls of this instance: one row per key, and one for the others. */
function toRows(counter: Counter): CountRow[] {
  const { day, calls, byKey } = counter.today()
  const rows = Array.from(byKey, ([keyId, ofKey]) => ({ counter, keyId, day, calls: ofKey }))
  const ofKeys = rows.reduce((sum, row) => sum + row.calls, 0)
  return [...rows, { counter, keyId: NO_KEY, day, calls: calls - ofKeys }]
}

/** `YYYY-MM-DD`, UTC. */
function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
