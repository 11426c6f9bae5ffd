import { DatabaseError, type Param, type Query, type Row } from './database.ts'

/** A statement on its way to whoever runs it. */
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
  /** Fails what is pending and whatever is asked later. */
  end(reason: string): void
}

/** Statements out, replies in: the same for a thread and for a socket. */
export function createCalls(send: (ask: DatabaseCall) => void): Calls {
  const pending = new Map<number, { resolve(rows: Row[]): void; reject(error: Error): void }>()
  let nextId = 0
  let ended: string | undefined

  return {
    query(sql, params = []) {
      return new Promise((resolve, reject) => {
        if (ended) return reject(new DatabaseError(ended))
        nextId += 1
        pending.set(nextId, { resolve, reject })
        send({ id: nextId, sql, params })
      })
    },
    settle(reply) {
      const call = pending.get(reply.id)
      pending.delete(reply.id)
      if ('rows' in reply) call?.resolve(reply.rows)
      else call?.reject(new DatabaseError(reply.error.message, { code: reply.error.code }))
    },
    end(reason) {
      ended ??= reason
      for (const { reject } of pending.values()) reject(new DatabaseError(reason))
      pending.clear()
    },
  }
}

export async function answerAsk(query: Query, { id, sql, params }: DatabaseCall): Promise<DatabaseReply> {
  try {
    return { id, rows: await query(sql, params) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { id, error: { message: error instanceof Error ? error.message : String(error), code } }
  }
}
