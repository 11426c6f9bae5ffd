import { describe, expect, it } from 'vitest'
import { STEP_KINDS } from '../../wire/abi/step-kinds.ts'
import type { Pool } from './core/pool.ts'
import type { Protocol } from './core/protocol.ts'
import { sourceSchemas } from './core/source-schemas.ts'
import { PROTOCOLS } from './protocols.ts'

const declared = import.meta.glob<Record<string, Protocol>>('./*/*-protocol.ts', { eager: true })
/** Sample pools by the functions that create them, all of whose arguments have defaults. */
const samples = import.meta.glob<Record<string, unknown>>('./{*/,}testing/sample-*.ts', { eager: true })
const tests = import.meta.glob<string>('./*/*.test.ts', { eager: true, query: '?raw', import: 'default' })

const protocols: readonly Protocol[] = PROTOCOLS
const conforming = Object.values(tests).filter((test) => test.includes('describePoolConformance('))
/** Record kinds of sample pools that run through the conformance suite. */
const sampled = Object.values(samples)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => /^sample\w+Pool$/.test(name) && conforming.some((test) => test.includes(`${name}(`)))
  .map(([, create]) => (create as () => Pool)().record().kind)

it('lists every declared protocol once, with a unique kind and label', () => {
  const all = Object.values(declared).flatMap((module) => Object.values(module))
  expect(new Set(all)).toEqual(new Set(protocols))
  const kinds = protocols.map(({ kind }) => kind)
  expect(kinds).toEqual([...new Set(kinds)])
  const labels = protocols.flatMap(({ label }) =>
    typeof label === 'string' ? [label] : Object.values(label),
  )
  expect(labels).toEqual([...new Set(labels)])
})

describe.each(protocols)('protocol $kind', ({ kind, rowKind, label, isExchange, schema, ...protocol }) => {
  it('has a label, a schema and a row kind', () => {
    expect(Object.keys(label)).not.toHaveLength(0)
    expect(schema(sourceSchemas)).toMatchObject({ entries: { kind: { literal: kind } } })
    expect(Object.values(STEP_KINDS)).toContain(rowKind)
  })

  it('creates pools from records, with a conforming sample of each kind', () => {
    const records = Object.keys({ ...protocol.pools, ...protocol.tickPools })
    expect(records).not.toHaveLength(0)
    expect(sampled).toEqual(expect.arrayContaining(records))
  })

  it('decodes its swaps if it is an exchange', () => {
    const swaps = Object.keys({ ...protocol.poolSwaps, ...protocol.vaultSwaps })
    expect(swaps.length > 0).toBe(isExchange)
  })
})
