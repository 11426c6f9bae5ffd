/** Calls whose replies arrive as separate messages with an id, over a worker's port or a socket. */
export interface PendingCalls<Value> {
  /** `send` posts the request with the id. Rejects immediately after `end`. */
  start(send: (id: number) => void): Promise<Value>
  resolve(id: number, value: Value): void
  reject(id: number, error: Error): void
  /** Rejects pending and later calls. Only the first error is used. */
  end(error: Error): void
}

export function createPendingCalls<Value>(): PendingCalls<Value> {
  const pending = new Map<number, { resolve(value: Value): void; reject(error: Error): void }>()
  let nextId = 0
  let ended: Error | undefined

  function take(id: number) {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  return {
    start(send) {
      return new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        nextId += 1
        pending.set(nextId, { resolve, reject })
        send(nextId)
      })
    },
    resolve: (id, value) => take(id)?.resolve(value),
    reject: (id, error) => take(id)?.reject(error),
    end(error) {
      ended ??= error
      for (const { reject } of pending.values()) reject(ended)
      pending.clear()
    },
  }
}
