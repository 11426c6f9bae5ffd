import { encodeAbiParameters, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { CoinTerms, Pair } from '../core/coin-pair.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { CODES, type CryptoCode } from './crypto-code.ts'
import { createCryptoswap } from './cryptoswap-math.ts'
import { type CryptoswapPoolState, createCryptoswapPool } from './cryptoswap-pool.ts'
import { toState, toStateCalls } from './read-pool-state.ts'

const version = toFunctionSelector('version()')
const math = toFunctionSelector('MATH()')
const precisions = toFunctionSelector('precisions()')
const getDy = toFunctionSelector('get_dy(uint256,uint256,uint256)')
const blockTimestamp = toFunctionSelector('getCurrentBlockTimestamp()')

/** As `version()` of a pool or of its math answers: code of another one rounds otherwise. */
const VERSIONS = new Map(
  (['v2.0.0', 'v2.1.0'] as const).map((name) => [encodeAbiParameters([{ type: 'string' }], [name]), name]),
)
/** Shares of a balance that are asked for as a pool is first seen: a little, and much. */
const PROBES = [100_000n, 4n]

/** What never changes of a pool. */
export interface FoundPool {
  address: Address
  coins: readonly { address: Address }[]
}

/** What is known of pools that were seen to answer as this arithmetic does, by address and coins. */
export type ProvenPools = Map<string, { code: CryptoCode; precisions: readonly bigint[] }>

/** Loads pools, and leaves out those of another code and those that do not answer. `proven` is added to. */
export async function loadCryptoswapPools(
  found: readonly FoundPool[],
  {
    terms,
    multicall3,
    proven,
  }: { terms: Omit<CoinTerms, 'address' | 'coins'>; multicall3: Address; proven: ProvenPools },
  read: BlockReader,
): Promise<Pool[]> {
  const known = await readCodes(found, { proven, read })
  const calls = known.flatMap(({ address, code }) => toStateCalls(address, code.count))
  const [clock, ...answers] = await read([{ to: multicall3, data: blockTimestamp }, ...calls])
  const timestamp = firstWord(clock)
  if (!timestamp) return []
  let start = 0
  const states = known.flatMap((pool) => {
    const { count } = pool.code
    const own = answers.slice(start, start + toStateCalls(pool.address, count).length)
    start += own.length
    const state = toState(pool.address, own, { count, timestamp: uintAt(timestamp, 0) })
    return state ? [{ pool, state }] : []
  })
  const proofs = await prove(
    states.filter(({ pool }) => !proven.has(getKey(pool))),
    read,
  )
  return states.flatMap(({ pool, state }) => {
    const { address, code, coins } = pool
    const proof = proven.has(getKey(pool)) || proofs.get(address)
    if (proof === false) return []
    if (proof === true) proven.set(getKey(pool), { code, precisions: pool.precisions })
    const own = coins.map(({ address: coin }, k) => ({ address: coin, precision: pool.precisions[k] ?? 1n }))
    return [
      createCryptoswapPool({ ...terms, address, code, coins: own }, { ...state, isProven: proof === true }),
    ]
  })
}

/** After a reorganization another pool may stand at an address. */
function getKey({ address, coins }: FoundPool): string {
  return [address, ...coins.map((coin) => coin.address)].join(' ')
}

interface KnownPool extends FoundPool {
  code: CryptoCode
  precisions: readonly bigint[]
}

/** Those of a known code, by their own version and that of the math they call, if it tells one. */
async function readCodes(
  found: readonly FoundPool[],
  { proven, read }: { proven: ProvenPools; read: BlockReader },
): Promise<KnownPool[]> {
  const unknown = found.filter((pool) => !proven.has(getKey(pool)))
  const answers = await read(
    unknown.flatMap(({ address: to }) => [version, math, precisions].map((data) => ({ to, data }))),
  )
  const told = unknown.flatMap((pool, i) => {
    const [own, calls, factors] = answers.slice(3 * i, 3 * i + 3)
    const count = pool.coins.length
    const isWhole = factors?.length === 2 + 64 * count && firstWord(calls)
    if (!own || !VERSIONS.has(own) || !calls || !factors || !isWhole) return []
    const units = pool.coins.map((_, k) => uintAt(factors, k))
    return [{ pool, own, math: addressAt(calls, 0), precisions: units }]
  })
  const versions = await read(told.map(({ math: to }) => ({ to, data: version })))
  const codes = new Map(
    told.flatMap(({ pool, own, precisions: factors }, i) => {
      const code = toCode(versions[i] ?? own, pool.coins.length)
      return code ? [[pool.address, { code, precisions: factors }] as const] : []
    }),
  )
  return found.flatMap((pool) => {
    const known = proven.get(getKey(pool)) ?? codes.get(pool.address)
    return known ? [{ ...pool, ...known }] : []
  })
}

function toCode(answer: Hex, count: number): CryptoCode | undefined {
  const name = VERSIONS.get(answer)
  return name && (count === 2 || count === 3) ? CODES[name][count] : undefined
}

/** Whether pools answer as this arithmetic does, to the wei; undefined for those that answer nothing. */
async function prove(
  states: readonly { pool: KnownPool; state: Omit<CryptoswapPoolState, 'isProven'> }[],
  read: BlockReader,
): Promise<ReadonlyMap<Address, boolean | undefined>> {
  const probes = states.flatMap(({ pool, state }) =>
    toPlaces(pool.coins.length).flatMap((places) =>
      PROBES.map((share) => ({ pool, state, places, amountIn: (state.balances[places[0]] ?? 0n) / share })),
    ),
  )
  const answers = await read(
    probes.map(({ pool, places: [from, to], amountIn }) => ({
      to: pool.address,
      data: encodeCall(getDy, BigInt(from), BigInt(to), amountIn),
    })),
  )
  const proofs = new Map<Address, boolean | undefined>()
  for (const [i, { pool, state, places, amountIn }] of probes.entries()) {
    const word = firstWord(answers[i])
    const told = word && uintAt(word, 0)
    const isEqual = createCryptoswap(pool.code, pool.precisions, state).preview(places, amountIn) === told
    const before = proofs.get(pool.address)
    if (!isEqual || before === false) proofs.set(pool.address, false)
    else proofs.set(pool.address, before || told !== undefined ? true : undefined)
  }
  return proofs
}

function toPlaces(count: number): Pair[] {
  const indexes = Array.from({ length: count }, (_, k) => k)
  return indexes.flatMap((from) => indexes.flatMap((to) => (from === to ? [] : [[from, to] as const])))
}
