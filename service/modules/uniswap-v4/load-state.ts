import { keccak256, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { getWords, getWordTicks } from '../uniswap-v3/tick-words.ts'
import type { Tick } from '../uniswap-v3/ticks.ts'
import type { V4State } from './v4-pool.ts'

const extsload = toFunctionSelector('extsload(bytes32[])')
/** In one call: the reader puts hundreds of calls into one, which nodes bound by gas. */
const SLOTS = 16

/** Where the manager keeps what: the mapping of pools, and the offsets of a pool's fields from its first slot. */
const POOLS = 6n
const LIQUIDITY = 3n
const TICKS = 4n
const BITMAP = 5n

const PRICE_BITS = 160
const TICK_BITS = 24
const HALF_BITS = 128

/** What is read of a pool. */
export interface StoredPool {
  id: Hex
  tickSpacing: number
}

/** The states of pools of a manager, read from its storage; undefined for those that do not exist. */
export async function loadStates(
  pools: readonly StoredPool[],
  { manager, read }: { manager: Address; read: BlockReader },
): Promise<(V4State | undefined)[]> {
  const load = (slots: readonly bigint[]) => loadSlots(slots, manager, read)
  const places = pools.map(({ id }) => hash(BigInt(id), POOLS))
  const heads = await load(places.flatMap((place) => [place, place + LIQUIDITY]))
  const made = pools.flatMap(({ tickSpacing }, pool) => {
    const [place, head = 0n, liquidity = 0n] = [places[pool], heads[2 * pool], heads[2 * pool + 1]]
    return place === undefined || head === 0n ? [] : [{ pool, place, tickSpacing, head, liquidity }]
  })

  const words = made.flatMap((one) => getWords(one.tickSpacing).map((word) => ({ ...one, word })))
  const bitmaps = await load(words.map(({ place, word }) => hash(BigInt(word), place + BITMAP)))
  const initialized = words.flatMap(({ word, ...one }, i) =>
    getWordTicks(bitmaps[i] ?? 0n, word, one.tickSpacing).map((index) => ({ ...one, index })),
  )
  const stored = await load(initialized.map(({ place, index }) => hash(BigInt(index), place + TICKS)))

  const states = pools.map((): V4State | undefined => undefined)
  const ticks = new Map<number, Tick[]>(made.map(({ pool }) => [pool, []]))
  for (const [i, { pool, index }] of initialized.entries()) {
    const word = stored[i] ?? 0n
    ticks.get(pool)?.push({
      index,
      gross: BigInt.asUintN(HALF_BITS, word),
      net: BigInt.asIntN(256, word) >> BigInt(HALF_BITS),
    })
  }
  for (const { pool, head, liquidity } of made) {
    states[pool] = {
      sqrtPrice: BigInt.asUintN(PRICE_BITS, head),
      tick: Number(BigInt.asIntN(TICK_BITS, head >> BigInt(PRICE_BITS))),
      protocolFee: BigInt.asUintN(TICK_BITS, head >> BigInt(PRICE_BITS + TICK_BITS)),
      liquidity: BigInt.asUintN(HALF_BITS, liquidity),
      ticks: (ticks.get(pool) ?? []).sort((a, b) => a.index - b.index),
    }
  }
  return states
}

async function loadSlots(slots: readonly bigint[], manager: Address, read: BlockReader): Promise<bigint[]> {
  const calls: ContractCall[] = []
  for (let start = 0; start < slots.length; start += SLOTS) {
    const part = slots.slice(start, start + SLOTS)
    const words = [32n, BigInt(part.length), ...part].map(encodeWord).join('')
    calls.push({ to: manager, data: `${extsload}${words}` })
  }
  const answers = await read(calls)
  return slots.map((_, i) => {
    const answer = answers[Math.floor(i / SLOTS)]
    if (!answer) throw new Error('The storage of a manager of pools could not be read')
    return uintAt(answer, 2 + (i % SLOTS))
  })
}

/** The slot of a key in a mapping. */
function hash(key: bigint, mapping: bigint): bigint {
  return BigInt(keccak256(`0x${encodeWord(key)}${encodeWord(mapping)}`))
}
