import { readFileSync } from 'node:fs'
import { cacheArtifact } from '../devnet/bytecode/artifact-cache.ts'
import type { Artifact } from '../devnet/bytecode/compiler-output.ts'
import { compile, readSources } from './compile.ts'

/**
 * Compiles the contracts of a folder that only tests use, once for all test files.
 * @param folder relative to `contracts/`; its files import only from the folder and from `src`
 */
export async function compileOnce(folder: string): Promise<Map<string, Artifact>> {
  const sources = [readSources(folder), readSources('src')]
  const file = await cacheArtifact(sources, async () => [...(await compile(folder, false))])
  return new Map(JSON.parse(readFileSync(file, 'utf8')))
}
