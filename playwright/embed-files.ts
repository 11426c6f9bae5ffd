import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

const folder = join(root, 'dist/embed')

/** The static imports of a file of the embed build, transitively, itself included. */
export function staticImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const code = readFileSync(join(folder, file), 'utf8')
  for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    if (imported) staticImports(imported, found)
  }
  return found
}

/** The chunks of the first page: those the script loads to mount a widget. */
export function firstPageFiles(): Set<string> {
  const script = readFileSync(join(folder, 'sluice.js'), 'utf8')
  const [, mount] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(script) ?? []
  if (!mount) throw new Error('sluice.js loads nothing')
  return staticImports(mount, new Set(['sluice.js']))
}
