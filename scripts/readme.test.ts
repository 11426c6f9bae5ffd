import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LIVE_FIELDS } from '../src/config/live-fields.ts'
import { ERROR_CODES } from '../src/errors/codes.ts'
import { EVENT_NAMES } from '../src/events/event-names.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The cells of the table under a heading, by row. */
function tableUnder(heading: string): string[][] {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? ''
  return [...section.matchAll(/^\| `.*$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function namesUnder(heading: string): string[] {
  return tableUnder(heading).map(([name]) => name?.replaceAll('`', '') ?? '')
}

describe('the README', () => {
  it('lists every config field, and how it changes', () => {
    const listed = Object.fromEntries(
      tableUnder('Config').map(([name, change]) => [name?.replaceAll('`', ''), change]),
    )
    expect(listed).toEqual(LIVE_FIELDS)
  })

  it('lists every event', () => {
    expect(namesUnder('Events').sort()).toEqual([...EVENT_NAMES].sort())
  })

  it('lists every error code', () => {
    expect(namesUnder('Error codes').sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })
})
