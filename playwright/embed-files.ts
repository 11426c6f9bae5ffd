import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

const folder = join(root, 'dist/embed')

/** Chunks a file of the embed build cannot run without, itself included. What it loads later is not among them. */
export function neededBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const code = readFileSync(join(folder, file), 'utf8')
  for (const [, needed] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    if (needed) neededBy(needed, found)
  }
  return found
}

/** The chunks of the first page: what the script loads as soon as it is asked for a widget. */
export function firstPageFiles(): Set<string> {
  const script = readFileSync(join(folder, 'sluice.js'), 'utf8')
  const [, mount] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(script) ?? []
  if (!mount) throw new Error('sluice.js loads nothing')
  return neededBy(mount, new Set(['sluice.js']))
}
