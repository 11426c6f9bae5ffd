import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '..')
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }

/** Cache of the files beside the installed packages, by version. */
export const KEPT_FILES = join(PACKAGE, '../../.cache/sluice', `pglite-${version}.tar`)

/**
 * Creates a database without tables in a directory, or in memory without one. Initialization takes
 * seconds of both cores and 1 GB, so it runs once per installation and later databases copy the
 * `kept` files. If these cannot be written or read, each database is initialized.
 */
export async function createInitialized(directory?: string, kept = KEPT_FILES): Promise<PGlite> {
  const files = await readFile(kept).catch(() => undefined)
  if (files) {
    const copied = await copyTo(directory, files).catch(() => undefined)
    if (copied) return copied
    if (directory !== undefined) await empty(directory)
  }
  const made = await PGlite.create(directory)
  await keep(made, kept).catch(() => undefined)
  return made
}

function copyTo(directory: string | undefined, files: Buffer): Promise<PGlite> {
  const loadDataDir = new Blob([new Uint8Array(files)])
  return PGlite.create({ ...(directory !== undefined && { dataDir: directory }), loadDataDir })
}

async function empty(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { mode: 0o700 })
}

/** Renames the file when it is complete, because other processes may write or read it now. */
async function keep(made: PGlite, kept: string): Promise<void> {
  await made.exec('CHECKPOINT')
  const files = await made.dumpDataDir('none')
  const draft = `${kept}.${randomUUID()}`
  await mkdir(dirname(kept), { recursive: true })
  try {
    await writeFile(draft, new Uint8Array(await files.arrayBuffer()))
    await rename(draft, kept)
  } finally {
    await rm(draft, { force: true })
  }
}
