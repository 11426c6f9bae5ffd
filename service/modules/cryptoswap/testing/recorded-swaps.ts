import type { RecordedSwap } from '../../testing/recorded-swap.ts'
import { CODES, type CryptoCode } from '../crypto-code.ts'

/**
 * Sales to CryptoSwap pools, computed outside of this repository. Purchases depend on the executor.
 */
export interface RecordedCryptoPool {
  code: CryptoCode
  /** The contract, and the file with the figures. */
  source: string
  decimals: readonly number[]
  balances: readonly string[]
  priceScale: readonly string[]
  amplification: string
  gamma: string
  invariant: string
  midFee: string
  outFee: string
  feeGamma: string
  supply: string
  virtualPrice: string
  profit: string
  allowedProfit: string
  swaps: readonly RecordedSwap[]
}

const KYBER = 'KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/curve'
const KYBER_TWO = `${KYBER}/twocrypto-ng/pool_simulator_test.go`
const KYBER_THREE = `${KYBER}/tricrypto-ng/pool_simulator_test.go`

/** Codes without recorded swaps, with the reason. */
export const UNRECORDED_CRYPTO_CODES: ReadonlyMap<CryptoCode, string> = new Map([
  [CODES['v2.0.0'][2], 'No published swaps of a pool with two coins and the math of v2.0.0 were found.'],
])

export const RECORDED_CRYPTO_POOLS: readonly RecordedCryptoPool[] = [
  {
    code: CODES['v2.0.0'][3],
    source: `crvUSD/tBTC/wstETH 0x2889302a…, ${KYBER_THREE}`,
    decimals: [18, 18, 18],
    balances: ['3848079508071253519125552', '60997386412794855327', '1028200997183081004168'],
    priceScale: ['1000000000000000000', '66313464177401058702341', '3988288337309167729564'],
    amplification: '540000',
    gamma: '80500000000000',
    invariant: '11990883592127090140834712',
    midFee: '1000000',
    outFee: '140000000',
    feeGamma: '400000000000000',
    supply: '6209561906175920711602',
    virtualPrice: '1002781276086899355',
    profit: '1005532234158713186',
    allowedProfit: '100000000',
    swaps: [
      [0, 1, 'SELL', '50000000000000000', '777940997580'],
      [0, 1, 'SELL', '500000000000000001', '7779409210946'],
      [0, 1, 'SELL', '5000000000000000012', '77794015730818'],
      [0, 1, 'SELL', '5000000000000000012345', '77709786016695971'],
      [0, 2, 'SELL', '50000000000000000', '13082875266807'],
      [0, 2, 'SELL', '5000000000000000012345', '1306791631101999948'],
      [2, 1, 'SELL', '50000000000000000', '2942298304726216'],
      [2, 1, 'SELL', '50000000000000000123', '2809513964503774599'],
      [2, 1, 'SELL', '500000000000000001234', '19769566246680798724'],
      [2, 0, 'SELL', '500000000000000000000', '1247392878908745428005336'],
    ],
  },
  {
    code: CODES['v2.1.0'][2],
    source: `ETH+/WETH 0x1Fb84Fa6… on Arbitrum, ${KYBER_TWO}`,
    decimals: [18, 18],
    balances: ['968569777414549410834', '1045106588251996643768'],
    priceScale: ['1000000000000000000', '983313638977093334'],
    amplification: '20000000',
    gamma: '20000000000000000',
    invariant: '1996236386986675947911',
    midFee: '500000',
    outFee: '8000000',
    feeGamma: '30000000000000000',
    supply: '1006167834136870835627',
    virtualPrice: '1000381175737496082',
    profit: '1000760564011364559',
    allowedProfit: '1000000000000',
    swaps: [
      [1, 0, 'SELL', '50000000000000000', '49158730955589571'],
      [1, 0, 'SELL', '500000000000000001', '491586661400038591'],
      [1, 0, 'SELL', '5000000000000000012', '4915798138812167060'],
      [1, 0, 'SELL', '50000000000000000123', '49147140999173741771'],
      [1, 0, 'SELL', '500000000000000001234', '453553432480766034585'],
      [1, 0, 'SELL', '2480561515956081681', '2438807364673706750'],
      [0, 1, 'SELL', '1000000000000000000', '1016967986681031868'],
    ],
  },
  {
    code: CODES['v2.1.0'][2],
    source: `crvUSD/EURS 0xE34B3a4c… on Arbitrum, ${KYBER_TWO}`,
    decimals: [18, 2],
    balances: ['4048585006552861060153', '399999'],
    priceScale: ['1000000000000000000', '1083716143157454024'],
    amplification: '1880000',
    gamma: '199000000000000000',
    invariant: '8383386641969295080730',
    midFee: '4000000',
    outFee: '30000000',
    feeGamma: '12300000000000000',
    supply: '4026454270358976869472',
    virtualPrice: '1000020627288204984',
    profit: '1000023302885130528',
    allowedProfit: '100000000',
    swaps: [
      [1, 0, 'SELL', '1', '10822405757804743'],
      [0, 1, 'SELL', '4732267796024191790852', '327494'],
      [1, 0, 'SELL', '279108', '2680342795273391100498'],
      [1, 0, 'SELL', '327494', '2949081412746367458511'],
    ],
  },
]
