import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeCall, encodeWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { findOverfull, getNearestWords, getWord, getWords, getWordTicks } from './tick-words.ts'
import { keepNearest, type Missing, type Tick } from './ticks.ts'

const tickBitmap = toFunctionSelector('tickBitmap(int16)')
const getPopulatedTicks = toFunctionSelector('getPopulatedTicksInWord(address,int16)')

const tickAt = toFunctionSelector('ticks(int24)')
/** Of Uniswap's kind, and of Algebra's: both begin with the price and the tick. */
const priceCalls = [toFunctionSelector('slot0()'), toFunctionSelector('globalState()')]

/** A word of a pool's bitmap that holds initialized ticks. */
interface FilledWord {
  pool: number
  address: Address
  word: number
  bitmap: bigint
}

/**
 * Every initialized tick of each pool, sorted: first which words hold any, then those words by TickLens, or tick by tick
 * on a chain without one. Of a pool with more than are kept, those nearest to its price; undefined where that is not known.
 */
export async function loadTicks(
  identities: readonly PoolIdentity[],
  {
    tickLens,
    read,
    wordAt = tickBitmap,
  }: {
    tickLens: Address | undefined
    read: BlockReader
    /** Selector of what answers with a word of the bitmap. Default: `tickBitmap(int16)`. */
    wordAt?: Hex
  },
): Promise<(readonly Tick[] | undefined)[]> {
  const places = identities.flatMap((identity, pool) =>
    getWords(identity.tickSpacing).map((word) => ({ pool, address: identity.address, word })),
  )
  const bitmaps = await read(
    places.map(({ address, word }) => ({ to: address, data: encodeCall(wordAt, BigInt(word)) })),
  )
  const filled = places.flatMap((place, i): FilledWord[] => {
    const bitmap = BigInt(answered(bitmaps[i]))
    return bitmap === 0n ? [] : [{ ...place, bitmap }]
  })
  const windows = await findWindows(filled, identities, read)
  const kept = filled.filter(({ pool }) => !windows.has(pool))
  for (const window of windows.values()) kept.push(...(window?.kept ?? []))
  const found = await (tickLens ? readByLens(kept, tickLens, read) : readOneByOne(kept, identities, read))

  const ticks = identities.map((): Tick[] => [])
  for (const { pool, tick } of found) ticks[pool]?.push(tick)
  return ticks.map((list, pool) => {
    const sorted = list.sort((a, b) => a.index - b.index)
    if (!windows.has(pool)) return sorted
    const window = windows.get(pool)
    return window && keepNearest(sorted, window.tick, window.missing)
  })
}

interface Window {
  tick: number
  kept: FilledWord[]
  missing: Missing
}

/** What to read of the pools with more ticks than are kept; undefined where the price is not known. */
async function findWindows(
  filled: readonly FilledWord[],
  identities: readonly PoolIdentity[],
  read: BlockReader,
): Promise<ReadonlyMap<number, Window | undefined>> {
  const overfull = [...findOverfull(filled)].flatMap((pool) => {
    const identity = identities[pool]
    return identity ? [{ pool, ...identity }] : []
  })
  if (overfull.length === 0) return new Map()
  const answers = await read(
    overfull.flatMap(({ address }) => priceCalls.map((data) => ({ to: address, data }))),
  )
  return new Map(
    overfull.map(({ pool, tickSpacing }, i) => {
      const told = answers.slice(2 * i, 2 * i + 2).find((answer) => answer && answer !== '0x')
      if (!told) return [pool, undefined]
      const tick = Number(intAt(told, 1))
      const own = filled.filter((word) => word.pool === pool)
      return [pool, { tick, ...getNearestWords(own, getWord(tick, tickSpacing)) }]
    }),
  )
}

type FoundTick = { pool: number; tick: Tick }

async function readByLens(
  filled: readonly FilledWord[],
  tickLens: Address,
  read: BlockReader,
): Promise<FoundTick[]> {
  const lists = await read(filled.map(({ address, word }) => lensCall(tickLens, address, word)))
  return filled.flatMap(({ pool }, i) => decodeTicks(answered(lists[i])).map((tick) => ({ pool, tick })))
}

async function readOneByOne(
  filled: readonly FilledWord[],
  identities: readonly PoolIdentity[],
  read: BlockReader,
): Promise<FoundTick[]> {
  const places = filled.flatMap(({ pool, address, word, bitmap }) => {
    const spacing = identities[pool]?.tickSpacing ?? 1
    return getWordTicks(bitmap, word, spacing).map((index) => ({ pool, address, index }))
  })
  const answers = await read(
    places.map(({ address, index }) => ({
      to: address,
      data: `${tickAt}${encodeWord(BigInt(index))}` as Hex,
    })),
  )
  return places.map(({ pool, index }, i) => {
    const answer = answered(answers[i])
    return { pool, tick: { index, gross: uintAt(answer, 0), net: intAt(answer, 1) } }
  })
}

function lensCall(tickLens: Address, pool: Address, word: number): ContractCall {
  return {
    to: tickLens,
    data: `${getPopulatedTicks}${encodeWord(BigInt(pool))}${encodeWord(BigInt(word))}`,
  }
}

function answered(data: Hex | undefined): Hex {
  if (!data || data === '0x') throw new Error('The ticks of a pool could not be read')
  return data
}

/** `(int24 tick, int128 liquidityNet, uint128 liquidityGross)[]` behind an offset and a length. */
function decodeTicks(data: Hex): Tick[] {
  const count = Number(uintAt(data, 1))
  return Array.from({ length: count }, (_, i) => ({
    index: Number(intAt(data, 2 + i * 3)),
    net: intAt(data, 3 + i * 3),
    gross: uintAt(data, 4 + i * 3),
  }))
}
