import { parentPort } from 'node:worker_threads'
import { createTokenStore } from './token-store.ts'
import type { StoreCall, StoreReply } from './worker-store.ts'

// Runs the store in a worker, so that a search never delays a price.
const store = createTokenStore()

parentPort?.on('message', async (call: StoreCall) => {
  const reply: StoreReply =
    'change' in call
      ? { id: call.id, page: await store.change(call.change).then(() => undefined) }
      : { id: call.id, page: await store.page(call.chain, call.query) }
  parentPort?.postMessage(reply)
})
