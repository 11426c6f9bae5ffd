import type { RecordedSwap } from '../../testing/recorded-swap.ts'

/** Swaps of a StableSwap-NG pool of version 7, computed outside of this repository. */
export const RECORDED_NG_POOL: {
  /** The contract, and the file with the figures. */
  source: string
  decimals: readonly number[]
  balances: readonly string[]
  amplification: string
  fee: string
  feeMultiplier: string
  swaps: readonly RecordedSwap[]
} = {
  source:
    'crvUSD/USDC.e 0x3aDf984c… on Arbitrum, KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/curve/stable-ng/pool_simulator_test.go',
  decimals: [18, 6],
  balances: ['8994725349517509957774712', '1568153728639'],
  amplification: '100000',
  fee: '1000000',
  feeMultiplier: '50000000000',
  swaps: [
    [0, 1, 'SELL', '50000000000000000', '49719'],
    [0, 1, 'SELL', '500000000000000001', '497190'],
    [0, 1, 'SELL', '5000000000000000012', '4971903'],
    [1, 0, 'SELL', '5000001', '5026592848229394394'],
    [1, 0, 'SELL', '500000', '502659192342457080'],
    [1, 0, 'SELL', '50000', '50265919315764975'],
    [1, 0, 'SELL', '5000', '5026591932391690'],
  ],
}
