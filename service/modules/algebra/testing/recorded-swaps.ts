import type { RecordedSwap } from '../../testing/recorded-swap.ts'

/**
 * Consecutive swaps of QuickSwap V3's pool 0xd372b506… on Polygon, from
 * `KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/algebra/v1/pool_simulator_test.go`.
 */
export const RECORDED_V1_POOL = {
  liquidity: 2_822_091_172_725n,
  sqrtPrice: 93_065_132_232_889_433_968_150_957_834_858_946n,
  tick: 279_543,
  fee: 2_979n,
  ticks: [
    { index: -887_220, gross: 2_822_091_172_725n, net: 2_822_091_172_725n },
    { index: 273_540, gross: 116_315_447_200_034n, net: 116_315_447_200_034n },
    { index: 279_120, gross: 116_315_447_200_034n, net: -116_315_447_200_034n },
    { index: 285_480, gross: 2_822_091_172_725n, net: -2_822_091_172_725n },
  ],
  swaps: [
    [0, 1, 'SELL', '10', '12418116005823'],
    [0, 1, 'SELL', '100', '136593135772329'],
    [0, 1, 'SELL', '1000', '1374962214882655'],
    [1, 0, 'SELL', '100000000000000000', '70212'],
    [1, 0, 'SELL', '10000000000000000', '6796'],
    [1, 0, 'SELL', '10000000000000000', '6756'],
  ] satisfies RecordedSwap[],
}
