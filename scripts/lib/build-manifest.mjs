import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

/** What a host's package manager reads. The rest of package.json is about working on the project. */
const PUBLISHED = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'exports',
  'sideEffects',
  'peerDependencies',
  'dependencies',
]

/** Makes `dist/` the folder that is packed: a package.json of its own, whose paths begin there, and what to read. */
export function buildManifest(dist) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const published = Object.fromEntries(PUBLISHED.map((field) => [field, manifest[field]]))
  const text = JSON.stringify(published, undefined, 2).replaceAll('"./dist/', '"./')
  writeFileSync(join(dist, 'package.json'), `${text}\n`)
  // Compilers ask for the types of everything that is imported, of a stylesheet too.
  writeFileSync(join(dist, 'style.css.d.ts'), 'export {}\n')
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyFileSync(join(root, file), join(dist, file))
}
