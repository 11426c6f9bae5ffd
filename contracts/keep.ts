import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Artifact, compile, readSources } from './compile.ts'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/sluice-contracts/', import.meta.url))
const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string }

/**
 * Caches compiler output as JSON, for other test files and the next run.
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
  const content = JSON.stringify(await make())
  mkdirSync(FOLDER, { recursive: true })
  // Written atomically: another process may read it at any time.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content)
  renameSync(draft, file)
  return file
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
