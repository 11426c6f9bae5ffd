import { describe, expect, it } from 'vitest'
import { STEP_KINDS } from '../lib/step-kinds.ts'
import type { Pool } from './core/pool.ts'
import type { Protocol } from './core/protocol.ts'
import { sourceSchemas } from './core/source-schemas.ts'
import { PROTOCOLS } from './protocols.ts'

const declared = import.meta.glob<Record<string, Protocol>>('./*/*-protocol.ts', { eager: true })
/** By the functions that make them, all of whose arguments have defaults. */
const samples = import.meta.glob<Record<string, unknown>>('./{*/,}testing/sample-*.ts', { eager: true })
const tests = import.meta.glob<string>('./*/*.test.ts', { eager: true, query: '?raw', import: 'default' })

const protocols: readonly Protocol[] = PROTOCOLS
const conforming = Object.values(tests).filter((test) => test.includes('describePoolConformance('))
/** Kinds of the records of sample pools that a test runs through the conformance suite. */
const sampled = Object.values(samples)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => /^sample\w+Pool$/.test(name) && conforming.some((test) => test.includes(`${name}(`)))
  .map(([, create]) => (create as () => Pool)().record().kind)

it('every declared protocol is in the list, once, and no two share a kind or a label', () => {
  const all = Object.values(declared).flatMap((module) => Object.values(module))
  expect(new Set(all)).toEqual(new Set(protocols))
  const kinds = protocols.map(({ kind }) => kind)
  expect(kinds).toEqual([...new Set(kinds)])
  const labels = protocols.flatMap(({ label }) =>
    typeof label === 'string' ? [label] : Object.values(label),
  )
  expect(labels).toEqual([...new Set(labels)])
})

describe.each(protocols)(
  'the protocol $kind',
  ({ kind, rowKind, label, isExchange, schema, ...protocol }) => {
    it('is told by a label, in the config and in the executor', () => {
      expect(Object.keys(label)).not.toHaveLength(0)
      expect(schema(sourceSchemas)).toMatchObject({ entries: { kind: { literal: kind } } })
      expect(Object.values(STEP_KINDS)).toContain(rowKind)
    })

    it('makes pools from records, and has a sample of each kind in the conformance suite', () => {
      const records = Object.keys({ ...protocol.pools, ...protocol.tickPools })
      expect(records).not.toHaveLength(0)
      expect(sampled).toEqual(expect.arrayContaining(records))
    })

    it('counts its swaps where it is an exchange', () => {
      const swaps = Object.keys({ ...protocol.poolSwaps, ...protocol.vaultSwaps })
      expect(swaps.length > 0).toBe(isExchange)
    })
  },
)
