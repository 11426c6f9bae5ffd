import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tableUnder } from '../scripts/lib/markdown-tables.ts'
import { CODE_FIELDS } from '../src/config/config-schema.ts'
import { howItChanges } from '../src/config/live-fields.ts'
import { CONFIG_FIELDS } from '../src/config/resolve-config.ts'
import type { WidgetConfig } from '../src/config/types.ts'
import { create } from '../src/embed/create.ts'
import { FRAME_REFUSES } from '../src/embed/frame-config.ts'
import { ERROR_CODES } from '../src/errors/codes.ts'
import { EVENT_NAMES } from '../src/events/event-names.ts'
import { PARTS } from '../src/theme/parts.ts'

function namesUnder(heading: string, file: string): string[] {
  return tableUnder(heading, file).map(([name]) => name?.replaceAll('`', '') ?? '')
}

describe('the reference tables', () => {
  it('list every config field and its change behaviour', () => {
    const listed = Object.fromEntries(
      tableUnder('Fields', 'docs/content/reference/config.md').map(([name, change]) => [
        name?.replaceAll('`', ''),
        change,
      ]),
    )
    const fields = CONFIG_FIELDS.map((name) => [name, howItChanges(name as keyof WidgetConfig)])
    expect(listed).toEqual(Object.fromEntries(fields))
  })

  it('list every event', () => {
    const names = namesUnder('All events', 'docs/content/reference/events.md')
    expect(names.sort()).toEqual([...EVENT_NAMES].sort())
  })

  it('list every part that a host may style, with its states', () => {
    const listed = tableUnder('Parts', 'docs/content/guides/parts.md').map(([name = '', states = '']) => [
      name.replaceAll('`', ''),
      [...states.matchAll(/`([\w-]+)`/g)].map(([, state]) => state),
    ])
    expect(listed).toEqual(Object.entries(PARTS).map(([name, states]) => [name, [...states]]))
  })

  it('list every error code', () => {
    const names = namesUnder('All codes', 'docs/content/reference/errors.md')
    expect(names.sort()).toEqual(Object.keys(ERROR_CODES).sort())
  })

  it('list the capabilities of each skin', () => {
    const handle = Object.keys(create('#swap', {} as never))
    const listed = tableUnder('Four skins and your framework', 'docs/content/guides/skins.md').map((row) =>
      row.map((cell) => cell.replaceAll('`', '')),
    )
    expect(listed.map(([power]) => power).sort()).toEqual(
      [...new Set([...handle, ...CODE_FIELDS, ...Object.keys(FRAME_REFUSES), 'mode'])].sort(),
    )
    const react = membersOf('src/widget/widget-root.tsx', 'SwapWidgetHandle')
    const events = membersOf('src/events/types.ts', 'EventBus')
    const element = membersOf('src/embed/swap-element.ts', 'SwapElement')
    for (const [power = '', ...cells] of listed) {
      const isField = CONFIG_FIELDS.includes(power)
      const has = [
        isField || react.includes(power) || events.includes(power),
        isField || handle.includes(power),
        isField || element.includes(power),
        !(power in FRAME_REFUSES),
      ]
      expect([power, cells.map((cell) => cell.startsWith('yes'))]).toEqual([power, has])
    }
  })
})

/** Returns the names of an interface's members from its source. */
function membersOf(file: string, name: string): string[] {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const [, body = ''] = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(source) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:?<]/gm)].map(([, member = '']) => member)
}

it('the README has at most 150 lines', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
})
