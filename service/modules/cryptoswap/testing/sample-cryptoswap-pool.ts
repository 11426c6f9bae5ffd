import type { Address } from '../../../../wire/lib/address.ts'
import { checked } from '../../core/checked.ts'
import type { Pool } from '../../core/pool.ts'
import { E18, sampleAddress } from '../../testing/sample-pools.ts'
import { CODES, type CryptoCode } from '../crypto-code.ts'
import { type CryptoswapPoolState, createCryptoswapPool } from '../cryptoswap-pool.ts'
import { findInvariant } from '../newton.ts'
import { geometricMean, squareRoot } from '../roots.ts'

/**
 * Creates a pool with as many coins as prices. D and the other values follow from balances, as in a
 * new pool.
 */
export function sampleCryptoswapPool(
  state: Partial<CryptoswapPoolState> = {},
  {
    code = CODES['v2.0.0'][3],
    decimals = [6, 8, 18],
    tokens = decimals.map((_, i) => sampleAddress(0xa1 + i)),
  }: { code?: CryptoCode; decimals?: readonly number[]; tokens?: readonly Address[] } = {},
): Pool {
  const coins = decimals.map((own, i) => ({
    address: tokens[i] ?? sampleAddress(0xa1 + i),
    precision: 10n ** BigInt(18 - own),
  }))
  const params = {
    balances: [5_100_000_000_007n, 8_300_000_003n, 1_990n * E18 + 5n],
    priceScale: [E18, 60_000n * E18, 2_500n * E18],
    amplification: 1_707_629n,
    gamma: 11_809_167_828_997n,
    ...state,
  }
  const { balances, priceScale } = params
  const scaled = balances.map(
    (held, k) => (held * (coins[k]?.precision ?? 1n) * (priceScale[k] ?? E18)) / E18,
  )
  const invariant = checked(() => findInvariant(code, params, { balances: scaled, product: 0n })) ?? 0n
  const [a = 0n, b = 0n, c] = priceScale.map((price) => (invariant * E18) / (BigInt(code.count) * price))
  const supply = c === undefined ? squareRoot(a * b) : geometricMean([a, b, c])
  return createCryptoswapPool(
    {
      module: 'curve-tricrypto',
      origin: { name: 'Curve', kind: 'dex' },
      source: 12,
      address: sampleAddress(0xf09d),
      code,
      coins,
    },
    {
      ...{ invariant, supply, virtualPrice: E18, profit: E18, allowedProfit: 2_000_000_000_000n },
      ...{ midFee: 3_000_000n, outFee: 30_000_000n, feeGamma: 500_000_000_000_000n },
      ...{
        isRamping: false,
        isSteady: true,
        isProven: true,
        isCovered: true,
        isOutdated: false,
        watched: [],
      },
      ...params,
    },
  )
}
