import { type Pool, type PoolClient, DatabaseError as ServerError } from 'pg'
import { asDatabaseError, type DatabaseError, type Query } from './database.ts'

/** Runs work on connections to the server that accepts writes. */
export interface PrimaryPool {
  /**
   * Discards the connection if the work fails. `toError` describes a connection that cannot be
   * opened.
   */
  run<Value>(
    work: (client: PoolClient) => Promise<Value>,
    toError?: (error: DatabaseError) => DatabaseError,
  ): Promise<Value>
  /** Returns true if the last checked connection accepted reads only. */
  isReadOnly(): boolean
}

/** How long a connection counts as writable after a check. */
const CHECK_MS = 1_000
const READ_ONLY = '25006'
/** SQLSTATE classes of a server that ends or refuses connections. */
const SERVER_ENDS = /^(08|57P)/

/**
 * Replaces all connections after one of them was lost or became read-only. After a failover the old
 * primary may keep its connections, while the address already belongs to the new primary. Reads
 * continue on a server that stays read-only.
 */
export function createPrimaryPool(pool: Pool, queryOn: (client: PoolClient) => Query): PrimaryPool {
  const clients = new WeakMap<PoolClient, { madeMs: number; checkedMs: number }>()
  let discardBeforeMs = Number.NEGATIVE_INFINITY
  let isReadOnly = false

  pool.on('connect', (client) => {
    clients.set(client, { madeMs: performance.now(), checkedMs: Number.NEGATIVE_INFINITY })
  })

  const getMadeMs = (client: PoolClient) => clients.get(client)?.madeMs ?? 0

  /** Connections made until now are not used again. */
  function discardAll(): void {
    discardBeforeMs = performance.now()
  }

  async function takeCurrent(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (getMadeMs(client) > discardBeforeMs) return client
      client.release(true)
    }
  }

  async function check(client: PoolClient): Promise<void> {
    const state = clients.get(client)
    if (!state || performance.now() - state.checkedMs < CHECK_MS) return
    const [row] = await queryOn(client)('SHOW transaction_read_only')
    state.checkedMs = performance.now()
    isReadOnly = row?.transaction_read_only === 'on'
  }

  async function takeChecked(): Promise<PoolClient> {
    const client = await takeCurrent()
    try {
      await check(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Reconnects once a second to a server that stays read-only, because the address may move. */
  async function take(): Promise<PoolClient> {
    const client = await takeChecked()
    const isFresh = performance.now() - getMadeMs(client) < CHECK_MS
    if (!isReadOnly || isFresh) return client
    discardAll()
    client.release(true)
    return takeChecked()
  }

  function noteFailure(error: DatabaseError): void {
    const isReply = error.cause instanceof ServerError
    if (error.code === READ_ONLY) isReadOnly = true
    if (error.code === READ_ONLY || !isReply || SERVER_ENDS.test(error.code ?? '')) discardAll()
  }

  return {
    isReadOnly: () => isReadOnly,
    async run(work, toError = (error) => error) {
      const client = await take().catch((thrown) => {
        const error = asDatabaseError(thrown)
        noteFailure(error)
        throw toError(error)
      })
      try {
        const value = await work(client)
        client.release()
        return value
      } catch (thrown) {
        client.release(true)
        noteFailure(asDatabaseError(thrown))
        throw thrown
      }
    },
  }
}
