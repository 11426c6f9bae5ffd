import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { createInitialized } from './initialized-files.ts'

// Initializes the files of a database. It may need several times the memory of running it, which this worker frees on exit.
const { directory } = workerData as { directory: string }

/** A partly written directory would never open, so it is renamed when it is complete. */
async function initialize(): Promise<void> {
  const draft = join(directory, 'pg.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await (await createInitialized(draft)).close()
  await rename(draft, join(directory, 'pg'))
}

initialize().then(() => process.exit(0))
