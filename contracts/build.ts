import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from './generate.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

for (const { path, content } of await generate()) {
  mkdirSync(dirname(`${root}${path}`), { recursive: true })
  writeFileSync(`${root}${path}`, content)
}
execFileSync('npx', ['biome', 'check', '--write', 'wire/abi/settlement.ts'], { cwd: root, stdio: 'inherit' })
