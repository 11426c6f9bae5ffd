import type { Pool, PoolIdentity } from '../../core/pool.ts'
import { E18, sampleAddress, TOKENS } from '../../testing/sample-pools.ts'
import { type BalancerV3Params, createBalancerV3Pool } from '../balancer-v3-pool.ts'
import type { BalancerV3State } from '../balancer-v3-state.ts'

/** Creates a pool in a Balancer V3 vault: weighted if `weights` are given, else stable. */
export function sampleBalancerV3Pool(
  state: Partial<BalancerV3State> = {},
  {
    scales = [1n, 10n ** 12n],
    weights,
    tokens = TOKENS,
  }: { scales?: readonly bigint[]; weights?: readonly bigint[]; tokens?: PoolIdentity['tokens'] } = {},
): Pool {
  const address = sampleAddress(0xf097)
  const minBalances = scales.map((scale) => (scale > 10n ** 6n ? scale : 10n ** 6n))
  const params: BalancerV3Params = {
    module: 'balancer-v3',
    origin: { name: 'Balancer V3', kind: 'dex' },
    step: { kind: 12, source: 14, data: `0x${address.slice(2).padStart(64, '0')}` },
    vault: sampleAddress(0xba),
    address,
    tokens: scales.flatMap((scale, i) => (tokens[i] ? [{ address: tokens[i], scale }] : [])),
    minTrade: 10n ** 6n,
    ...(weights && { weighted: { weights, minBalances } }),
  }
  return createBalancerV3Pool(params, {
    balances: [1_000_000n * E18 + 7n, 1_300_000_000_003n],
    rates: [E18, E18],
    amp: 200_000n,
    swapFee: E18 / 2_500n,
    aggregateFee: E18 / 2n,
    isOpen: true,
    watched: [],
    isOutdated: false,
    ...state,
  })
}
