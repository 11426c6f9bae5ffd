import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/sluice-contracts/', import.meta.url))
const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string }

/** Longer than any compilation on a busy machine. */
const MAX_WAIT_MS = 150_000
const POLL_MS = 100

/**
 * Caches compiler output as JSON, for other test files and the next run. Processes that request the
 * same output wait for the first of them, because compiling takes a whole core.
 * @param from everything the output depends on; the version of the compiler is added
 * @returns path of the file
 */
export async function cacheArtifact(from: unknown, make: () => Promise<unknown>): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([version, from]))
    .digest('hex')
    .slice(0, 32)
  const file = `${FOLDER}${key}.json`
  if (existsSync(file)) return file
  mkdirSync(FOLDER, { recursive: true })
  const claim = `${file}.claim`
  if (!tryClaim(claim)) {
    for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end && isHeld(claim); ) await wait(POLL_MS)
    if (existsSync(file)) return file
  }
  try {
    const content = JSON.stringify(await make())
    // Written atomically, because another process may read the file at any time.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, content)
    renameSync(draft, file)
  } finally {
    rmSync(claim, { force: true })
  }
  return file
}

/** Claims the work for one of several processes. */
function tryClaim(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** Returns whether the process that made the claim is still running. */
function isHeld(claim: string): boolean {
  try {
    // Signal 0 only tests for the process. An empty claim file is still being written and counts as
    // held.
    const pid = Number(readFileSync(claim, 'utf8'))
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}
