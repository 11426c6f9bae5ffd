import { parentPort } from 'node:worker_threads'
import { createTokenShelf } from './token-store.ts'
import type { ShelfAnswer, ShelfCall } from './worker-store.ts'

// The shelf in a thread of its own: a search never holds up a price.
const shelf = createTokenShelf()

parentPort?.on('message', async (call: ShelfCall) => {
  const answer: ShelfAnswer =
    'change' in call
      ? { id: call.id, page: await shelf.change(call.change).then(() => undefined) }
      : { id: call.id, page: await shelf.page(call.chain, call.query) }
  parentPort?.postMessage(answer)
})
