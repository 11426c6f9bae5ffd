import { startWorker } from '../lib/start-worker.ts'
import type { Query } from './database.ts'
import { type Calls, createCalls, type DatabaseCall, type DatabaseReply } from './database-calls.ts'

export interface Engine {
  query: Query
  /** Resolves when the worker has exited, for any reason. */
  ended: Promise<void>
  close(): Promise<void>
}

const CLOSE_MS = 3_000

/** Starts the worker that runs the embedded database, in `dataDir` or in memory. */
export function startEngine(dataDir: string | undefined): Engine {
  const worker = startWorker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { dataDir } })
  const calls: Calls = createCalls((call: DatabaseCall) => worker.postMessage(call))
  let hasOpened = false
  worker.on('message', (reply: DatabaseReply) => {
    hasOpened = true
    calls.settle(reply)
  })
  worker.on('error', (error) => calls.end(`The embedded database failed: ${error.message}`))
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      calls.end('The embedded database has ended')
      resolve()
    })
  })

  return {
    query: calls.query,
    ended,
    async close() {
      // Opening can be interrupted at any time, and an in-memory database needs no shutdown.
      if (!hasOpened || dataDir === undefined) await worker.terminate()
      worker.postMessage('close')
      const forceExit = setTimeout(() => worker.terminate(), CLOSE_MS)
      await ended
      clearTimeout(forceExit)
    },
  }
}
