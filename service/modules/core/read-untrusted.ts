import type { Hex } from '../../../src/lib/address.ts'
import type { BlockReader, ContractCall } from './module.ts'

/** A precompiled contract that every chain has: it returns what it is given. */
export const ALWAYS_ANSWERED: ContractCall = { to: '0x0000000000000000000000000000000000000004', data: '0x' }

/** Whether the node serves the block of the reader at all. */
export function isAnswering(read: (calls: readonly ContractCall[]) => Promise<unknown>): Promise<boolean> {
  return read([ALWAYS_ANSWERED]).then(
    () => true,
    () => false,
  )
}

/** Calls that are repeated alone at a time. */
const PARALLEL = 8

/** Calls that are read by one request while all answer, and such requests at a time. */
const BATCH = 250
const PARALLEL_BATCHES = 4
/** Calls of a request that are read again, with little gas. */
const GROUP = 32
/** For each of these: no token that is worth trading takes as much to tell a balance. */
const CALL_GAS = 500_000n
/** For the request itself, and for its data as every chain counts it. */
const REQUEST_GAS = 500_000n

/** Plugins that are called by one request. */
const PLUGINS = 32
/** For as many: that of Algebra takes less than a tenth of its share, and a pool of Algebra V1 is asked with 450,000. */
const PLUGINS_GAS = 16_000_000n

/**
 * Calls contracts that anyone may have made. One that burns all gas, or returns without end, takes that of the calls it is read
 * with: what has no answer is read again with little gas, by halves where that fails, and alone at last. Undefined for what
 * reverts, fails or takes too much gas by itself; throws when the node does.
 */
export async function readUntrusted(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const batches = split(calls, BATCH)
  const answers: (Hex | undefined)[][] = []
  for (const some of split(batches, PARALLEL_BATCHES)) {
    answers.push(...(await Promise.all(some.map((batch) => readBatch(read, batch)))))
  }
  return answers.flat()
}

async function readBatch(read: BlockReader, calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
  const answers = [...((await readAtOnce(read, calls)) ?? calls.map(() => undefined))]
  const missing = [...answers.keys()].filter((i) => answers[i] === undefined)
  for (const some of split(missing, GROUP)) {
    const told = await readSparingly(
      read,
      some.flatMap((i) => calls[i] ?? []),
    )
    for (const [k, i] of some.entries()) answers[i] = told[k]
  }
  return answers
}

/** With a gas limit, so that no call costs the node much more than its share. */
async function readSparingly(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const answers = await readAtOnce(read, calls, { gas: REQUEST_GAS + CALL_GAS * BigInt(calls.length) })
  if (calls.length === 1) return answers ?? [undefined]
  if (!answers) {
    const middle = calls.length >> 1
    const first = await readSparingly(read, calls.slice(0, middle))
    return [...first, ...(await readSparingly(read, calls.slice(middle)))]
  }
  const all = [...answers]
  // Those after one that burned all gas had none left.
  const missing = [...all.keys()].filter((i) => all[i] === undefined)
  for (const some of split(missing, PARALLEL)) {
    const told = await Promise.all(some.map((i) => readSparingly(read, calls.slice(i, i + 1))))
    for (const [k, i] of some.entries()) all[i] = told[k]?.[0]
  }
  return all
}

/** Undefined where the calls together fail; throws when the node does. */
async function readAtOnce(
  read: BlockReader,
  calls: readonly ContractCall[],
  options?: { gas: bigint },
): Promise<(Hex | undefined)[] | undefined> {
  try {
    return await read(calls, { ...options, isWhole: true })
  } catch {
    await read([ALWAYS_ANSWERED])
    return undefined
  }
}

function split<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(size * i, size * (i + 1)),
  )
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
  for (const some of split(calls, PLUGINS * PARALLEL)) {
    all.push(...(await Promise.all(split(some, PLUGINS).map(readSome))).flat())
  }
  return all
}

async function readByHalves(read: BlockReader, calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
  const answers = await readAtOnce(read, calls)
  if (answers) return answers
  if (calls.length < 2) return calls.map(() => undefined)
  const middle = calls.length >> 1
  const first = await readByHalves(read, calls.slice(0, middle))
  return [...first, ...(await readByHalves(read, calls.slice(middle)))]
}
