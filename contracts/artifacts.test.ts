import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { generate } from './generate.ts'
import runtimes from './out/runtime.json' with { type: 'json' }

/** Limit of EIP-170. */
const MAX_CODE_BYTES = 24_576
/** The optimizer takes half a minute on an idle core; other tests share the cores. */
const COMPILE_MS = 400_000
const root = fileURLToPath(new URL('..', import.meta.url))

it(
  'compiles to the committed artifacts and ABI',
  async () => {
    for (const { path, content } of await generate()) {
      const committed = readFileSync(`${root}${path}`, 'utf8')
      expect(committed, `${path} is stale: run npx tsx contracts/build.ts`).toBe(format(path, content))
    }
  },
  COMPILE_MS,
)

it.each(['Settlement', 'Executor'] as const)('compiles the %s to at most 24,576 bytes', (name) => {
  const { code } = runtimes[name]
  expect(code.length / 2 - 1).toBeLessThanOrEqual(MAX_CODE_BYTES)
})

function format(path: string, content: string): string {
  if (!path.endsWith('.ts')) return content
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const options = { cwd: root, input: content, encoding: 'utf8' } as const
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], options)
}
