import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const security = readFileSync(at('SECURITY.md'), 'utf8')

const ACTORS = [
  'person',
  'integrator',
  'partner page',
  'frame',
  'operator',
  'service',
  'router',
  'RPC',
  'token',
  'token list',
  'wallet',
  'other script on the page',
]

interface Row {
  first: string
  file: string
  title: string
}

/** Returns the first cell of each row, and the file and title of the test in its last cell. */
function readRows(heading: string): Row[] {
  const section = security.split(`\n## ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? ''
  const rows = section.split('\n').filter((line) => /^\| (?!-|claim |actor )/.test(line))
  return rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cells.at(-2) ?? '') ?? []
    return { first: cells[1] ?? '', file, title }
  })
}

const claims = readRows('Claims')
const threats = readRows('Threats by actor')

describe('SECURITY.md', () => {
  it('has claims', () => {
    expect(claims.length).toBeGreaterThan(10)
  })

  it('names threats of every actor', () => {
    expect([...new Set(threats.map(({ first }) => first))].sort()).toEqual([...ACTORS].sort())
  })

  it.each(claims)('names an existing test for the claim "$first": $file, "$title"', expectTest)

  it.each(threats)('names an existing test for a threat of $first: $file, "$title"', expectTest)
})

function expectTest({ file, title }: Row): void {
  expect(title).not.toBe('')
  expect(readFileSync(at(file), 'utf8')).toContain(title)
}
