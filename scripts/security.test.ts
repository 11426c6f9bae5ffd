import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const security = readFileSync(at('SECURITY.md'), 'utf8')

/** The actor, the file and the words of a title in the last cell of each row of the table of threats. */
const threats = [...security.matchAll(/^\| ([a-z][\w ]+?) +\|.*\| `([^`]+)`: (.+?) +\|$/gim)].map(
  ([, actor = '', file = '', title = '']) => ({ actor, file, title }),
)

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

/** The file and the words of a title of each test that a paragraph names. */
const named = [...security.matchAll(/(?:Tests?:|;) `([^`]+[.]test[.]tsx?)`:\s([^.;]+)/g)].map(
  ([, file = '', title = '']) => ({ file, title: title.replace(/\s+/g, ' ') }),
)

describe('SECURITY.md', () => {
  it('names threats of every actor', () => {
    expect([...new Set(threats.map(({ actor }) => actor))].sort()).toEqual([...ACTORS].sort())
  })

  it.each(threats)('$actor: $file has the test "$title"', ({ file, title }) => {
    expect(readFileSync(at(file), 'utf8')).toContain(title)
  })

  it.each(named)('$file has the test "$title"', ({ file, title }) => {
    expect(readFileSync(at(file), 'utf8')).toContain(title)
  })
})
