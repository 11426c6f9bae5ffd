import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'
import type { Tick } from './ticks.ts'

const tickBitmap = toFunctionSelector('tickBitmap(int16)')
const getPopulatedTicks = toFunctionSelector('getPopulatedTicksInWord(address,int16)')
const WORD_BITS = 8

/** Every initialized tick of each pool, sorted: first which words hold any, then those words by TickLens. */
export async function loadTicks(
  identities: readonly PoolIdentity[],
  { tickLens, read }: { tickLens: Address; read: BlockReader },
): Promise<Tick[][]> {
  const places = identities.flatMap((identity, pool) =>
    getWords(identity.tickSpacing).map((word) => ({ pool, address: identity.address, word })),
  )
  const bitmaps = await read(places.map(({ address, word }) => bitmapCall(address, word)))
  const filled = places.filter((_, i) => BigInt(answered(bitmaps[i])) !== 0n)
  const lists = await read(filled.map(({ address, word }) => lensCall(tickLens, address, word)))

  const ticks = identities.map((): Tick[] => [])
  for (const [i, { pool }] of filled.entries()) ticks[pool]?.push(...decodeTicks(answered(lists[i])))
  for (const list of ticks) list.sort((a, b) => a.index - b.index)
  return ticks
}

function getWords(tickSpacing: number): number[] {
  const first = Math.floor(MIN_TICK / tickSpacing) >> WORD_BITS
  const last = Math.floor(MAX_TICK / tickSpacing) >> WORD_BITS
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function bitmapCall(pool: Address, word: number): ContractCall {
  return { to: pool, data: `${tickBitmap}${encodeWord(BigInt(word))}` }
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
