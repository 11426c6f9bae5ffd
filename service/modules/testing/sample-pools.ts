import { type Address, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import { type AaveState, createAavePool } from '../aave-v3/aave-pool.ts'
import { type AlgebraState, createAlgebraPool } from '../algebra/algebra-pool.ts'
import { createAlgebraV1Pool } from '../algebra/algebra-v1-pool.ts'
import type { PoolState } from '../balancer-v2/pool-state.ts'
import { createStablePool } from '../balancer-v2/stable-pool.ts'
import type { StableState } from '../balancer-v2/stable-state.ts'
import { createWeightedPool } from '../balancer-v2/weighted-pool.ts'
import { type BalancerV3Terms, createBalancerV3Pool } from '../balancer-v3/balancer-v3-pool.ts'
import type { BalancerV3State } from '../balancer-v3/balancer-v3-state.ts'
import { checked } from '../core/checked.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { CODES, type CryptoCode } from '../cryptoswap/crypto-code.ts'
import { type CryptoswapPoolState, createCryptoswapPool } from '../cryptoswap/cryptoswap-pool.ts'
import { findInvariant } from '../cryptoswap/newton.ts'
import { geometricMean, squareRoot } from '../cryptoswap/roots.ts'
import { createVaultPool, type VaultState } from '../erc4626/vault-pool.ts'
import { createPsmPool, type PsmState, type PsmTerms, UNLIMITED } from '../psm/psm-pool.ts'
import { createSlipstreamPool } from '../slipstream/slipstream-pool.ts'
import { createSolidlyPool, type SolidlyState } from '../solidly/solidly-pool.ts'
import { createStableswapPool, type StableswapPoolState } from '../stableswap/stableswap-pool.ts'
import { createStableswapNgPool, type StableswapNgState } from '../stableswap-ng/stableswap-ng-pool.ts'
import { createV2Pool, type V2State } from '../uniswap-v2/v2-pool.ts'
import { createSqrtPrices, sqrtPriceAtTick } from '../uniswap-v3/tick-math.ts'
import { type LiquidityChange, withPosition } from '../uniswap-v3/ticks.ts'
import { createV3Pool } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'
import { createV4Pool, type V4State } from '../uniswap-v4/v4-pool.ts'
import { createWstEthPool, type WstEthState } from '../wsteth/wsteth-pool.ts'

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
  { n = 0x92, tokens = TOKENS, fee = 3000, tickSpacing = 60 }: SampleOptions & Partial<PoolIdentity> = {},
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

/** A pool of Algebra at a tick, with these positions. */
export function sampleAlgebraPool(
  { tick, positions }: { tick: number; positions: readonly LiquidityChange[] },
  terms: Partial<Pick<AlgebraState, 'lastFee' | 'flags' | 'answer' | 'hasPluginFee'>> = {},
): Pool {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return createAlgebraPool(
    {
      module: 'algebra',
      origin: { name: 'Algebra', kind: 'dex' },
      step: { kind: 1, source: 10 },
      sqrtPriceAt,
    },
    sampleIdentity(0x9a),
    {
      sqrtPrice: sqrtPriceAtTick(tick),
      tick,
      liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
      ticks: positions.reduce<V3State['ticks']>(withPosition, []),
      lastFee: 500,
      flags: 0,
      answer: undefined,
      hasPluginFee: false,
      ...terms,
    },
  )
}

/** A pool of Algebra V1 at a tick, with these positions. */
export function sampleAlgebraV1Pool(
  { tick, positions }: { tick: number; positions: readonly LiquidityChange[] },
  fee = 500,
): Pool {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return createAlgebraV1Pool(
    {
      module: 'algebra-v1',
      origin: { name: 'Algebra V1', kind: 'dex' },
      step: { kind: 1, source: 12 },
      sqrtPriceAt,
    },
    { ...sampleIdentity(0x9c), tickSpacing: 60 },
    {
      sqrtPrice: sqrtPriceAtTick(tick),
      tick,
      liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
      ticks: positions.reduce<V3State['ticks']>(withPosition, []),
      answer: `0x${encodeWord(BigInt(fee))}`,
    },
  )
}

/** A pool of Slipstream at a tick, with these positions. */
export function sampleSlipstreamPool(
  { tick, positions }: { tick: number; positions: readonly LiquidityChange[] },
  fee = 500,
): Pool {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  return createSlipstreamPool(
    {
      module: 'slipstream',
      origin: { name: 'Slipstream', kind: 'dex' },
      step: { kind: 1, source: 11 },
      sqrtPriceAt,
    },
    { ...sampleIdentity(0x9b), tickSpacing: 100 },
    {
      sqrtPrice: sqrtPriceAtTick(tick),
      tick,
      liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
      ticks: positions.reduce<V3State['ticks']>(withPosition, []),
      answer: `0x${encodeWord(BigInt(fee))}`,
    },
  )
}

/** A pool of a manager, with these positions. */
export function sampleV4Pool(
  {
    tick,
    positions,
    protocolFee = 0n,
    isNative = false,
    hooks = ZERO_ADDRESS,
  }: {
    tick: number
    positions: readonly LiquidityChange[]
    protocolFee?: bigint
    isNative?: boolean
    hooks?: Address
  },
  { n = 0x96, tokens = TOKENS, fee = 3000, tickSpacing = 60 }: SampleOptions & Partial<PoolIdentity> = {},
): Pool {
  const active = positions.filter(({ lower, upper }) => lower <= tick && tick < upper)
  const state: V4State = {
    sqrtPrice: sqrtPriceAtTick(tick),
    tick,
    liquidity: active.reduce((sum, { delta }) => sum + delta, 0n),
    ticks: positions.reduce<V3State['ticks']>(withPosition, []),
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

const E18 = 10n ** 18n

/** A pair of tokens with 18 and 6 decimals, unless `units` says otherwise. */
export function sampleSolidlyPool(
  state: Partial<SolidlyState> = {},
  { isStable = true, units = [E18, 10n ** 6n] }: { isStable?: boolean; units?: [bigint, bigint] } = {},
): Pool {
  const step = { kind: 9, source: 9, data: `0x${'0'.repeat(63)}${isStable ? 1 : 0}` } as const
  return createSolidlyPool(
    { module: 'solidly', origin: { name: 'Solidly', kind: 'dex' }, step, isStable, units },
    { ...sampleIdentity(0x97), fee: isStable ? 1 : 0 },
    {
      reserve0: 1_000_000n * E18 + 7n,
      reserve1: 1_300_000_000_003n,
      fee: 5n,
      usualFee: 5n,
      isPaused: false,
      ...state,
    },
  )
}

/** DAI, USDC, USDT and sUSD, as it were. */
export function sampleStableswapPool(
  state: Partial<StableswapPoolState> = {},
  scales: readonly bigint[] = [1n, 10n ** 12n, 10n ** 12n, 1n],
  tokens: readonly Address[] = scales.map((_, i) => sampleAddress(0xa1 + i)),
): Pool {
  return createStableswapPool(
    {
      module: 'curve',
      origin: { name: 'Curve', kind: 'dex' },
      source: 9,
      address: sampleAddress(0xf098),
      coins: scales.map((scale, i) => ({ address: tokens[i] ?? sampleAddress(0xa1 + i), scale })),
    },
    {
      balances: [1_700_000n * E18 + 11n, 1_500_000_000_007n, 900_000_000_003n, 2_100_000n * E18 + 5n],
      amplification: 256n,
      fee: 2_000_000n,
      adminFee: 5_000_000_000n,
      isKilled: false,
      ...state,
    },
  )
}

/** Coins with these decimals; those beyond the rates count as they are. */
export function sampleStableswapNgPool(
  state: Partial<StableswapNgState> = {},
  {
    decimals = [18, 6, 8],
    tokens = decimals.map((_, i) => sampleAddress(0xa1 + i)),
  }: { decimals?: readonly number[]; tokens?: readonly Address[] } = {},
): Pool {
  const balances = [1_700_000n * E18 + 11n, 1_500_000_000_007n, 90_000_000_000_003n]
  return createStableswapNgPool(
    {
      module: 'curve-ng',
      origin: { name: 'Curve', kind: 'dex' },
      source: 11,
      address: sampleAddress(0xf099),
      coins: decimals.map((_, i) => ({ address: tokens[i] ?? sampleAddress(0xa1 + i) })),
    },
    {
      balances: balances.slice(0, decimals.length),
      rates: decimals.map((own) => 10n ** BigInt(36 - own)),
      amplification: 20_000n,
      fee: 1_000_000n,
      feeMultiplier: 50_000_000_000n,
      adminFee: 5_000_000_000n,
      watched: [],
      isOutdated: false,
      ...state,
    },
  )
}

/** As many coins as prices in the first one; D and what else follows from balances, as of a pool that was just made. */
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
  const terms = {
    balances: [5_100_000_000_007n, 8_300_000_003n, 1_990n * E18 + 5n],
    priceScale: [E18, 60_000n * E18, 2_500n * E18],
    amplification: 1_707_629n,
    gamma: 11_809_167_828_997n,
    ...state,
  }
  const { balances, priceScale } = terms
  const scaled = balances.map(
    (held, k) => (held * (coins[k]?.precision ?? 1n) * (priceScale[k] ?? E18)) / E18,
  )
  const invariant = checked(() => findInvariant(code, terms, { balances: scaled, product: 0n })) ?? 0n
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
      ...terms,
    },
  )
}

function sampleIdentity(n: number, tokens = TOKENS): PoolIdentity {
  return { address: sampleAddress(0xf000 + n), tokens, fee: 0, tickSpacing: 0 }
}

/** A reserve without a cap. */
export function sampleAavePool(state: Partial<AaveState> = {}, tokens = TOKENS): Pool {
  return createAavePool(
    { module: 'aave-v3', origin: { name: 'Aave V3', kind: 'lending' }, source: 4 },
    sampleIdentity(0x93, tokens),
    { canSupply: true, canWithdraw: true, supplyRoom: 10n ** 30n, liquidity: 5_000n * E18, ...state },
  )
}

/** A vault whose share is worth a little more than one asset. */
export function sampleVaultPool(state: Partial<VaultState> = {}, tokens = TOKENS): Pool {
  return createVaultPool(
    { module: 'erc4626', origin: { name: 'A vault', kind: 'lending' }, source: 5 },
    sampleIdentity(0x94, tokens),
    {
      totalAssets: 1_234n * E18 + 5n,
      totalSupply: 1_000n * E18 + 3n,
      virtualAssets: 1n,
      virtualShares: 1n,
      depositRoom: 10n ** 30n,
      idleAssets: 10n ** 30n,
      ...state,
    },
  )
}

/** A gem with 6 decimals, for another token, or as `factor` says. */
export function samplePsmPool(
  state: Partial<PsmState> = {},
  {
    tokens = TOKENS,
    ...terms
  }: Partial<Pick<PsmTerms, 'factor' | 'shape'>> & { tokens?: PoolIdentity['tokens'] } = {},
): Pool {
  const identity = sampleIdentity(0x99, tokens)
  return createPsmPool(
    {
      module: 'psm',
      origin: { name: 'A peg stability module', kind: 'dex' },
      source: 12,
      factor: 10n ** 12n,
      holder: identity.address,
      shape: 'module',
      ...terms,
    },
    identity,
    {
      tin: E18 / 2_500n,
      tout: E18 / 2_000n + 1n,
      daiStock: 40_000_000n * E18 + 3n,
      gemsHeld: 300_000_000_000_007n,
      gemsAllowed: UNLIMITED,
      isCaged: false,
      ...state,
    },
  )
}

/** A share is worth 1.23 units. */
export function sampleWstEthPool(state: Partial<WstEthState> = {}, tokens = TOKENS): Pool {
  return createWstEthPool(
    { module: 'wsteth', origin: { name: 'wstETH', kind: 'lending' }, source: 13 },
    sampleIdentity(0x9a, tokens),
    {
      ether: 9_481_234_567_890_123_456_789_013n,
      shares: 7_698_765_432_109_876_543_210_987n,
      wrapped: 3_600_000n * E18 + 7n,
      unwrapped: 4_000_000n * E18 + 3n,
      isStopped: false,
      ...state,
    },
  )
}

/** The default is 80 to 20. */
export function sampleWeightedPool(state: Partial<PoolState> & { weights?: readonly bigint[] } = {}): Pool {
  const { weights = [(E18 * 8n) / 10n, (E18 * 2n) / 10n], ...rest } = state
  const tokens = weights.map((weight, i) => ({ address: sampleAddress(0xa1 + i), weight, scale: 1n }))
  return createWeightedPool(
    {
      module: 'balancer-v2',
      origin: { name: 'Balancer V2', kind: 'dex' },
      step: { kind: 6, source: 6, data: '0x' },
      vault: sampleAddress(0xbb),
      address: sampleAddress(0xf095),
      poolId: `0x${'5'.repeat(64)}`,
      tokens,
    },
    { balances: [1_000n * E18, 3_000n * E18], swapFee: (E18 * 3n) / 1000n, isPaused: false, ...rest },
  )
}

/** Two tokens with 18 and 6 decimals and the pool's own between them, unless `scales` says otherwise. */
export function sampleStablePool(
  state: Partial<StableState> = {},
  { scales = [1n, 10n ** 12n], roundsUp = false }: { scales?: readonly bigint[]; roundsUp?: boolean } = {},
): Pool {
  const address = sampleAddress(0xf098)
  const tokens = scales.map((scale, i) => ({ address: sampleAddress(0xa1 + i), scale }))
  return createStablePool(
    {
      module: 'balancer-v2',
      origin: { name: 'Balancer V2', kind: 'dex' },
      step: { kind: 6, source: 6, data: '0x' },
      vault: sampleAddress(0xbb),
      address,
      poolId: `${address}${'0'.repeat(24)}`,
      tokens: tokens.toSpliced(1, 0, { address, scale: 1n }),
      roundsUp,
    },
    {
      balances: [1_000_000n * E18 + 7n, 2n ** 111n, 1_300_000_000_003n],
      rates: [E18, E18, E18],
      amp: 200_000n,
      swapFee: E18 / 2_500n,
      isPaused: false,
      watched: [],
      isOutdated: false,
      ...state,
    },
  )
}

/** A pool in a Balancer V3 vault: a stable one, or weighted where weights are given. */
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
  const terms: BalancerV3Terms = {
    module: 'balancer-v3',
    origin: { name: 'Balancer V3', kind: 'dex' },
    step: { kind: 12, source: 14, data: `0x${address.slice(2).padStart(64, '0')}` },
    vault: sampleAddress(0xba),
    address,
    tokens: scales.flatMap((scale, i) => (tokens[i] ? [{ address: tokens[i], scale }] : [])),
    minTrade: 10n ** 6n,
    ...(weights && { weighted: { weights, minBalances } }),
  }
  return createBalancerV3Pool(terms, {
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
