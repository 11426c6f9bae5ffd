import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './setup.mjs'

const relativeImport = /((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g

/** Declarations by the compiler; their relative imports end in `.js`, which every resolution mode follows. */
export function buildTypes(dist) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const out = join(dist, 'types')
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) fail('The types did not build; the lines above say why.')
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(out, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(relativeImport, '$1.js$2'))
  }
}
