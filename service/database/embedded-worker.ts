import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, type Worker, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { startWorker } from '../lib/start-worker.ts'
import { answerCall, type DatabaseCall } from './calls.ts'

const DRAFT = new URL('./init-database-worker.ts', import.meta.url)
/** PostgreSQL takes 128 MB for pages unless told otherwise; ours all fit into less, and the files are cached anyway. */
const SMALL = ['-c', 'shared_buffers=8MB', '-c', 'wal_buffers=256kB']

// The embedded database in a thread of its own: a statement never holds up a price.
const { dataDir } = workerData as { dataDir: string | undefined }
const engine = dataDir === undefined ? PGlite.create() : open(dataDir)
engine.catch(() => undefined)

parentPort?.on('message', async (message: DatabaseCall | 'close') => {
  if (message === 'close') {
    await engine.then((database) => database.close()).catch(() => undefined)
    process.exit(0)
  }
  const reply = await answerCall(async (sql, params = []) => {
    const { rows } = await (await engine).query<Record<string, unknown>>(sql, [...params])
    return rows
  }, message)
  parentPort?.postMessage(reply)
})

async function open(directory: string): Promise<PGlite> {
  const whole = join(directory, 'pg')
  if (!existsSync(whole)) await ended(startWorker(DRAFT, { workerData: { directory } }))
  return PGlite.create(whole, { startParams: [...PGlite.defaultStartParams, ...SMALL] })
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
