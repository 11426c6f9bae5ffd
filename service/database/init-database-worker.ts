import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// Makes the files of a database, which takes several times the memory of using them: this thread gives it all back.
const { directory } = workerData as { directory: string }

/** A directory cut off while it was being made would never open: it gets its name when it is whole. */
async function make(): Promise<void> {
  const draft = join(directory, 'pg.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await (await PGlite.create(draft)).close()
  await rename(draft, join(directory, 'pg'))
}

make().then(() => process.exit(0))
