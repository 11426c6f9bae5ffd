import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes each file whole or not at all: others wait for them to appear, and then read them. */
export function writeFiles(dir: string, files: Record<string, unknown>): void {
  mkdirSync(dir, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const file = join(dir, name)
    writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  }
}
