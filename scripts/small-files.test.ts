import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname
const FOLDERS = [
  'src',
  'wire',
  'service',
  'contracts',
  'devnet',
  'testing',
  'stories',
  'playwright',
  'bench',
  'docs',
]
/** A smaller file is a fragment of its importer, unless an exception applies. */
const MIN_LINES = 25
/** Files of these kinds are small. */
const KINDS = [/^service\/presets\//, /^src\/pages\/settings\/\w+-setting\.tsx$/]
const IMPORT = /(?:from |import |import\()'(\.[^']+)'/g

interface Import {
  by: string
  isLazy: boolean
}

it('has no small source file with a single importer in the same folder', () => {
  const files = FOLDERS.flatMap((folder) => list(join(ROOT, folder)))
  const imports = readImports(files)
  const fragments = files.filter((file) => {
    if (isTest(file) || countLines(file) >= MIN_LINES) return false
    if (KINDS.some((kind) => kind.test(relative(ROOT, file)))) return false
    if (existsSync(file.replace(/\.tsx?$/, '.module.css'))) return false
    const importers = imports.get(file) ?? []
    const [only, another] = importers
    return only && !another && !isTest(only.by) && !only.isLazy && dirname(only.by) === dirname(file)
  })
  expect(fragments.map((file) => relative(ROOT, file))).toEqual([])
})

function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)node_modules\//.test(name))
    .map((name) => join(folder, name))
}

function readImports(files: readonly string[]): Map<string, Import[]> {
  const imports = new Map<string, Import[]>()
  for (const by of files) {
    for (const [text, path = ''] of readFileSync(by, 'utf8').matchAll(IMPORT)) {
      const file = join(dirname(by), path)
      imports.set(file, [...(imports.get(file) ?? []), { by, isLazy: text.startsWith('import(') }])
    }
  }
  return imports
}

const countLines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
