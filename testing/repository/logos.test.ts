import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createLogoTables } from './logos.ts'

const tables = createLogoTables()

it("generates the widget's table of logos", () => {
  const file = new URL('../../src/components/logos/logos.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(tables)
})

it('has logos of the 40 most common tokens on Ethereum and of every preset chain', () => {
  expect(Object.keys(tables.tokens[1] ?? {}).length).toBeGreaterThanOrEqual(40)
  // The chains of the presets and the two of the sandbox.
  expect(Object.keys(tables.chains)).toHaveLength(19)
})

it('contains only logos that a token or a chain uses', () => {
  const used = new Set([
    ...Object.values(tables.tokens).flatMap(Object.values),
    ...Object.values(tables.chains),
  ])
  expect(Object.keys(tables.logos).filter((name) => !used.has(name))).toEqual([])
})
