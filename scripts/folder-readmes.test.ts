import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  'scripts',
  'bench',
  'docs',
]
/**
 * A file name in backticks, with or without folders. A name with a capital letter is a placeholder.
 */
const FILE = /`((?:[\w-]+\/|\.\.\/)*[a-z][\w.-]*\.(?:ts|tsx|mjs|sol|grit))`/g

const files = [...FOLDERS.flatMap((folder) => list(folder)), ...list('.', false)]
const readmes = files.filter((path) => path.endsWith('README.md'))

it('the README of a folder names only existing files', () => {
  expect(readmes.length).toBeGreaterThan(50)
  expect(readmes.flatMap((readme) => findMissing(readme, dirname(readme)))).toEqual([])
})

it('the README of a folder has at most 30 lines', () => {
  const folders = readmes.filter((path) => path !== 'README.md')
  const lengths = folders.map((path) => [path, readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1])
  expect(lengths.filter(([, length]) => Number(length) > 30)).toEqual([])
})

it('the pages about the code name only existing files', () => {
  const pages = list('docs/internals').filter((path) => path.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.flatMap((page) => findMissing(page, '.'))).toEqual([])
})

function findMissing(document: string, folder: string): string[] {
  return [...readFileSync(join(ROOT, document), 'utf8').matchAll(FILE)]
    .map(([, name = '']) => name)
    .filter((name) => !hasFile(files, name, folder))
    .map((name) => `${document}: ${name}`)
}

/**
 * Returns whether the file is in the folder or below, relative to a parent folder, or a full path.
 */
function hasFile(files: readonly string[], name: string, folder: string): boolean {
  const below = folder === '.' ? '' : `${folder}/`
  if (files.some((file) => file.startsWith(below) && file.endsWith(`/${name}`))) return true
  for (let at = folder; ; at = dirname(at)) {
    if (files.includes(join(at, name))) return true
    if (at === '.') return false
  }
}

function list(folder: string, recursive = true): string[] {
  return readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => !/(^|\/)node_modules\//.test(name))
    .map((name) => join(folder, name))
}
