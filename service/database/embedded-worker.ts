import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { type Ask, answerAsk } from './calls.ts'

// The embedded database in a thread of its own: a statement never holds up a price.
const { dataDir } = workerData as { dataDir: string | undefined }
const engine = dataDir === undefined ? PGlite.create() : open(dataDir)
engine.catch(() => undefined)

parentPort?.on('message', async (message: Ask | 'close') => {
  if (message === 'close') {
    await engine.then((database) => database.close()).catch(() => undefined)
    process.exit(0)
  }
  const reply = await answerAsk(async (sql, params = []) => {
    const { rows } = await (await engine).query<Record<string, unknown>>(sql, [...params])
    return rows
  }, message)
  parentPort?.postMessage(reply)
})

/** A directory cut off while it was being made would never open: it gets its name when it is whole. */
async function open(directory: string): Promise<PGlite> {
  const whole = join(directory, 'pg')
  if (!existsSync(whole)) {
    const draft = join(directory, 'pg.new')
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await (await PGlite.create(draft)).close()
    await rename(draft, whole)
  }
  return PGlite.create(whole)
}
