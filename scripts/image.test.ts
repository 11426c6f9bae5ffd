import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// Follows imports, because a file that the Dockerfile does not copy is only missed at run time.
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

/** The paths that the Dockerfile copies from the repository, not from an earlier stage. */
const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, list = '']) =>
  list.split(' ').slice(0, -1),
)
const included = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
const isWithin = (path: string, folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

const { files, packages } = importsFrom(
  'service/main.ts',
  'service/access/keys-command.ts',
  'service/pools/pools-command.ts',
)

describe('the image', () => {
  it('copies only existing paths, which .dockerignore includes', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied.filter((path) => !isWithin(path, included))).toEqual([])
  })

  it('contains every file that the service and its commands import, workers included', () => {
    expect(files).toContain('service/database/embedded-worker.ts')
    expect(files.filter((file) => !isWithin(file, copied))).toEqual([])
    expect(files.filter((file) => /[.]test[.]ts$|(^|\/)testing\//.test(file))).toEqual([])
  })

  it('installs exactly the packages that they import', () => {
    expect(packages).toEqual(Object.keys(service.dependencies ?? {}).sort())
  })

  it('has every package at the top level of node_modules, which is the only level it copies', () => {
    expect(Object.keys(locked).filter((path) => path.startsWith('service/node_modules/'))).toEqual([])
  })

  it('installs the versions that were tested', () => {
    const used = { ...widget.devDependencies, ...widget.dependencies }
    const shared = Object.entries(service.dependencies ?? {}).filter(([name]) => name in used)
    expect(shared).toEqual(shared.map(([name]) => [name, locked[`node_modules/${name}`]?.version]))
  })

  it('contains no package under the GPL', () => {
    const dependencies = findDependencies('service')
    expect(dependencies).toContain('node_modules/viem')
    expect(dependencies.filter((path) => /GPL/.test(locked[path]?.license ?? ''))).toEqual([])
  })
})

function importsFrom(...entries: string[]): { files: string[]; packages: string[] } {
  const found = new Set(entries)
  const bare = new Set<string>()
  for (const file of found) {
    for (const specifier of findSpecifiers(read(file))) {
      if (specifier.startsWith('.')) found.add(relative(root, join(root, dirname(file), specifier)))
      else if (!isBuiltin(specifier)) bare.add(getPackage(specifier))
    }
  }
  return { files: [...found], packages: [...bare].sort() }
}

/** Returns the modules that a source imports, without imports of types. */
function findSpecifiers(source: string): string[] {
  const imports = source.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]/gm,
  )
  const loads = source.matchAll(/\b(?:import|new URL)\(['"]([^'"]+)['"]/g)
  return [...imports, ...loads].flatMap(([, first, second]) => first ?? second ?? []).filter(isModule)
}

/** Returns whether a specifier names a module, because `new URL` also takes addresses. */
function isModule(specifier: string): boolean {
  return /^[.]{1,2}\/.*[.]ts$|^(@?[a-z][a-z0-9-]*|node:)[^:]*$/.test(specifier)
}

function getPackage(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Returns the lockfile paths of a package's dependencies, including indirect dependencies. */
function findDependencies(start: string): string[] {
  const found = new Set([start])
  for (const path of found) {
    const { dependencies, optionalDependencies } = locked[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = getSearchFolders(path).find((folder) => locked[`${folder}node_modules/${name}`])
      if (place !== undefined) found.add(`${place}node_modules/${name}`)
    }
  }
  return [...found]
}

/**
 * Returns the folders in which Node resolves a package: the importer's own first, then each parent.
 */
function getSearchFolders(path: string): string[] {
  const parts = path.split('/node_modules/')
  const inner = parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`)
  return [...inner.reverse(), '']
}
