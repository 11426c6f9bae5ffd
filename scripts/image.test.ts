import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// What the Dockerfile leaves out is missed where it runs; this follows the imports without building the image.
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Package {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const widget: Package = JSON.parse(read('package.json'))
const service: Package = JSON.parse(read('service/package.json'))
const locked: Record<string, Package> = JSON.parse(read('package-lock.json')).packages

/** What the Dockerfile copies from here: not from the stage before. */
const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
  words.split(' ').slice(0, -1),
)
const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
const isWithin = (path: string, folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

const { files, packages } = importsFrom(
  'service/main.ts',
  'service/access/keys-command.ts',
  'service/pools/pools-command.ts',
)

describe('the image', () => {
  it('copies what is there, and what is sent to the builder', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied.filter((path) => !isWithin(path, sent))).toEqual([])
  })

  it('holds every file the service and its command import, workers included', () => {
    expect(files).toContain('service/database/embedded-worker.ts')
    expect(files.filter((file) => !isWithin(file, copied))).toEqual([])
    expect(files.filter((file) => /[.]test[.]ts$|(^|\/)testing\//.test(file))).toEqual([])
  })

  it('has every package they import, and none they do not', () => {
    expect(packages).toEqual(Object.keys(service.dependencies ?? {}).sort())
  })

  it('finds every package at the top level, the only one it copies', () => {
    expect(Object.keys(locked).filter((path) => path.startsWith('service/node_modules/'))).toEqual([])
  })

  it('takes the versions that were tested', () => {
    const used = { ...widget.devDependencies, ...widget.dependencies }
    const shared = Object.entries(service.dependencies ?? {}).filter(([name]) => name in used)
    expect(shared).toEqual(shared.map(([name]) => [name, locked[`node_modules/${name}`]?.version]))
  })

  it('carries nothing under the GPL', () => {
    const carried = carriedBy('service')
    expect(carried).toContain('node_modules/viem')
    expect(carried.filter((path) => /GPL/.test(locked[path]?.license ?? ''))).toEqual([])
  })
})

function importsFrom(...entries: string[]): { files: string[]; packages: string[] } {
  const found = new Set(entries)
  const bare = new Set<string>()
  for (const file of found) {
    for (const specifier of specifiersIn(read(file))) {
      if (specifier.startsWith('.')) found.add(relative(root, join(root, dirname(file), specifier)))
      else if (!isBuiltin(specifier)) bare.add(getPackage(specifier))
    }
  }
  return { files: [...found], packages: [...bare].sort() }
}

/** Types vanish before it runs. */
function specifiersIn(source: string): string[] {
  const imports = source.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]/gm,
  )
  const asked = source.matchAll(/\b(?:import|new URL)\(['"]([^'"]+)['"]/g)
  return [...imports, ...asked].flatMap(([, first, second]) => first ?? second ?? []).filter(isModule)
}

/** `new URL` is for addresses too. */
function isModule(specifier: string): boolean {
  return /^[.]{1,2}\/.*[.]ts$|^(@?[a-z][a-z0-9-]*|node:)[^:]*$/.test(specifier)
}

function getPackage(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Where the lockfile puts what a package depends on, and what that depends on. */
function carriedBy(start: string): string[] {
  const found = new Set([start])
  for (const path of found) {
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placesAround(path).find((folder) => locked[`${folder}node_modules/${name}`])
      if (place !== undefined) found.add(`${place}node_modules/${name}`)
    }
  }
  return [...found]
}

/** As Node looks for a package: beside the one that asks, then further out. */
function placesAround(path: string): string[] {
  const parts = path.split('/node_modules/')
  const inner = parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`)
  return [...inner.reverse(), '']
}
