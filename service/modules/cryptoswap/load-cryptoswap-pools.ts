import { encodeAbiParameters, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import { checked } from '../core/checked.ts'
import type { CoinParams, Pair } from '../core/coin-pair.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { CODES, type CryptoCode } from './crypto-code.ts'
import { createCryptoswap } from './cryptoswap-math.ts'
import { createCryptoswapPool } from './cryptoswap-pool.ts'
import type { CryptoswapState } from './cryptoswap-state.ts'
import { type CryptoswapChain, readHoldings } from './read-holdings.ts'
import { toState, toStateCalls } from './read-pool-state.ts'

const version = toFunctionSelector('version()')
const math = toFunctionSelector('MATH()')
const precisions = toFunctionSelector('precisions()')
const viewsImplementation = toFunctionSelector('views_implementation()')
/**
 * The address that the first three-coin code treats as the native coin. The pool's creator chose it
 * without a check.
 */
export const weth20 = toFunctionSelector('WETH20()')
const getDy = toFunctionSelector('get_dy(uint256,uint256,uint256)')
const blockTimestamp = toFunctionSelector('getCurrentBlockTimestamp()')

/** Results of `version()` of a pool or its math contract. Other versions round differently. */
const VERSIONS = new Map(
  (['v2.0.0', 'v2.1.0'] as const).map((name) => [encodeAbiParameters([{ type: 'string' }], [name]), name]),
)
const CODE_CALLS = [version, math, precisions, weth20]
/** Divisors of a balance that are probed when a pool is first seen: a small and a large amount. */
const PROBES = [100_000n, 4n]

/** Immutable data of a pool. */
export interface FoundPool {
  address: Address
  coins: readonly { address: Address }[]
}

/** Immutable data of a pool's code. */
interface PoolCode {
  code: CryptoCode
  precisions: readonly bigint[]
  /** See `Holder`. */
  native: Address | undefined
}

/** Pools whose results were verified against this arithmetic. */
export interface ProvenPools {
  /** Keyed by address and coins. */
  codes: Map<string, PoolCode>
  /** The contract that provides `get_dy` and `get_dx`. The factory's owner may replace it. */
  views: Hex | undefined
}

export function createProvenPools(): ProvenPools {
  return { codes: new Map(), views: undefined }
}

/** Loads pools. Skips pools with other code and pools that do not respond. Adds to `proven`. */
export async function loadCryptoswapPools(
  found: readonly FoundPool[],
  {
    params,
    factory,
    chain,
    proven,
  }: {
    params: Omit<CoinParams, 'address' | 'coins'>
    factory: Address
    chain: CryptoswapChain
    proven: ProvenPools
  },
  read: BlockReader,
): Promise<Pool[]> {
  if (found.length === 0) return []
  const known = await readCodes(found, { weth: chain.weth, proven, read })
  const calls = known.flatMap(({ address, code }) => toStateCalls(address, code.count))
  const holders = known.map((pool) => ({ ...pool, coins: pool.coins.map(({ address }) => address) }))
  const [[clock, views, ...results], holdings] = await Promise.all([
    read([
      { to: chain.multicall3, data: blockTimestamp },
      { to: factory, data: viewsImplementation },
      ...calls,
    ]),
    readHoldings(holders, chain, read),
  ])
  discardOtherViews(proven, firstWord(views))
  const timestamp = firstWord(clock)
  if (!timestamp) return []
  let start = 0
  const states = known.flatMap((pool, i) => {
    const { count } = pool.code
    const hasSilentClaims = pool.native !== undefined
    const own = results.slice(start, start + toStateCalls(pool.address, count).length)
    start += own.length
    const state = toState(pool.address, own, { count, timestamp: uintAt(timestamp, 0), hasSilentClaims })
    if (!state) return []
    const isCovered = state.balances.every((balance, k) => balance <= (holdings[i]?.[k] ?? 0n))
    return [{ pool, state: { ...state, isCovered } }]
  })
  const proofs = await prove(
    states.filter(({ pool }) => !proven.codes.has(getKey(pool))),
    read,
  )
  return states.flatMap(({ pool, state }) => {
    const { address, code, coins, native } = pool
    const proof = proven.codes.has(getKey(pool)) || proofs.get(address)
    if (proof === false) return []
    if (proof === true) proven.codes.set(getKey(pool), { code, precisions: pool.precisions, native })
    const own = coins.map(({ address: coin }, k) => ({ address: coin, precision: pool.precisions[k] ?? 1n }))
    // The state of one pool must not stop the loading of others.
    const loaded = checked(() =>
      createCryptoswapPool({ ...params, address, code, coins: own }, { ...state, isProven: proof === true }),
    )
    return loaded ? [loaded] : []
  })
}

/** Keeps the last address while the factory does not respond. */
function discardOtherViews(proven: ProvenPools, views: Hex | undefined): void {
  if (!views || views === proven.views) return
  proven.codes.clear()
  proven.views = views
}

/** Decodes a result of `weth20`. */
export function toNative(result: Hex | undefined): Address | undefined {
  const word = firstWord(result)
  return word && addressAt(word, 0)
}

/** Includes the coins, because another pool may have the address after a reorg. */
function getKey({ address, coins }: FoundPool): string {
  return [address, ...coins.map((coin) => coin.address)].join(' ')
}

interface KnownPool extends FoundPool, PoolCode {}

/**
 * Returns pools whose own version and math version are known. Excludes pools that treat a coin
 * other than the wrapped native coin as native, because they count wei as units of that coin.
 */
async function readCodes(
  found: readonly FoundPool[],
  { weth, proven, read }: { weth: Address; proven: ProvenPools; read: BlockReader },
): Promise<KnownPool[]> {
  const unknown = found.filter((pool) => !proven.codes.has(getKey(pool)))
  const results = await read(unknown.flatMap(({ address: to }) => CODE_CALLS.map((data) => ({ to, data }))))
  const responding = unknown.flatMap((pool, i) => {
    const start = CODE_CALLS.length * i
    const [own, calls, factors, wrapper] = results.slice(start, start + CODE_CALLS.length)
    const native = toNative(wrapper)
    const isForged = native !== weth.toLowerCase() && pool.coins.some(({ address }) => address === native)
    const count = pool.coins.length
    const isWhole = factors?.length === 2 + 64 * count && firstWord(calls)
    if (isForged || !own || !VERSIONS.has(own) || !calls || !factors || !isWhole) return []
    const units = pool.coins.map((_, k) => uintAt(factors, k))
    return [{ pool, own, math: addressAt(calls, 0), precisions: units, native }]
  })
  const versions = await read(responding.map(({ math: to }) => ({ to, data: version })))
  const codes = new Map(
    responding.flatMap(({ pool, own, precisions: factors, native }, i) => {
      const code = toCode(versions[i] ?? own, pool.coins.length)
      return code ? [[pool.address, { code, precisions: factors, native }] as const] : []
    }),
  )
  return found.flatMap((pool) => {
    const known = proven.codes.get(getKey(pool)) ?? codes.get(pool.address)
    return known ? [{ ...pool, ...known }] : []
  })
}

function toCode(result: Hex, count: number): CryptoCode | undefined {
  const name = VERSIONS.get(result)
  return name && (count === 2 || count === 3) ? CODES[name][count] : undefined
}

/**
 * Checks whether pools match this arithmetic to the wei. Undefined for pools without a response.
 */
async function prove(
  states: readonly { pool: KnownPool; state: CryptoswapState }[],
  read: BlockReader,
): Promise<ReadonlyMap<Address, boolean | undefined>> {
  const probes = states.flatMap(({ pool, state }) =>
    toPairs(pool.coins.length).flatMap((coinIndexes) =>
      PROBES.map((share) => ({
        pool,
        state,
        coinIndexes,
        amountIn: (state.balances[coinIndexes[0]] ?? 0n) / share,
      })),
    ),
  )
  const results = await read(
    probes.map(({ pool, coinIndexes: [from, to], amountIn }) => ({
      to: pool.address,
      data: encodeCall(getDy, BigInt(from), BigInt(to), amountIn),
    })),
  )
  const proofs = new Map<Address, boolean | undefined>()
  for (const [i, { pool, state, coinIndexes, amountIn }] of probes.entries()) {
    const word = firstWord(results[i])
    const preview = word && uintAt(word, 0)
    const isEqual =
      createCryptoswap(pool.code, pool.precisions, state).preview(coinIndexes, amountIn) === preview
    const before = proofs.get(pool.address)
    if (!isEqual || before === false) proofs.set(pool.address, false)
    else proofs.set(pool.address, before || preview !== undefined ? true : undefined)
  }
  return proofs
}

function toPairs(count: number): Pair[] {
  const indexes = Array.from({ length: count }, (_, k) => k)
  return indexes.flatMap((from) => indexes.flatMap((to) => (from === to ? [] : [[from, to] as const])))
}
