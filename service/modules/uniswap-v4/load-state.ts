import { keccak256, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { getWord, getWords, getWordTicks, selectWords } from '../uniswap-v3/tick-words.ts'
import { keepNearest, type Tick } from '../uniswap-v3/ticks.ts'
import type { V4State } from './v4-pool.ts'

const extsload = toFunctionSelector('extsload(bytes32[])')
/** Slots per call. Batches contain hundreds of calls, and nodes limit their gas. */
export const SLOTS = 16
/** Bitmap words read per batch, because each slot is a hash. One pool is always read. */
const MAX_WORDS = 16_000

/** Storage layout of the manager: the slot of the pools mapping, and field offsets in a pool. */
const POOLS = 6n
const LIQUIDITY = 3n
const TICKS = 4n
const BITMAP = 5n

const PRICE_BITS = 160
const TICK_BITS = 24
const HALF_BITS = 128

/** Parameters needed to read a pool. */
export interface StoredPool {
  id: Hex
  tickSpacing: number
}

/** Where pools are stored, and how to read the storage. */
export interface Storage {
  manager: Address
  read: BlockReader
}

/** Price, tick and fees of a pool in one word. */
interface PoolHead {
  poolSlot: bigint
  /** 0 without such a pool. */
  head: bigint
  liquidity: bigint
}

/**
 * Reads the states of a manager's pools from its storage. Undefined for pools that do not exist.
 */
export async function loadStates(
  pools: readonly StoredPool[],
  storage: Storage,
): Promise<(V4State | undefined)[]> {
  const heads = await loadHeads(pools, storage)
  const states: (V4State | undefined)[] = []
  let [part, words]: [(StoredPool & PoolHead)[], number] = [[], 0]
  for (const [i, pool] of pools.entries()) {
    const head = heads[i]
    if (!head) continue
    part.push({ ...pool, ...head })
    words += head.head === 0n ? 0 : getWords(pool.tickSpacing).length
    if (words < MAX_WORDS && i < pools.length - 1) continue
    states.push(...(await loadPart(part, storage)))
    ;[part, words] = [[], 0]
  }
  return states
}

/** Checks whether pools exist. */
export async function findPools(
  pools: readonly Pick<StoredPool, 'id'>[],
  storage: Storage,
): Promise<boolean[]> {
  return (await loadHeads(pools, storage)).map(({ head }) => head !== 0n)
}

export async function loadHeads(
  pools: readonly Pick<StoredPool, 'id'>[],
  storage: Storage,
): Promise<PoolHead[]> {
  const poolSlots = pools.map(({ id }) => hash(BigInt(id), POOLS))
  const words = await loadSlots(
    poolSlots.flatMap((poolSlot) => [poolSlot, poolSlot + LIQUIDITY]),
    storage,
  )
  return poolSlots.map((poolSlot, i) => ({
    poolSlot,
    head: words[2 * i] ?? 0n,
    liquidity: words[2 * i + 1] ?? 0n,
  }))
}

async function loadPart(
  pools: readonly (StoredPool & PoolHead)[],
  storage: Storage,
): Promise<(V4State | undefined)[]> {
  const load = (slots: readonly bigint[]) => loadSlots(slots, storage)
  const made = pools.flatMap((each, pool) => (each.head === 0n ? [] : [{ ...each, pool }]))
  const words = made.flatMap((one) => getWords(one.tickSpacing).map((word) => ({ ...one, word })))
  const bitmaps = await load(words.map(({ poolSlot, word }) => getBitmapSlot(poolSlot, word)))
  const filled = words.map((one, i) => ({ ...one, bitmap: bitmaps[i] ?? 0n }))
  const { kept, missing } = selectWords(filled, (pool) => {
    const { head, tickSpacing } = pools[pool] as StoredPool & PoolHead
    return getWord(decodeHead(head).tick, tickSpacing)
  })
  const initialized = kept.flatMap(({ word, bitmap, ...one }) =>
    getWordTicks(bitmap, word, one.tickSpacing).map((index) => ({ ...one, index })),
  )
  const stored = await load(initialized.map(({ poolSlot, index }) => getTickSlot(poolSlot, index)))

  const states = pools.map((): V4State | undefined => undefined)
  const ticks = new Map<number, Tick[]>(made.map(({ pool }) => [pool, []]))
  for (const [i, { pool, index }] of initialized.entries()) {
    const word = stored[i] ?? 0n
    ticks.get(pool)?.push({
      index,
      ...decodeTick(word),
    })
  }
  for (const { pool, head, liquidity } of made) {
    const found = decodeHead(head)
    const sorted = (ticks.get(pool) ?? []).sort((a, b) => a.index - b.index)
    states[pool] = {
      ...found,
      liquidity: BigInt.asUintN(HALF_BITS, liquidity),
      ticks: keepNearest(sorted, found.tick, missing.get(pool)),
    }
  }
  return states
}

export async function loadSlots(slots: readonly bigint[], { manager, read }: Storage): Promise<bigint[]> {
  const calls: ContractCall[] = []
  for (let start = 0; start < slots.length; start += SLOTS) {
    const part = slots.slice(start, start + SLOTS)
    const words = [32n, BigInt(part.length), ...part].map(encodeWord).join('')
    calls.push({ to: manager, data: `${extsload}${words}` })
  }
  const results = await read(calls)
  return slots.map((_, i) => {
    const result = results[Math.floor(i / SLOTS)]
    if (!result) throw new Error('The storage of a manager of pools could not be read')
    return uintAt(result, 2 + (i % SLOTS))
  })
}

export function getBitmapSlot(poolSlot: bigint, word: number): bigint {
  return hash(BigInt(word), poolSlot + BITMAP)
}

export function getTickSlot(poolSlot: bigint, index: number): bigint {
  return hash(BigInt(index), poolSlot + TICKS)
}

export function decodeHead(head: bigint): Pick<V4State, 'sqrtPrice' | 'tick' | 'protocolFee'> {
  return {
    sqrtPrice: BigInt.asUintN(PRICE_BITS, head),
    tick: Number(BigInt.asIntN(TICK_BITS, head >> BigInt(PRICE_BITS))),
    protocolFee: BigInt.asUintN(TICK_BITS, head >> BigInt(PRICE_BITS + TICK_BITS)),
  }
}

export function decodeTick(word: bigint): Omit<Tick, 'index'> {
  return { gross: BigInt.asUintN(HALF_BITS, word), net: BigInt.asIntN(256, word) >> BigInt(HALF_BITS) }
}

/** Returns the slot of a key in a mapping. */
function hash(key: bigint, mapping: bigint): bigint {
  return BigInt(keccak256(`0x${encodeWord(key)}${encodeWord(mapping)}`))
}
