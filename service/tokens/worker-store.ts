import type { TokenPage } from '../../wire/tokens.ts'
import { startWorker } from '../lib/start-worker.ts'
import { createPendingCalls } from '../lib/worker-calls.ts'
import type { IndexQuery } from './token-index.ts'
import type { StoreChange, TokenStore } from './token-store.ts'

export type StoreCall = { id: number; change: StoreChange } | { id: number; chain: string; query: IndexQuery }

export interface StoreReply {
  id: number
  page: TokenPage | undefined
}

export interface WorkerStore extends TokenStore {
  close(): Promise<void>
}

/**
 * Creates a store in a worker. If the worker ends unexpectedly, calls reject and `onEnd` is called.
 */
export function createWorkerStore({ onEnd }: { onEnd(error: Error): void }): WorkerStore {
  const worker = startWorker(new URL('./store-worker.ts', import.meta.url))
  worker.unref()
  const calls = createPendingCalls<TokenPage | undefined>()
  let failure = new Error('The worker that searches tokens has ended')
  let isClosed = false

  worker.on('message', ({ id, page }: StoreReply) => calls.resolve(id, page))
  worker.on('error', (error) => {
    failure = error
    calls.end(error)
  })
  worker.once('exit', () => {
    calls.end(failure)
    if (!isClosed) onEnd(failure)
  })
  const send = (call: StoreCall) => worker.postMessage(call)

  return {
    change: (change) => calls.start((id) => send({ id, change })).then(() => undefined),
    page: (chain, query) => calls.start((id) => send({ id, chain, query })),
    async close() {
      isClosed = true
      calls.end(new Error('The catalogue is closed'))
      await worker.terminate()
    },
  }
}
