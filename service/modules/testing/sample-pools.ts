import type { Address } from '../../../wire/lib/address.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { createV2Pool, type V2State } from '../uniswap-v2/v2-pool.ts'
import { createSqrtPrices, sqrtPriceAtTick } from '../uniswap-v3/tick-math.ts'
import { type LiquidityChange, withPosition } from '../uniswap-v3/ticks.ts'
import { createV3Pool } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** Returns `n` as an address. */
export function sampleAddress(n: number): Address {
  return `0x${n.toString(16).padStart(40, '0')}`
}

export interface SampleOptions {
  /** Determines the address. */
  n?: number
  tokens?: PoolIdentity['tokens']
  module?: string
}

export const E18 = 10n ** 18n

export const TOKENS: PoolIdentity['tokens'] = [sampleAddress(0xa1), sampleAddress(0xa2)]

export function sampleV2Pool(
  state: V2State = { reserve0: 1_000n * E18, reserve1: 3_000n * E18 },
  options: SampleOptions & { feeBps?: number } = {},
): Pool {
  const { n = 1, tokens = TOKENS, module = 'uniswap-v2', feeBps = 30 } = options
  return createV2Pool(
    { module, origin: { name: module, kind: 'dex' }, step: { kind: 0, source: 0, data: '0x' }, feeBps },
    { address: sampleAddress(0xf000 + n), tokens, fee: feeBps * 100, tickSpacing: 0 },
    state,
  )
}

export const sqrtPriceAt = createSqrtPrices()

export interface SampleMarket {
  tick: number
  positions: readonly LiquidityChange[]
}

/** Creates the price and liquidity at a tick with these positions. */
export function sampleTicks({
  tick = 0,
  positions = [{ lower: -6_000, upper: 6_000, delta: E18 }],
}: Partial<SampleMarket> = {}): V3State {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return {
    sqrtPrice: sqrtPriceAtTick(tick),
    tick,
    liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
    ticks: positions.reduce<V3State['ticks']>(withPosition, []),
  }
}

export function sampleV3Pool(
  market?: SampleMarket,
  { n = 0x92, tokens = TOKENS, fee = 3000, tickSpacing = 60 }: SampleOptions & Partial<PoolIdentity> = {},
): Pool {
  return createV3Pool(
    {
      module: 'uniswap-v3',
      origin: { name: 'Uniswap V3', kind: 'dex' },
      step: { kind: 1, source: 2 },
      sqrtPriceAt,
    },
    { address: sampleAddress(0xf000 + n), tokens, fee, tickSpacing },
    sampleTicks(market),
  )
}

export function sampleIdentity(n: number, tokens = TOKENS): PoolIdentity {
  return { address: sampleAddress(0xf000 + n), tokens, fee: 0, tickSpacing: 0 }
}
