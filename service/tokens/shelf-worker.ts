import { parentPort } from 'node:worker_threads'
import type { ShelfAnswer, ShelfCall } from './threaded-shelf.ts'
import { createTokenShelf } from './token-shelf.ts'

// The shelf in a thread of its own: a search never holds up a price.
const shelf = createTokenShelf()

parentPort?.on('message', async (call: ShelfCall) => {
  const answer: ShelfAnswer =
    'change' in call
      ? { id: call.id, page: await shelf.change(call.change).then(() => undefined) }
      : { id: call.id, page: await shelf.page(call.chain, call.query) }
  parentPort?.postMessage(answer)
})
