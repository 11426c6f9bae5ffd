import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { endLease, takeLease } from '../database/take-lease.ts'

/** Elects one leader among the instances of one database. */
export interface Election {
  /** Resolves after the first attempt, successful or not. */
  decided: Promise<void>
  /**
   * Returns true if this instance is the leader. Check before each step of the work. Never true for
   * two instances.
   */
  isLeader(): boolean
  /** Returns true if the last attempt failed, so that the leader is unknown. */
  isFailing(): boolean
  /** Subscribes to changes; returns the unsubscribe function. */
  onChange(listener: (isLeader: boolean) => void): () => void
  /** Releases the lease, so that another instance takes over immediately. */
  stop(): Promise<void>
}

export interface ElectionOptions {
  database: Database
  /** Name of the work. */
  name: string
  /** Duration of the lease. Default: 6. */
  leaseSeconds?: number
  /** Milliseconds between renewals. Default: 1,500. */
  everyMs?: number
  /** Called when a renewal fails; it is retried. */
  onFault?: (error: unknown) => void
  /** Called when a renewal succeeds after a failed one, whichever instance is elected. */
  onRecovered?: () => void
}

/**
 * Holds a lease by the clock of the database and renews it while the process lives. A session lock
 * would stay with a leader that hangs, and the embedded database has no separate sessions.
 */
export function createElection(options: ElectionOptions): Election {
  const {
    database,
    name,
    leaseSeconds = 6,
    everyMs = 1_500,
    onFault = () => {},
    onRecovered = () => {},
  } = options
  const lease = { name, holder: randomUUID(), seconds: leaseSeconds }
  const listeners = new Set<(isLeader: boolean) => void>()
  let untilMs = Number.NEGATIVE_INFINITY
  let wasLeader = false
  let isFailing = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined
  let voting = open().then(vote)

  const isLeader = () => performance.now() < untilMs

  function tell() {
    if (isLeader() === wasLeader) return
    wasLeader = !wasLeader
    for (const listener of listeners) listener(wasLeader)
  }

  /** The first statement opens the database, which can take longer than the lease. */
  async function open(): Promise<void> {
    await database.query('select 1').catch(() => undefined)
  }

  async function vote(): Promise<void> {
    if (isStopped) return
    // Counted from before the query, so that this instance's lease ends before the database's.
    const askedMs = performance.now()
    try {
      const isTaken = await takeLease(database.query, lease)
      untilMs = isTaken ? askedMs + leaseSeconds * 1000 : Number.NEGATIVE_INFINITY
      const wasFailing = isFailing
      isFailing = false
      if (wasFailing && !isStopped) onRecovered()
    } catch (error) {
      isFailing = true
      if (!isStopped) onFault(error)
    }
    if (isStopped) return
    tell()
    clearTimeout(expiry)
    if (isLeader()) expiry = setTimeout(tell, untilMs - performance.now() + 1)
    timer = setTimeout(() => {
      voting = vote()
    }, everyMs)
  }

  return {
    decided: voting,
    isLeader,
    isFailing: () => isFailing,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      clearTimeout(expiry)
      // There is nothing to release. A lease acquired from now on expires without a renewal.
      if (!isLeader()) return
      await voting
      untilMs = Number.NEGATIVE_INFINITY
      tell()
      await endLease(database.query, lease).catch(() => undefined)
    },
  }
}
