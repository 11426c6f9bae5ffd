import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { createInitialized } from './initialized-files.ts'

// Initializes the files of a database. This worker frees the memory on exit, which can be several
// times what running requires.
const { directory } = workerData as { directory: string }

/**
 * Renames the directory when it is complete, because a partly written directory could never be
 * opened.
 */
async function initialize(): Promise<void> {
  const draft = join(directory, 'pg.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await (await createInitialized(draft)).close()
  await rename(draft, join(directory, 'pg'))
}

initialize().then(() => process.exit(0))
