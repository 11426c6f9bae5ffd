import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildEmbed } from './build/build-embed.mjs'
import { buildPackage } from './build/build-package.mjs'
import { buildTypes } from './build/build-types.mjs'
import { printSizes } from './build/print-sizes.mjs'
import { ensureInstalled, fail, root } from './lib/setup.mjs'

// Builds dist/: the ESM package with types and stylesheet, and dist/embed/sluice.js for hosts
// without a bundler. `node scripts/build.mjs embed` builds only that part.
ensureInstalled()
// The build must not depend on the environment of a test runner that triggers it.
process.env.NODE_ENV = 'production'
const dist = join(root, 'dist')
const parts = {
  package: () => buildPackage(dist),
  types: () => buildTypes(dist),
  embed: () => buildEmbed(dist),
}
const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in parts))
if (unknown) fail(`Unknown part "${unknown}". Parts: ${Object.keys(parts).join(', ')}.`)

if (named.length === 0) rmSync(dist, { recursive: true, force: true })
for (const name of named.length ? named : Object.keys(parts)) await parts[name]()
printSizes(dist)
