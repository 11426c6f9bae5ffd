import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ENTRIES, fail, root } from '../lib/setup.mjs'
import { acceptUndefined } from './accept-undefined.mjs'

const relativeImport = /((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g
const stylesheetImport = /^import ['"][^'"]+\.css['"];?\n/gm
const declaration = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g

/**
 * Writes the compiler's declarations. Their relative imports end in `.js`, which every resolution
 * mode accepts, and their optional members accept `undefined`.
 */
export function buildTypes(dist) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const out = join(dist, 'types')
  rmSync(out, { recursive: true, force: true })
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) fail('Cannot build the types: see the errors above.')
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => join(out, file))
  for (const path of files) {
    const text = readFileSync(path, 'utf8').replace(relativeImport, '$1.js$2').replace(stylesheetImport, '')
    writeFileSync(path, text)
  }
  const needed = new Set()
  for (const entry of [...ENTRIES, 'language']) {
    follow(join(out, `src/exports/${entry}.d.ts`), needed)
  }
  for (const path of files) if (!needed.has(path)) rmSync(path)
  for (const path of needed) writeFileSync(path, acceptUndefined(readFileSync(path, 'utf8'), path))
}

/** Adds a declaration and its imports to `needed`. Other declarations are not published. */
function follow(path, needed) {
  if (needed.has(path)) return
  needed.add(path)
  for (const [, imported] of readFileSync(path, 'utf8').matchAll(declaration)) {
    follow(join(dirname(path), `${imported}.d.ts`), needed)
  }
}
