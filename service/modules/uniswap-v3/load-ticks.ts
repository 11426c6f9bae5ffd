import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, encodeWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { PresentPool } from '../core/read-present.ts'
import { getWord, getWords, getWordTicks, type PoolWord, selectWords } from './tick-words.ts'
import { keepNearest, type Tick } from './ticks.ts'

const tickBitmap = toFunctionSelector('tickBitmap(int16)')
const getPopulatedTicks = toFunctionSelector('getPopulatedTicksInWord(address,int16)')

const tickAt = toFunctionSelector('ticks(int24)')

/** A pool and the tick of its price. */
export interface PricedPool {
  address: Address
  tickSpacing: number
  tick: number
}

/** Decodes a result of `slot0()` or `globalState()`, which starts with the price and its tick. */
export function toPricedPool({ identity, results: [price] }: PresentPool): PricedPool {
  return { ...identity, tick: Number(intAt(price, 1)) }
}

/** A word of a pool's bitmap that has initialized ticks. */
interface FilledWord extends PoolWord {
  address: Address
}

/**
 * Loads every initialized tick of each pool, sorted: first finds the filled words, then reads them
 * with TickLens, or tick by tick without one. Keeps only the ticks nearest to the price above a
 * limit.
 */
export async function loadTicks(
  pools: readonly PricedPool[],
  {
    tickLens,
    read,
    wordAt = tickBitmap,
  }: {
    tickLens: Address | undefined
    read: BlockReader
    /** Selector of the function that returns a bitmap word. Default: `tickBitmap(int16)`. */
    wordAt?: Hex
  },
): Promise<(readonly Tick[])[]> {
  const words = pools.flatMap(({ address, tickSpacing }, pool) =>
    getWords(tickSpacing).map((word) => ({ pool, address, word })),
  )
  const bitmaps = await read(
    words.map(({ address, word }) => ({ to: address, data: encodeCall(wordAt, BigInt(word)) })),
  )
  const filled = words.flatMap((one, i): FilledWord[] => {
    const bitmap = BigInt(requireResult(bitmaps[i]))
    return bitmap === 0n ? [] : [{ ...one, bitmap }]
  })
  const { kept, missing } = selectWords(filled, (pool) => {
    const { tick, tickSpacing } = pools[pool] as PricedPool
    return getWord(tick, tickSpacing)
  })
  const found = await (tickLens ? readByLens(kept, tickLens, read) : readOneByOne(kept, pools, read))

  const ticks = pools.map((): Tick[] => [])
  for (const { pool, tick } of found) ticks[pool]?.push(tick)
  return pools.map(({ tick }, pool) => {
    const sorted = (ticks[pool] ?? []).sort((a, b) => a.index - b.index)
    return keepNearest(sorted, tick, missing.get(pool))
  })
}

type FoundTick = { pool: number; tick: Tick }

async function readByLens(
  filled: readonly FilledWord[],
  tickLens: Address,
  read: BlockReader,
): Promise<FoundTick[]> {
  const lists = await read(filled.map(({ address, word }) => lensCall(tickLens, address, word)))
  return filled.flatMap(({ pool }, i) => decodeTicks(requireResult(lists[i])).map((tick) => ({ pool, tick })))
}

async function readOneByOne(
  filled: readonly FilledWord[],
  pools: readonly PricedPool[],
  read: BlockReader,
): Promise<FoundTick[]> {
  const initialized = filled.flatMap(({ pool, address, word, bitmap }) => {
    const spacing = pools[pool]?.tickSpacing ?? 1
    return getWordTicks(bitmap, word, spacing).map((index) => ({ pool, address, index }))
  })
  const results = await read(
    initialized.map(({ address, index }) => ({
      to: address,
      data: `${tickAt}${encodeWord(BigInt(index))}` as Hex,
    })),
  )
  return initialized.map(({ pool, index }, i) => {
    const result = requireResult(results[i])
    return { pool, tick: { index, gross: uintAt(result, 0), net: intAt(result, 1) } }
  })
}

function lensCall(tickLens: Address, pool: Address, word: number): ContractCall {
  return {
    to: tickLens,
    data: `${getPopulatedTicks}${encodeWord(BigInt(pool))}${encodeWord(BigInt(word))}`,
  }
}

function requireResult(data: Hex | undefined): Hex {
  if (!data || data === '0x') throw new Error('The ticks of a pool could not be read')
  return data
}

/**
 * Decodes `(int24 tick, int128 liquidityNet, uint128 liquidityGross)[]` after an offset and a
 * length.
 */
function decodeTicks(data: Hex): Tick[] {
  const count = Number(uintAt(data, 1))
  return Array.from({ length: count }, (_, i) => ({
    index: Number(intAt(data, 2 + i * 3)),
    net: intAt(data, 3 + i * 3),
    gross: uintAt(data, 4 + i * 3),
  }))
}
