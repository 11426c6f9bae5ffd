import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import type { ContractCall } from '../../modules/core/module.ts'

// A hand-written codec for Multicall3's `aggregate3((address target, bool allowFailure, bytes
// callData)[])`. A start makes a hundred thousand calls, and a general ABI codec takes longer than
// the node.

const aggregate3 = toFunctionSelector('aggregate3((address,bool,bytes)[])')
const WORD = 64
const TRUE = word(1)
/** Offset of `callData` in its tuple. */
const DATA_OFFSET = word(96)
const LIST_OFFSET = word(32)

/** Encodes calls that may fail individually. */
export function encodeAggregate(calls: readonly ContractCall[]): Hex {
  const offsets: string[] = []
  const tuples: string[] = []
  let offset = 32 * calls.length
  for (const { to, data } of calls) {
    const body = data.slice(2)
    const padded = body.padEnd(Math.ceil(body.length / WORD) * WORD, '0')
    offsets.push(word(offset))
    tuples.push(
      to.slice(2).toLowerCase().padStart(WORD, '0'),
      TRUE,
      DATA_OFFSET,
      word(body.length / 2),
      padded,
    )
    offset += 4 * 32 + padded.length / 2
  }
  return `${aggregate3}${LIST_OFFSET}${word(calls.length)}${offsets.join('')}${tuples.join('')}`
}

/** Checks for an `aggregate3` call, which never reverts on an honest node. */
export function isAggregate(method: string, params: unknown): boolean {
  if (method !== 'eth_call' || !Array.isArray(params)) return false
  const { data } = Object(params[0])
  return typeof data === 'string' && data.startsWith(aggregate3)
}

/**
 * Returns the result of each call, or undefined for a call that failed or returned nothing. Throws
 * if the response does not hold `count` results.
 */
export function decodeAggregate(answer: Hex, count: number): (Hex | undefined)[] {
  const list = 2 + 2 * numberAt(answer, 2)
  const found = numberAt(answer, list)
  if (found !== count) throw new Error(`A multicall of ${count} calls returned ${found} results`)
  const heads = list + WORD
  return Array.from({ length: count }, (_, i): Hex | undefined => {
    const tuple = heads + 2 * numberAt(answer, heads + WORD * i)
    const success = numberAt(answer, tuple)
    const bytes = tuple + 2 * numberAt(answer, tuple + WORD)
    const start = bytes + WORD
    const end = start + 2 * numberAt(answer, bytes)
    if (success > 1 || end > answer.length) throw new Error('The response to a multicall is malformed')
    return success === 1 && end > start ? `0x${answer.slice(start, end)}` : undefined
  })
}

/** Reads a word that is an offset or a length inside the data. */
function numberAt(data: Hex, place: number): number {
  const digits = data.slice(place, place + WORD)
  const value = Number(`0x${digits}`)
  if (digits.length !== WORD || !(value <= data.length))
    throw new Error('The response to a multicall is malformed')
  return value
}

function word(value: number): string {
  return value.toString(16).padStart(WORD, '0')
}
