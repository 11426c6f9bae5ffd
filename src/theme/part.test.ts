import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { part } from './part.ts'
import { PARTS } from './parts.ts'

const src = fileURLToPath(new URL('..', import.meta.url))
const components = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, code: readFileSync(`${src}/${name}`, 'utf8') }))

describe('the parts of the widget', () => {
  it('are found by name and by state, in a page and in a shadow root', () => {
    expect(part('notice', 'warning')).toEqual({
      part: 'notice notice-warning',
      'data-part': 'notice',
      'data-state': 'warning',
    })
    expect(part('flip')).toMatchObject({ part: 'flip', 'data-part': 'flip' })
  })

  it('are all set by a component, and are all listed', () => {
    const set = components.flatMap(({ code }) =>
      [...code.matchAll(/\bpart\(([^,)]*)/g)].flatMap(([, name = '']) =>
        name.startsWith('`panel-')
          ? ['panel-input', 'panel-output']
          : [...name.matchAll(/'([\w-]+)'/g)].map(([, one]) => one),
      ),
    )
    const isSize = (name: string | undefined) => name === 'large'
    expect([...new Set(set)].filter((name) => !isSize(name)).sort()).toEqual(Object.keys(PARTS).sort())
  })

  it.each(components)('are never written by hand in $name', ({ code }) => {
    expect(code).not.toMatch(/\s(data-(part|state)|part)=["{]/)
  })
})
