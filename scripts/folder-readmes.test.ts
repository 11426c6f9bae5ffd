import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname
const FOLDERS = [
  'src',
  'service',
  'contracts',
  'devnet',
  'testing',
  'stories',
  'playwright',
  'scripts',
  'bench',
]
/** In backticks: the name of a file, with or without folders; a capital stands for any name. */
const FILE = /`((?:[\w-]+\/|\.\.\/)*[a-z][\w.-]*\.(?:ts|tsx|mjs|sol|grit))`/g

it('the READMEs of folders name files that exist', () => {
  const files = [...FOLDERS.flatMap((folder) => list(folder)), ...list('.', false)]
  const readmes = files.filter((path) => path.endsWith('README.md'))
  expect(readmes.length).toBeGreaterThan(50)
  const missing = readmes.flatMap((readme) =>
    [...readFileSync(join(ROOT, readme), 'utf8').matchAll(FILE)]
      .map(([, name = '']) => name)
      .filter((name) => !isThere(files, name, dirname(readme)))
      .map((name) => `${readme}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** In the folder or below, beside a folder above it, or by its whole path. */
function isThere(files: readonly string[], name: string, folder: string): boolean {
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
