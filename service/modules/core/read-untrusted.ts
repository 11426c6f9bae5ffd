import type { Hex } from '../../../src/lib/address.ts'
import type { BlockReader, ContractCall } from './module.ts'

/** A precompiled contract that every chain has: it returns what it is given. */
const HARMLESS: ContractCall = { to: '0x0000000000000000000000000000000000000004', data: '0x' }

/** Calls that are repeated alone at a time. */
const PARALLEL = 8

/**
 * Calls contracts that anyone may have made. One that burns all gas, or returns without end, takes that of the calls it is read
 * with: what fails is read by halves, and what has no answer is asked alone. Undefined for what reverts or fails by itself;
 * throws when the node does.
 */
export async function readUntrusted(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const answers = await readByHalves(read, calls)
  const missing = calls.length > 1 ? [...answers.keys()].filter((i) => answers[i] === undefined) : []
  for (let start = 0; start < missing.length; start += PARALLEL) {
    const some = missing.slice(start, start + PARALLEL)
    const told = await Promise.all(some.map((i) => readByHalves(read, calls.slice(i, i + 1))))
    for (const [k, i] of some.entries()) answers[i] = told[k]?.[0]
  }
  return answers
}

async function readByHalves(read: BlockReader, calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
  try {
    return await read(calls)
  } catch {
    await read([HARMLESS])
    if (calls.length < 2) return calls.map(() => undefined)
    const middle = calls.length >> 1
    const first = await readByHalves(read, calls.slice(0, middle))
    return [...first, ...(await readByHalves(read, calls.slice(middle)))]
  }
}
