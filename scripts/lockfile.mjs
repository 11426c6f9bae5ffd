import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './lib/setup.mjs'

// Completes the lockfile after `npm install`. npm omits optional binaries of other platforms if the
// registry does not serve them, and `npm ci` then rejects the lockfile.
const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

const systems = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'android',
  'sunos',
  'aix',
]
const processors = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  i386: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

/** Returns the platform of a binary package from its name, e.g. `linux-x64-musl`. */
function getPlatform(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word)) ?? (words.includes('windows') ? 'win32' : undefined)
  const cpu = words.map((word) => processors[word]).find(Boolean)
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(libc && os === 'linux' && { libc: [libc] }),
  }
}

/** Returns the folders in which Node resolves a package, from its dependant outwards. */
function foldersAround(path) {
  const parts = path.split('node_modules/').slice(1, -1)
  const folders = parts.map(
    (_, i) => `node_modules/${parts.slice(0, i + 1).join('node_modules/')}node_modules/`,
  )
  return [...folders.reverse(), 'node_modules/']
}

let added = 0
for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const version = range.replace(/^[\^~]/, '')
    if (!/^[0-9]/.test(version)) continue
    const folders = foldersAround(path)
    const found = folders.map((folder) => packages[folder + name]).find(Boolean)
    if (found && (found.version === version || range !== version)) continue
    const folder = found ? folders[0] : 'node_modules/'
    packages[folder + name] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...getPlatform(name),
    }
    added += 1
  }
}

for (const [path, entry] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity) continue
  entry.integrity = readIntegrity(`${path.split('node_modules/').at(-1)}@${entry.version}`)
}

/**
 * Reads the checksum of a package from the registry, because npm does not verify a package without
 * one.
 */
function readIntegrity(name) {
  const { stdout } = spawnSync('npm', ['view', name, 'dist.integrity'], { encoding: 'utf8' })
  const integrity = stdout.trim()
  if (!integrity) fail(`The registry returned no integrity for ${name}. Run this again when it responds.`)
  return integrity
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`Added ${added} packages of other platforms to package-lock.json.\n`)
