import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Artifact, compile, readSources } from './compile.ts'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sluice-contracts/', import.meta.url))
const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string }

/** Longer than anything compiles on a busy machine. */
const MAX_WAIT_MS = 150_000
const POLL_MS = 100

/**
 * Caches compiler output as JSON, for other test files and the next run. Processes that want the same at once wait for the
 * first of them: compiling takes a whole core.
 * @param from everything the output depends on; the version of the compiler is added
 * @returns the file
 */
export async function keep(from: unknown, make: () => Promise<unknown>): Promise<string> {
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
    // Written atomically: another process may read it at any time.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, content)
    renameSync(draft, file)
  } finally {
    rmSync(claim, { force: true })
  }
  return file
}

/** Of several processes, one succeeds. */
function tryClaim(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** Whether the process that claimed it is still at work. */
function isHeld(claim: string): boolean {
  try {
    // Signal 0 sends nothing. A claim that is not written yet names no process, and stands for the next look.
    const pid = Number(readFileSync(claim, 'utf8'))
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Compiles the contracts of a folder that only tests use, once for all test files.
 * @param folder relative to `contracts/`; its files import from one another and from `src` alone
 */
export async function compileOnce(folder: string): Promise<Map<string, Artifact>> {
  const sources = [readSources(folder), readSources('src')]
  const file = await keep(sources, async () => [...(await compile(folder, false))])
  return new Map(JSON.parse(readFileSync(file, 'utf8')))
}
