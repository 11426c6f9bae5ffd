import { parentPort } from 'node:worker_threads'
import { createTokenStore } from './token-store.ts'
import type { StoreAnswer, StoreCall } from './worker-store.ts'

// The store in a thread of its own: a search never holds up a price.
const store = createTokenStore()

parentPort?.on('message', async (call: StoreCall) => {
  const answer: StoreAnswer =
    'change' in call
      ? { id: call.id, page: await store.change(call.change).then(() => undefined) }
      : { id: call.id, page: await store.page(call.chain, call.query) }
  parentPort?.postMessage(answer)
})
