import { readFileSync } from 'node:fs'
import { type Artifact, compile, readSources } from '../compile.ts'
import { keep } from '../keep.ts'

/** The contracts that only tests use, by name; compiled once for all test files. */
export async function compileTests(): Promise<Map<string, Artifact>> {
  const sources = [readSources('test'), readSources('src')]
  const file = await keep(sources, async () => [...(await compile('test', false))])
  return new Map(JSON.parse(readFileSync(file, 'utf8')))
}
