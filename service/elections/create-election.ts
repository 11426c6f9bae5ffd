import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { endLease, takeLease } from '../database/take-lease.ts'

/** Which of the instances over one database does a work that is done once for all. */
export interface Election {
  /** Resolves when the database has been asked once, whatever came of it. */
  decided: Promise<void>
  /** Whether it is this instance now: asked again before each piece of the work. Never true of two. */
  isLeader(): boolean
  /** Tells each change; returns how to stop. */
  onChange(listener: (isLeader: boolean) => void): () => void
  /** Withdraws, so that another takes over at once. */
  stop(): Promise<void>
}

export interface ElectionOptions {
  database: Database
  /** Of the work. */
  name: string
  /** How long the word of a leader that is gone is believed. Default 6 s. */
  leaseSeconds?: number
  /** Milliseconds between ballots. Default 1.5 s. */
  everyMs?: number
  /** What kept a ballot from being held. It is tried again. */
  onFault?: (error: unknown) => void
}

/**
 * A lease by the database's clock, renewed while the process lives. No lock of a session, because a leader that
 * hangs, or whose network does, would keep that; and the embedded database has no sessions to tell apart.
 */
export function createElection(options: ElectionOptions): Election {
  const { database, name, leaseSeconds = 6, everyMs = 1_500, onFault = () => {} } = options
  const lease = { name, holder: randomUUID(), seconds: leaseSeconds }
  const listeners = new Set<(isLeader: boolean) => void>()
  let untilMs = Number.NEGATIVE_INFINITY
  let wasLeader = false
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

  /** The first statement opens the database, which can take longer than a lease lasts. */
  async function open(): Promise<void> {
    await database.query('select 1').catch(() => undefined)
  }

  async function vote(): Promise<void> {
    if (isStopped) return
    // Counted from before the question: the database's lease ends later than this instance's belief in it.
    const askedMs = performance.now()
    try {
      const isTaken = await takeLease(database.query, lease)
      untilMs = isTaken ? askedMs + leaseSeconds * 1000 : Number.NEGATIVE_INFINITY
    } catch (error) {
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
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      clearTimeout(expiry)
      // Nothing to give back; a ballot won from now on lapses by itself.
      if (!isLeader()) return
      await voting
      untilMs = Number.NEGATIVE_INFINITY
      tell()
      await endLease(database.query, lease).catch(() => undefined)
    },
  }
}
