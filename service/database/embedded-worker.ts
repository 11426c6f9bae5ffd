import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, type Worker, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { startWorker } from '../lib/start-worker.ts'
import { answerCall, type DatabaseCall } from './database-calls.ts'
import { createInitialized } from './initialized-files.ts'

const INIT_WORKER = new URL('./init-database-worker.ts', import.meta.url)
/**
 * Replaces the default of 128 MB, which exceeds what this data needs, because the system caches the
 * files.
 */
const SMALL_BUFFERS = ['-c', 'shared_buffers=8MB', '-c', 'wal_buffers=256kB']

// Runs the embedded database in a worker, so that a statement never delays a price.
const { dataDir } = workerData as { dataDir: string | undefined }
const engine = dataDir === undefined ? createInitialized() : open(dataDir)
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
  const path = join(directory, 'pg')
  if (!existsSync(path)) await ended(startWorker(INIT_WORKER, { workerData: { directory } }))
  return PGlite.create(path, { startParams: [...PGlite.defaultStartParams, ...SMALL_BUFFERS] })
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
