import { readFileSync } from 'node:fs'

/**
 * Returns the rows of cells in the table under a heading. `file` is a path from the root of the
 * repository.
 */
export function tableUnder(heading: string, file: string): string[][] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const section = text.split(new RegExp(`^#+ ${heading}\n`, 'm'))[1]?.split(/\n#+ /)[0] ?? ''
  return [...section.matchAll(/^\| `.*$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
