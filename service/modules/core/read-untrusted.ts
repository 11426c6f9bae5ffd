import type { Hex } from '../../../wire/lib/address.ts'
import type { BlockReader, ContractCall } from './module.ts'

/** The identity precompile, which exists on every chain and returns its input. */
export const ALWAYS_RESPONDS: ContractCall = { to: '0x0000000000000000000000000000000000000004', data: '0x' }

/** Checks whether the node serves the block of the reader. */
export function isResponding(read: (calls: readonly ContractCall[]) => Promise<unknown>): Promise<boolean> {
  return read([ALWAYS_RESPONDS]).then(
    () => true,
    () => false,
  )
}

/** Individual calls that are repeated in parallel. */
const PARALLEL = 8

/** Calls per request while all succeed, and parallel requests. */
const BATCH = 250
const PARALLEL_BATCHES = 4
/** Calls per request when they are repeated with little gas. */
const GROUP = 32
/** Gas per call. No token worth trading needs as much to return a balance. */
const CALL_GAS = 500_000n
/** Gas of the request itself and its data, on any chain. */
const REQUEST_GAS = 500_000n

/** Plugins called per request. */
const PLUGINS = 32
/**
 * Gas per request. A plugin of Algebra takes less than a tenth of its share, and the probe of an
 * Algebra V1 pool has 450,000.
 */
const PLUGINS_GAS = 16_000_000n

/**
 * Calls untrusted contracts. A contract that burns all gas takes the gas of the other calls in its
 * request, so failed calls are repeated with little gas, in halves if that fails, and alone at
 * last. Returns undefined for calls that revert, fail or exceed the gas. Throws if the node fails.
 */
export async function readUntrusted(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const batches = split(calls, BATCH)
  const results: (Hex | undefined)[][] = []
  for (const some of split(batches, PARALLEL_BATCHES)) {
    results.push(...(await Promise.all(some.map((batch) => readBatch(read, batch)))))
  }
  return results.flat()
}

async function readBatch(read: BlockReader, calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
  const results = [...((await readAtOnce(read, calls)) ?? calls.map(() => undefined))]
  const missing = [...results.keys()].filter((i) => results[i] === undefined)
  for (const some of split(missing, GROUP)) {
    const retried = await readSparingly(
      read,
      some.flatMap((i) => calls[i] ?? []),
    )
    for (const [k, i] of some.entries()) results[i] = retried[k]
  }
  return results
}

/** Reads with a gas limit, so that no call costs the node much more than its share. */
async function readSparingly(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const results = await readAtOnce(read, calls, { gas: REQUEST_GAS + CALL_GAS * BigInt(calls.length) })
  if (calls.length === 1) return results ?? [undefined]
  if (!results) {
    const middle = calls.length >> 1
    const first = await readSparingly(read, calls.slice(0, middle))
    return [...first, ...(await readSparingly(read, calls.slice(middle)))]
  }
  const all = [...results]
  // Calls after one that burned all gas had none left.
  const missing = [...all.keys()].filter((i) => all[i] === undefined)
  for (const some of split(missing, PARALLEL)) {
    const retried = await Promise.all(some.map((i) => readSparingly(read, calls.slice(i, i + 1))))
    for (const [k, i] of some.entries()) all[i] = retried[k]?.[0]
  }
  return all
}

/** Returns undefined if the calls together fail. Throws if the node fails. */
async function readAtOnce(
  read: BlockReader,
  calls: readonly ContractCall[],
  options?: { gas: bigint },
): Promise<(Hex | undefined)[] | undefined> {
  try {
    return await read(calls, { ...options, isWhole: true })
  } catch {
    await read([ALWAYS_RESPONDS])
    return undefined
  }
}

function split<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(size * i, size * (i + 1)),
  )
}

/**
 * Calls plugins, which every block reads: a few per request with little gas, apart from other
 * contracts. Repeats failed calls in reverse order, because calls after one that burns all gas had
 * none left. Throws if the node fails.
 */
export async function readPlugins(
  read: BlockReader,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const guarded: BlockReader = (some) => read(some, { gas: PLUGINS_GAS })
  async function readSome(some: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
    const results = await readByHalves(guarded, some)
    const missing = [...results.keys()].filter((i) => results[i] === undefined).reverse()
    if (missing.length === 0 || some.length < 2) return results
    const again = missing.flatMap((i) => some[i] ?? [])
    const retried = await readByHalves(guarded, again)
    for (const [k, i] of missing.entries()) results[i] = retried[k]
    return results
  }

  const all: (Hex | undefined)[] = []
  for (const some of split(calls, PLUGINS * PARALLEL)) {
    all.push(...(await Promise.all(split(some, PLUGINS).map(readSome))).flat())
  }
  return all
}

async function readByHalves(read: BlockReader, calls: readonly ContractCall[]): Promise<(Hex | undefined)[]> {
  const results = await readAtOnce(read, calls)
  if (results) return results
  if (calls.length < 2) return calls.map(() => undefined)
  const middle = calls.length >> 1
  const first = await readByHalves(read, calls.slice(0, middle))
  return [...first, ...(await readByHalves(read, calls.slice(middle)))]
}
