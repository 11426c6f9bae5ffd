import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { Hex } from '../../wire/lib/address.ts'
import type { Checkpoint } from '../chain/discovery/pool-store.ts'
import type { PoolIdentity } from '../modules/core/pool.ts'

// A pool file is NDJSON, as described in the README. The first line is the header, and each other
// line is a pool.

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
/** More than any factory has. The sum of pools and untraded pools fits an integer column. */
const count = upTo(1_000_000_000)
/** The largest value of an integer column. */
const integer = upTo(2 ** 31 - 1)

const headerSchema = v.object({
  format: v.literal('sluice-pools'),
  version: v.literal(1),
  chainId: whole,
  genesis: v.optional(hex(64)),
  sources: v.array(
    v.object({
      source: v.string(),
      /** The parameters of the source. */
      terms: v.record(v.string(), v.string()),
      /** The file contains every pool up to this block. */
      block: whole,
      hash: hex(64),
      /** Number of rows of this source. A file with fewer rows is incomplete. */
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

/** Throws an error that describes the fault of the line. */
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

/**
 * Creates the interface when the first line is requested, because an interface without a reader
 * drops its lines.
 */
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
