import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { Hex } from '../../src/lib/address.ts'
import type { Checkpoint } from '../chain/discovery/pool-store.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

// A file of pools: NDJSON, described in the README. The first line is the header; each other line a pool.

const hex = (digits: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`), `must be 0x and ${digits} hex digits`),
    v.transform((text) => text.toLowerCase() as Hex),
  )
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const upTo = (max: number) =>
  v.pipe(
    whole,
    v.maxValue(max, ({ input }) => `${input} is more than ${max}`),
  )
/** More than any factory has: pools and what is not traded together fit an integer column. */
const count = upTo(1_000_000_000)
/** An integer column. */
const integer = upTo(2 ** 31 - 1)

const headerSchema = v.object({
  format: v.literal('sluice-pools'),
  version: v.literal(1),
  chainId: whole,
  genesis: v.optional(hex(64)),
  sources: v.array(
    v.object({
      source: v.string(),
      terms: v.record(v.string(), v.string()),
      /** Every pool up to this block is in the file. */
      block: whole,
      hash: hex(64),
      /** Number of its rows: fewer are a part of a file. */
      pools: count,
      untraded: v.optional(count, 0),
    }),
  ),
})

const rowSchema = v.pipe(
  v.object({
    source: v.string(),
    address: hex(40),
    tokens: v.tuple([hex(40), hex(40)]),
    fee: integer,
    tickSpacing: integer,
    poolId: v.exactOptional(hex(64)),
  }),
  v.transform(({ source, ...identity }) => ({ source, identity: identity satisfies PoolIdentity })),
)

export type PoolFileHeader = v.InferOutput<typeof headerSchema>

export interface PoolFileRow {
  source: string
  identity: PoolIdentity
}

export function parseHeader(line: string): PoolFileHeader {
  return parse(headerSchema, line)
}

export function parseRow(line: string): PoolFileRow {
  return parse(rowSchema, line)
}

/** Throws words that say what is wrong with the line. */
function parse<Output>(schema: v.GenericSchema<unknown, Output>, line: string): Output {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error('not JSON')
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`)
}

/** Reads nothing before the first line is asked for: an interface that nobody reads yet drops its lines. */
export async function* readLines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  yield* createInterface({ input })
}

export function writeHeader(header: PoolFileHeader): string {
  return `${JSON.stringify(header)}\n`
}

export function writeRow({ source, identity }: PoolFileRow): string {
  return `${JSON.stringify({ source, ...identity })}\n`
}

export function toCheckpoint({
  block,
  hash,
  untraded,
  pools,
}: PoolFileHeader['sources'][number]): Checkpoint {
  return { block, hash, untraded, pools }
}
