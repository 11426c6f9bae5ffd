import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The cells of the README's table under a heading, by row. */
export function tableUnder(heading: string): string[][] {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  return [...section.matchAll(/^\| `.*$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
