import type { TokenPage } from '../../src/wire/tokens.ts'
import { startThread } from '../lib/start-worker.ts'
import type { IndexQuery } from './token-index.ts'
import type { StoreChange, TokenStore } from './token-store.ts'

export type StoreCall = { id: number; change: StoreChange } | { id: number; chain: string; query: IndexQuery }

export interface StoreAnswer {
  id: number
  page: TokenPage | undefined
}

export interface WorkerStore extends TokenStore {
  close(): Promise<void>
}

/** A store in a thread of its own. When the thread ends, whatever is asked fails: `onEnd` is told. */
export function createWorkerStore({ onEnd }: { onEnd(error: Error): void }): WorkerStore {
  const worker = startThread(new URL('./store-worker.ts', import.meta.url))
  worker.unref()
  const pending = new Map<
    number,
    { resolve(page: TokenPage | undefined): void; reject(error: Error): void }
  >()
  let nextId = 0
  let ended: Error | undefined

  function end(error: Error) {
    if (ended) return
    ended = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  worker.on('message', ({ id, page }: StoreAnswer) => {
    pending.get(id)?.resolve(page)
    pending.delete(id)
  })
  worker.on('error', end)
  worker.once('exit', () => {
    const isClosed = ended !== undefined && ended.message === CLOSED
    end(new Error('The thread that searches tokens has ended'))
    if (!isClosed && ended) onEnd(ended)
  })

  function ask(call: (id: number) => StoreCall): Promise<TokenPage | undefined> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      nextId += 1
      pending.set(nextId, { resolve, reject })
      worker.postMessage(call(nextId))
    })
  }

  return {
    change: (change) => ask((id) => ({ id, change })).then(() => undefined),
    page: (chain, query) => ask((id) => ({ id, chain, query })),
    async close() {
      end(new Error(CLOSED))
      await worker.terminate()
    },
  }
}

const CLOSED = 'The catalogue is closed'
