import type { Address } from '../../../src/lib/address.ts'
import type { Pool, PoolIdentity } from '../pool.ts'
import { createV2Pool, type V2State } from '../uniswap-v2/v2-pool.ts'
import { createSqrtPrices, sqrtPriceAtTick } from '../uniswap-v3/tick-math.ts'
import { type LiquidityChange, withPosition } from '../uniswap-v3/ticks.ts'
import { createV3Pool } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** `n` as an address. */
export function sampleAddress(n: number): Address {
  return `0x${n.toString(16).padStart(40, '0')}`
}

interface SampleOptions {
  /** Makes the address. */
  n?: number
  tokens?: PoolIdentity['tokens']
  module?: string
}

const TOKENS: PoolIdentity['tokens'] = [sampleAddress(0xa1), sampleAddress(0xa2)]

export function sampleV2Pool(state: V2State, options: SampleOptions & { feeBps?: number } = {}): Pool {
  const { n = 1, tokens = TOKENS, module = 'uniswap-v2', feeBps = 30 } = options
  return createV2Pool(
    { module, origin: { name: module, kind: 'dex' }, step: { kind: 0, source: 0, data: '0x' }, feeBps },
    { address: sampleAddress(0xf000 + n), tokens, fee: feeBps * 100, tickSpacing: 0 },
    state,
  )
}

const sqrtPriceAt = createSqrtPrices()

/** A pool at a tick, with these positions. */
export function sampleV3Pool(
  { tick, positions }: { tick: number; positions: readonly LiquidityChange[] },
  { n = 2, tokens = TOKENS, fee = 3000, tickSpacing = 60 }: SampleOptions & Partial<PoolIdentity> = {},
): Pool {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  const state: V3State = {
    sqrtPrice: sqrtPriceAtTick(tick),
    tick,
    liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
    ticks: positions.reduce<V3State['ticks']>(withPosition, []),
  }
  return createV3Pool(
    {
      module: 'uniswap-v3',
      origin: { name: 'Uniswap V3', kind: 'dex' },
      step: { kind: 1, source: 2 },
      sqrtPriceAt,
    },
    { address: sampleAddress(0xf000 + n), tokens, fee, tickSpacing },
    state,
  )
}
