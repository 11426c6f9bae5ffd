import { type Address, ZERO_ADDRESS } from '../../../../wire/lib/address.ts'
import type { Pool, PoolIdentity } from '../../core/pool.ts'
import {
  type SampleMarket,
  type SampleOptions,
  sampleAddress,
  sampleTicks,
  sqrtPriceAt,
  TOKENS,
} from '../../testing/sample-pools.ts'
import { createV4Pool, type V4State } from '../v4-pool.ts'

/** Creates a pool of a manager with these positions. */
export function sampleV4Pool(
  {
    protocolFee = 0n,
    isNative = false,
    hooks = ZERO_ADDRESS,
    ...market
  }: Partial<SampleMarket> & { protocolFee?: bigint; isNative?: boolean; hooks?: Address } = {},
  { n = 0x96, tokens = TOKENS, fee = 3000, tickSpacing = 60 }: SampleOptions & Partial<PoolIdentity> = {},
): Pool {
  const state: V4State = {
    ...sampleTicks(market),
    protocolFee,
  }
  return createV4Pool(
    {
      module: 'uniswap-v4',
      origin: { name: 'Uniswap V4', kind: 'dex' },
      source: 6,
      manager: sampleAddress(0xbc),
      isNative,
      hooks,
      sqrtPriceAt,
    },
    { address: sampleAddress(0xf000 + n), tokens, fee, tickSpacing },
    state,
  )
}
