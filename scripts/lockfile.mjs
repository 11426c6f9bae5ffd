import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/setup.mjs'

// A registry that mirrors only one platform makes npm forget the optional binaries of the others, and then
// `npm ci` refuses the lockfile everywhere. This names them again. Run it after `npm install`.
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

/** The platform a binary package is for, read from its name, e.g. `linux-x64-musl`. */
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

/** The folders a package is looked for in, from its dependant outwards, as Node does. */
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

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} packages of other platforms named in package-lock.json\n`)
