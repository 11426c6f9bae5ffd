import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, encodeWord, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'
import type { WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import type { CryptoswapPoolState } from './cryptoswap-pool.ts'
import { squareRoot } from './roots.ts'
import { min } from './words.ts'

const selector = (name: string): Hex => toFunctionSelector(name)
const amplification = selector('A()')
const gamma = selector('gamma()')
const balances = selector('balances(uint256)')
const getInvariant = selector('D()')
const getVirtualPrice = selector('virtual_price()')
const getRampEnd = selector('future_A_gamma_time()')

/** Calls that return one word. */
const WORDS = [
  amplification,
  gamma,
  getInvariant,
  selector('totalSupply()'),
  getVirtualPrice,
  selector('xcp_profit()'),
  selector('packed_fee_params()'),
  selector('packed_rebalancing_params()'),
  getRampEnd,
] as const
/**
 * Price of the second coin in the first. With three coins, the argument is the coin index minus
 * one.
 */
const PRICES = ['price_scale', 'price_oracle', 'last_prices'].map((name) => ({
  ofTwo: selector(`${name}()`),
  ofThree: selector(`${name}(uint256)`),
}))

const WORD = 64n
/** Rounding tolerance for the distance of a price from its scale. */
const NEAR = 4n

/** Returns the calls that read the state of a pool. */
export function toStateCalls(to: Address, count: 2 | 3): ContractCall[] {
  const coins = Array.from({ length: count }, (_, k) => BigInt(k))
  return [
    ...WORDS.map((data) => ({ to, data })),
    ...coins.map((k) => ({ to, data: encodeCall(balances, k) })),
    ...PRICES.flatMap(({ ofTwo, ofThree }) =>
      coins.slice(1).map((k) => ({ to, data: count === 2 ? ofTwo : encodeCall(ofThree, k - 1n) })),
    ),
  ]
}

/**
 * Decodes the results of these calls, or returns undefined if one is missing. `hasSilentClaims`:
 * anyone may make the pool account for donated tokens without a log.
 */
export function toState(
  to: Address,
  results: readonly (Hex | undefined)[],
  { count, timestamp, hasSilentClaims }: { count: 2 | 3; timestamp: bigint; hasSilentClaims: boolean },
): Omit<CryptoswapPoolState, 'isProven' | 'isCovered'> | undefined {
  const words = results.flatMap((result) => {
    const word = firstWord(result)
    return word ? [uintAt(word, 0)] : []
  })
  if (words.length < results.length) return undefined
  const [a = 0n, g = 0n, invariant = 0n, supply = 0n, virtualPrice = 0n, profit = 0n, ...more] = words
  const [fees = 0n, rebalancing = 0n, rampEnd = 0n, ...rest] = more
  const [midFee, outFee, feeGamma] = unpack(fees)
  const [allowedProfit, adjustment] = unpack(rebalancing)
  const held = rest.slice(0, count)
  const [scales, oracles, last] = PRICES.map((_, i) =>
    rest.slice(count + i * (count - 1), count + (i + 1) * (count - 1)),
  ) as [bigint[], bigint[], bigint[]]
  const isRamping = rampEnd > timestamp
  return {
    balances: held,
    priceScale: [WAD, ...scales],
    amplification: a,
    gamma: g,
    ...{ invariant, isRamping, midFee, outFee, feeGamma, supply, virtualPrice, profit, allowedProfit },
    isSteady: isNear(scales, [oracles, last], adjustment),
    watched: [
      ...(isRamping ? toRampCalls(to, { a, g, rampEnd }) : []),
      ...(hasSilentClaims ? toClaimCalls(to, { balances: held, invariant, virtualPrice }) : []),
    ],
    isOutdated: false,
  }
}

/** Unpacks three 64-bit numbers from a word. */
function unpack(packed: bigint): [bigint, bigint, bigint] {
  return [2n, 1n, 0n].map((index) => BigInt.asUintN(64, packed >> (index * WORD))) as [bigint, bigint, bigint]
}

/**
 * Checks whether prices stay within the pool's adjustment step whatever time passes: the oracle
 * moves towards the last price, or at most twice the scale.
 */
function isNear(
  scales: readonly bigint[],
  [oracles, last]: readonly [readonly bigint[], readonly bigint[]],
  adjustment: bigint,
): boolean {
  if (scales.some((price) => price === 0n)) return false
  const capped = last.map((price, k) => min(price, 2n * (scales[k] ?? 0n)))
  return [oracles, capped].every((prices) => {
    const squares = prices.map((price, k) => ((price * WAD) / (scales[k] ?? 1n) - WAD) ** 2n)
    const distance = squareRoot(squares.reduce((sum, each) => sum + each, 0n))
    return distance + NEAR <= adjustment
  })
}

/** Watches both ramping values, and once more after the end of the ramp. */
function toRampCalls(
  to: Address,
  { a, g, rampEnd }: { a: bigint; g: bigint; rampEnd: bigint },
): WatchedCall[] {
  return [
    { to, data: amplification, result: toAnswer(a), after: 0n },
    { to, data: gamma, result: toAnswer(g), after: 0n },
    { to, data: getRampEnd, result: undefined, after: rampEnd - 1n },
  ]
}

/** Watches the values that a fee claim changes without a log: the pool recounts its balances. */
function toClaimCalls(
  to: Address,
  {
    balances: held,
    invariant,
    virtualPrice,
  }: { balances: readonly bigint[]; invariant: bigint; virtualPrice: bigint },
): WatchedCall[] {
  return [
    { to, data: getInvariant, result: toAnswer(invariant), after: 0n },
    { to, data: getVirtualPrice, result: toAnswer(virtualPrice), after: 0n },
    ...held.map((amount, k) => ({
      to,
      data: encodeCall(balances, BigInt(k)),
      result: toAnswer(amount),
      after: 0n,
    })),
  ]
}

function toAnswer(value: bigint): Hex {
  return `0x${encodeWord(value)}`
}
