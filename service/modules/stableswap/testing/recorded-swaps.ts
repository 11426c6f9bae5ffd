import type { RecordedSwap } from '../../testing/recorded-swap.ts'
import type { PlainCode } from '../invariant.ts'

/** Results of `get_dy` of plain pools, read from contracts outside of this repository. */
export interface RecordedPlainPool {
  code: PlainCode
  /** The contract, and the file with the figures. */
  source: string
  /** Factors that scale amounts to 18 decimals. */
  scales: readonly string[]
  balances: readonly string[]
  amplification: string
  fee: string
  swaps: readonly RecordedSwap[]
}

const KYBER = 'KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/curve/plain'
const KYBER_PLAIN = `${KYBER}/pool_simulator_test.go`
const KYBER_BASE = `${KYBER}/pool_simulator_basepool_test.go`

/** Codes without recorded results, with the reason. */
export const UNRECORDED_CODES: Partial<Record<PlainCode, string>> = {
  first: 'No published results of sUSD (0xA5407eAE…) or of other pools of this code were found.',
}

export const RECORDED_PLAIN_POOLS: readonly RecordedPlainPool[] = [
  {
    code: 'threePool',
    source: `3pool 0xbEbc4478…, ${KYBER_BASE}`,
    scales: ['1', '1000000000000', '1000000000000'],
    balances: ['93649867132724477811796755', '92440712316473', '175421309630243'],
    amplification: '2000',
    fee: '1000000',
    swaps: [
      [0, 1, 'SELL', '1000000000000000', '999'],
      [0, 2, 'SELL', '1000000000000000', '1000'],
      [1, 0, 'SELL', '1', '999909687790'],
      [1, 2, 'SELL', '100', '100'],
      [2, 0, 'SELL', '3', '2998664269827'],
      [2, 1, 'SELL', '30', '29'],
    ],
  },
  {
    code: 'later',
    source: `Plain3Basic 0xe7A3b38c…, ${KYBER_PLAIN}`,
    scales: ['1', '1', '1000000000000'],
    balances: ['103902458912250371998101', '96026429950922739854657', '90684626303'],
    amplification: '1000',
    fee: '4000000',
    swaps: [
      [0, 1, 'SELL', '500000000000000', '496315310333753'],
      [0, 1, 'SELL', '50000000000000000', '49631528847328147'],
      [0, 1, 'SELL', '5000000000000000000', '4963131024216305126'],
      [0, 2, 'SELL', '50000000000000000', '49364'],
      [0, 2, 'SELL', '5000000000000000000', '4936384'],
      [2, 1, 'SELL', '5000', '5025079238286081'],
      [2, 1, 'SELL', '500045', '502552896527853049'],
    ],
  },
  {
    code: 'twoCoins',
    source: `0x1005f740…, ${KYBER_PLAIN}`,
    scales: ['1000000000000', '1000000000000'],
    balances: ['69265278', '140296574'],
    amplification: '150000',
    fee: '3000000',
    swaps: [
      [0, 1, 'SELL', '100000000', '99936588'],
      [0, 1, 'SELL', '100002233', '99938816'],
      [1, 0, 'SELL', '20000', '19982'],
      [1, 0, 'SELL', '3000200', '2997456'],
      [1, 0, 'SELL', '88001800', '69067695'],
      [1, 0, 'SELL', '100000000000000', '69244498'],
    ],
  },
  {
    code: 'twoCoins',
    source: `0x1005f740…, ${KYBER_PLAIN}`,
    scales: ['1000000000000', '1000000000000'],
    balances: ['101940884', '107546110'],
    amplification: '150000',
    fee: '3000000',
    swaps: [
      [0, 1, 'SELL', '5000', '4998'],
      [0, 1, 'SELL', '50000', '49986'],
      [1, 0, 'SELL', '50000', '49983'],
      [1, 0, 'SELL', '51000', '50982'],
    ],
  },
]
