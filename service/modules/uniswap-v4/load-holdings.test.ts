import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import { createPoolMemory } from '../../chain/pool-set/pool-memory.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import type { BlockReader } from '../core/module.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { sqrtPriceAtTick } from '../uniswap-v3/tick-math.ts'
import { type LiquidityChange, type Tick, withPosition } from '../uniswap-v3/ticks.ts'
import { getBitmapSlot, getTickSlot } from './load-state.ts'
import { getPoolAddress, getPoolId } from './pool-key.ts'
import { createV4Module } from './v4-module.ts'

const [token, stable, weth, manager] = [0xa1, 0xa2, 0xa3, 0xbc].map(sampleAddress) as [Hex, Hex, Hex, Hex]
const tokens = [token, stable] as const
const module = createV4Module(
  { index: 6, kind: 'v4', module: 'uniswap-v4', name: 'Uniswap V4', factory: manager },
  weth,
)
const UNIT = 10n ** 6n

/** The storage of a manager. */
const slots = new Map<bigint, bigint>()

const read: BlockReader = async (calls) =>
  calls.map(({ to, data }): Hex => {
    if (to !== manager) return `0x${encodeWord(6n)}`
    const args: Hex = `0x${data.slice(10)}`
    const count = Number(uintAt(args, 1))
    const words = Array.from({ length: count }, (_, i) => slots.get(uintAt(args, 2 + i)) ?? 0n)
    return `0x${[32n, BigInt(count), ...words].map(encodeWord).join('')}`
  })

/** Stores a pool at the price of a tick. */
function store(params: { fee: number; tickSpacing: number }, tick: number, positions: LiquidityChange[]) {
  const id = getPoolId({ tokens, ...params })
  const poolSlot = BigInt(keccak256(`${id}${encodeWord(6n)}`))
  const isActive = ({ lower, upper }: LiquidityChange) => lower <= tick && tick < upper
  const liquidity = positions.filter(isActive).reduce((sum, { delta }) => sum + delta, 0n)
  slots.set(poolSlot, sqrtPriceAtTick(tick) | (BigInt.asUintN(24, BigInt(tick)) << 160n))
  slots.set(poolSlot + 3n, liquidity)
  for (const { index, gross, net } of positions.reduce<readonly Tick[]>(withPosition, [])) {
    const compressed = index / params.tickSpacing
    const word = getBitmapSlot(poolSlot, compressed >> 8)
    slots.set(word, (slots.get(word) ?? 0n) | (1n << BigInt(compressed & 255)))
    slots.set(getTickSlot(poolSlot, index), gross | (BigInt.asUintN(128, net) << 128n))
  }
  return { address: getPoolAddress(id), tokens, ...params }
}

const full = { lower: -887_220, upper: 887_220, delta: 10n ** 6n * UNIT }
const wide = store({ fee: 3_000, tickSpacing: 60 }, -7, [full])
const narrow = store({ fee: 500, tickSpacing: 10 }, 3, [
  { lower: -40, upper: 20, delta: 10n ** 9n * UNIT },
  { lower: -60, upper: 50, delta: 10n ** 8n * UNIT },
  { lower: 10, upper: 70, delta: 10n ** 8n * UNIT },
])
/** Holds only one token at its price, in spite of its liquidity. */
const oneSided = [
  store({ fee: 100, tickSpacing: 1 }, 0, [{ lower: 0, upper: 1, delta: 10n ** 20n * UNIT }]),
  store({ fee: 10_000, tickSpacing: 200 }, 0, [{ lower: 0, upper: 200, delta: 10n ** 20n * UNIT }]),
]
const all = [wide, narrow, ...oneSided]

describe("holdings of a manager's pool near its price", () => {
  it('can be bought from the pool, and nearly exhaust it if all its liquidity is near', async () => {
    const holdings = await module.measure!(all, read)
    const pools = await module.load(all, read)
    expect(pools).toHaveLength(4)
    for (const [i, [amount0 = 0n, amount1 = 0n]] of holdings.entries()) {
      if (amount0 > 0n) expect(pools[i]!.exactOutput(false, amount0 - 2n), `${i}`).toBeDefined()
      if (amount1 > 0n) expect(pools[i]!.exactOutput(true, amount1 - 2n), `${i}`).toBeDefined()
    }
    const [, [amount0 = 0n, amount1 = 0n] = []] = holdings
    expect(pools[1]!.exactOutput(false, amount0 + 3n)).toBeUndefined()
    expect(pools[1]!.exactOutput(true, amount1 + 3n)).toBeUndefined()
    expect(Number(holdings[0]![1]) / Number(10n ** 6n * UNIT)).toBeGreaterThan(0.5)
  })

  it('are zero for a token that the liquidity at the price does not contain', async () => {
    const holdings = await module.measure!([...oneSided, { ...wide, fee: 500 }], read)
    expect(holdings.map(([, amount1]) => amount1)).toEqual([0n, 0n, 0n])
  })

  it('rank the pool on a large chain and decide whether it is loaded', async () => {
    const [, hub] = tokens
    const base = { ...chainConfig('ethereum', 1), weth, referenceStable: hub, baseTokens: [hub] }
    const memory = createPoolMemory({
      config: { ...base, poolLimits: { loadAllUpTo: 0, minValue: 1_000 } },
      ledger: { worths: () => new Map(), saveWorths: async () => undefined },
    })
    const found = new Map([[module, [...oneSided, wide, narrow]]])
    const loaded = await memory.load({ found, announced: new Map(), block: { number: 1n, hash: '0x' } }, read)
    expect(loaded.map(({ address }) => address).toSorted()).toEqual(
      [wide, narrow].map(({ address }) => address).toSorted(),
    )
  })
})
