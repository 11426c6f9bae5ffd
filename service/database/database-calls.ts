import { messageOf } from '../lib/message-of.ts'
import { createPendingCalls } from '../lib/worker-calls.ts'
import { DatabaseError, type Param, type Query, type Row } from './database.ts'

/** A statement sent to the process or worker that runs it. */
export interface DatabaseCall {
  id: number
  sql: string
  params: readonly Param[]
}

export type DatabaseReply =
  | { id: number; rows: Row[] }
  | { id: number; error: { message: string; code: string | undefined } }

export interface Calls {
  query: Query
  settle(reply: DatabaseReply): void
  /** Rejects pending and later statements. */
  end(reason: string): void
}

/** Sends statements and receives replies over a worker's port or a socket. */
export function createCalls(send: (call: DatabaseCall) => void): Calls {
  const calls = createPendingCalls<Row[]>()
  return {
    query: (sql, params = []) => calls.start((id) => send({ id, sql, params })),
    settle(reply) {
      if ('rows' in reply) return calls.resolve(reply.id, reply.rows)
      calls.reject(reply.id, new DatabaseError(reply.error.message, { code: reply.error.code }))
    },
    end: (reason) => calls.end(new DatabaseError(reason)),
  }
}

export async function answerCall(query: Query, { id, sql, params }: DatabaseCall): Promise<DatabaseReply> {
  try {
    return { id, rows: await query(sql, params) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: { message: messageOf(error), code } }
  }
}
