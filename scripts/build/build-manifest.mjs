import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/setup.mjs'

/** Fields of package.json that are published. */
const PUBLISHED = [
  'name',
  'version',
  'description',
  'license',
  'keywords',
  'homepage',
  'bugs',
  'repository',
  'engines',
  'type',
  'bin',
  'exports',
  'types',
  'typesVersions',
  'unpkg',
  'jsdelivr',
  'publishConfig',
  'sideEffects',
  'peerDependencies',
  'dependencies',
]

/**
 * Writes package.json, with paths relative to `dist/`, and the documents into the published folder.
 */
export function buildManifest(dist) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const described = { ...manifest, ...describeTypes(manifest.exports) }
  const published = Object.fromEntries(PUBLISHED.map((field) => [field, described[field]]))
  // npm publish removes a command whose path begins with a dot.
  for (const [name, path] of Object.entries(manifest.bin)) published.bin[name] = path.replace('./dist/', '')
  const text = JSON.stringify(published, undefined, 2).replaceAll('"./dist/', '"./')
  writeFileSync(join(dist, 'package.json'), `${text}\n`)
  // TypeScript needs types for every import, including the stylesheet.
  writeFileSync(join(dist, 'style.css.d.ts'), 'export {}\n')
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
    copyFileSync(join(root, file), join(dist, file))
}

/** Returns the types of the entries for `moduleResolution: node10`, which does not read `exports`. */
function describeTypes({ '.': main, ...others }) {
  const paths = Object.entries(others)
    .filter(([, { types }]) => types)
    .map(([entry, { types }]) => [entry.replace('./', ''), [types.replace('./dist/', '')]])
  return { types: main.types, typesVersions: { '*': Object.fromEntries(paths) } }
}
