import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { STABLESWAP_SCALES } from '../../devnet/deployers/curve/deploy-stableswap.ts'
import { SLIPSTREAM_SPACING } from '../../devnet/deployers/uniswap/deploy-slipstream.ts'
import { routeParameters } from '../../wire/abi/settlement.ts'

export const WHOLE = 2n ** 64n - 1n

/** Indexes of the sources of the market's settlement. */
export const SOURCE = {
  v2: 0,
  v2Fork: 1,
  v3: 2,
  aave: 3,
  vault: 4,
  balancer: 5,
  hostileVault: 6,
  /** Replaces the hostile vault in a market with a peg stability module. */
  psm: 6,
  struckVault: 7,
  /** Replace the struck vault and the hostile vault in a market with both wrappers. */
  staticWrapper: 7,
  otherWrapper: 6,
  manager: 8,
  pancake: 9,
  solidly: 10,
  stableswap: 11,
  algebra: 12,
  slipstream: 13,
  algebraV1: 14,
  balancerV3: 15,
  /** Replace the struck vault and Balancer V3 in a market with wrappers. */
  daiUsds: 7,
  wstEth: 15,
  /** Replaces Algebra V1 in a market with StableSwap-NG. */
  stableswapNg: 14,
  /** Replaces Slipstream in a market with CryptoSwap. */
  cryptoswap: 13,
  /** Exists only in a market with plain pools. */
  stableswapFactory: 16,
  /** Replace PancakeSwap and Algebra Integral in a market with savings. */
  sDai: 9,
  sUsds: 12,
  /** Replaces Solidly in a market with Aerodrome's pools. */
  aerodrome: 10,
}

export interface Step {
  kind: number
  source: number
  portion: bigint
  tokenIn: Address
  tokenOut: Address
  data: Hex
}

type StepOptions = { portion?: bigint; source?: number }

export function v2(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 0, source: SOURCE.v2, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function v3(tokenIn: Address, tokenOut: Address, fee: number, options: StepOptions = {}): Step {
  const data = encodeAbiParameters(parseAbiParameters('uint24'), [fee])
  return { kind: 1, source: SOURCE.v3, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

/** Steps in Algebra pools are V3 steps of another source, whose fee is ignored. */
export function algebra(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return v3(tokenIn, tokenOut, 0, { source: SOURCE.algebra, ...options })
}

export function algebraV1(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return algebra(tokenIn, tokenOut, { source: SOURCE.algebraV1, ...options })
}

/** Steps in Slipstream pools are V3 steps with the tick spacing as the fee. */
export function slipstream(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return v3(tokenIn, tokenOut, SLIPSTREAM_SPACING, { source: SOURCE.slipstream, ...options })
}

export function supply(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 2, source: SOURCE.aave, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function withdraw(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 3, source: SOURCE.aave, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function deposit(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 4, source: SOURCE.vault, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function redeem(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 5, source: SOURCE.vault, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function balancer(tokenIn: Address, tokenOut: Address, poolId: Hex, options: StepOptions = {}): Step {
  return { kind: 6, source: SOURCE.balancer, portion: WHOLE, tokenIn, tokenOut, data: poolId, ...options }
}

/** `isNative`: the pool trades native coins, which the step names by their wrapper. */
export function v4(
  tokenIn: Address,
  tokenOut: Address,
  {
    fee,
    tickSpacing,
    isNative = false,
    hooks = zeroAddress,
  }: { fee: number; tickSpacing: number; isNative?: boolean; hooks?: Address },
  options: StepOptions = {},
): Step {
  const parameters = parseAbiParameters('uint24, int24, bool, address')
  const data = encodeAbiParameters(parameters, [fee, tickSpacing, isNative, hooks])
  return { kind: 7, source: SOURCE.manager, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

export function solidly(
  tokenIn: Address,
  tokenOut: Address,
  isStable: boolean,
  options: StepOptions = {},
): Step {
  const data = encodeAbiParameters(parseAbiParameters('bool'), [isStable])
  return { kind: 9, source: SOURCE.solidly, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

/** A step in a pool of a Balancer V3 vault. */
export function balancerV3(
  tokenIn: Address,
  tokenOut: Address,
  pool: Address,
  options: StepOptions = {},
): Step {
  const data = encodeAbiParameters(parseAbiParameters('address'), [pool])
  return { kind: 12, source: SOURCE.balancerV3, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

/** Sells the gem of a peg stability module. */
export function sellGem(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 13, source: SOURCE.psm, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

/** Buys the gem of a peg stability module. */
export function buyGem(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 14, source: SOURCE.psm, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

/** Converts DAI to USDS in Sky's converter. */
export function toUsds(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 15, source: SOURCE.daiUsds, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

/** Converts USDS to DAI in Sky's converter. */
export function toDai(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 16, source: SOURCE.daiUsds, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function wrap(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 17, source: SOURCE.wstEth, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

export function unwrap(tokenIn: Address, tokenOut: Address, options: StepOptions = {}): Step {
  return { kind: 18, source: SOURCE.wstEth, portion: WHOLE, tokenIn, tokenOut, data: '0x', ...options }
}

/** The codes of plain StableSwap pools, as named in steps. */
export const CODE = { first: 0, threePool: 1, later: 2, twoCoins: 3 }

interface PlainOptions extends StepOptions {
  /** Default: the scales of Curve's first pool. */
  scales?: readonly bigint[]
  /** One of `CODE`. Default: the code of Curve's first pools. */
  code?: number
  /** A pool of a factory. Default: the source is the pool. */
  pool?: Address
}

/** @param places indexes of the two coins in the pool */
export function stableswap(
  tokenIn: Address,
  tokenOut: Address,
  [from, to]: readonly [number, number],
  { scales = STABLESWAP_SCALES, code = CODE.first, pool = zeroAddress, ...options }: PlainOptions = {},
): Step {
  const coins = parseAbiParameters('(uint8 from, uint8 to, uint8 code, address pool, uint256[] scales)')
  const data = encodeAbiParameters(coins, [{ from, to, code, pool, scales }])
  return { kind: 10, source: SOURCE.stableswap, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

/** @param places indexes of the two coins in the pool */
export function stableswapNg(
  tokenIn: Address,
  tokenOut: Address,
  [pool, from, to]: readonly [Address, number, number],
  options: StepOptions = {},
): Step {
  const data = encodeAbiParameters(parseAbiParameters('address, uint8, uint8'), [pool, from, to])
  return { kind: 19, source: SOURCE.stableswapNg, portion: WHOLE, tokenIn, tokenOut, data, ...options }
}

/** @param places indexes of the two coins in the pool */
export function cryptoswap(
  tokenIn: Address,
  tokenOut: Address,
  places: readonly [Address, number, number],
  options: StepOptions = {},
): Step {
  const step = stableswapNg(tokenIn, tokenOut, places)
  return { ...step, kind: 20, source: SOURCE.cryptoswap, ...options }
}

export function encodeRoute(...steps: Step[]): Hex {
  return encodeAbiParameters(routeParameters, [steps])
}

/**
 * Buys an exact output. Steps follow the direction of the funds; the contract reads them from the
 * end.
 */
export function encodeBuy(amountOut: bigint, ...steps: Step[]): Hex {
  return concat(['0x01', numberToHex(amountOut, { size: 32 }), encodeRoute(...steps.toReversed())])
}

/** The portion for `percent` of the balance at that step. */
export function toPortion(percent: number): bigint {
  return (WHOLE * BigInt(percent)) / 100n
}
