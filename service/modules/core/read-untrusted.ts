import type { Hex } from '../../../src/lib/address.ts'
import type { BlockReader, ContractCall } from './module.ts'

/** A precompiled contract that every chain has: it returns what it is given. */
export const HARMLESS: ContractCall = { to: '0x0000000000000000000000000000000000000004', data: '0x' }

/** Calls that are repeated alone at a time. */
const PARALLEL = 8

/** Plugins that are called by one request. */
const PLUGINS = 32
/** For as many: that of Algebra takes less than a tenth of its share, and a pool of Algebra V1 is asked with 450,000. */
const PLUGINS_GAS = 16_000_000n

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

/**
 * Calls plugins, which each block asks: a few at a time with little gas, apart from other contracts. What has no answer is asked
 * once more with the last first, because those after one that burns all gas have none left. Throws when the node does.
 */
export async function readPlugins(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const guarded: BlockReader = (some) => read(some, { gas: PLUGINS_GAS })
  async function readSome(some: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
    const answers = await readByHalves(guarded, some)
    const missing = [...answers.keys()].filter((i) => answers[i] === undefined).reverse()
    if (missing.length === 0 || some.length < 2) return answers
    const again = missing.flatMap((i) => some[i] ?? [])
    const told = await readByHalves(guarded, again)
    for (const [k, i] of missing.entries()) answers[i] = told[k]
    return answers
  }

  const all: (Hex | undefined)[] = []
  for (let start = 0; start < calls.length; start += PLUGINS * PARALLEL) {
    const some = calls.slice(start, start + PLUGINS * PARALLEL)
    const count = Math.ceil(some.length / PLUGINS)
    const parts = Array.from({ length: count }, (_, k) => some.slice(PLUGINS * k, PLUGINS * (k + 1)))
    all.push(...(await Promise.all(parts.map(readSome))).flat())
  }
  return all
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
