import { type PublicClient, toEventSelector } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { LiquiditySourceConfig } from '../config/types.ts'
import { addressAt, intAt, joinWords, uintAt } from '../lib/abi-words.ts'
import { swapTopic as balancerV3Swap } from '../modules/balancer-v3/balancer-v3-state.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { toOffer } from '../modules/core/pool-offer.ts'
import { algebraSwapTopic, pancakeSwapTopic, swapTopic } from '../modules/uniswap-v3/v3-pool.ts'
import { getPoolAddress } from '../modules/uniswap-v4/pool-key.ts'
import type { TokenPrices } from '../rates/token-prices.ts'
import { createRecentLogs } from './recent-logs.ts'

/** Traded volume of each token in the reference stable, with a half-life of a day. */
export interface SwapVolume {
  of(token: Address): number
  /** Restores a stored volume as of now, unless the current one is higher. Once for each that was stored: it decays from here on. */
  recall(token: Address, volume: number): void
  /** Reads the swaps since the last call up to a block, a hundred blocks at most. Rejects where the node shows none. */
  read(to: bigint, prices: TokenPrices): Promise<void>
}

const v2Swap = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')
const solidlySwap = toEventSelector('Swap(address,address,uint256,uint256,uint256,uint256)')
const v4Swap = toEventSelector('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)')
/** Of pools of Curve, by their kinds: indexes and amounts of what is sold, and of what is bought. */
const COIN_SWAPS = new Map<Hex | undefined, readonly LiquiditySourceConfig['kind'][]>([
  [toEventSelector('TokenExchange(address,int128,uint256,int128,uint256)'), ['stableswap', 'stableswap-ng']],
  [toEventSelector('TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)'), ['cryptoswap']],
])
/** Of peg stability modules: gems, and the fee in what they are changed into. */
const gemSale = toEventSelector('SellGem(address,uint256,uint256)')
const gemPurchase = toEventSelector('BuyGem(address,uint256,uint256)')
const balancerSwap = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')
/** Of a vault too, which names both tokens as that of Balancer V2 does. */
const VAULTS = new Map<Hex, LiquiditySourceConfig['kind']>([
  [balancerSwap, 'balancer'],
  [balancerV3Swap, 'balancer-v3'],
])

/** Logs whose first words are what the pool takes, or pays when negative, or the reverse. */
const SIGNED: ReadonlySet<Hex> = new Set([swapTopic, pancakeSwapTopic, algebraSwapTopic, v4Swap])

const TOPICS = [
  ...[v2Swap, solidlySwap, gemSale, gemPurchase],
  ...SIGNED,
  ...[...COIN_SWAPS.keys()].flatMap((topic) => topic ?? []),
  ...VAULTS.keys(),
]

const HALF_LIFE_MS = 24 * 3_600_000

export function createSwapVolume(
  chain: FollowedChain & { readonly client: PublicClient },
  nowMs: () => number = Date.now,
): SwapVolume {
  const known = new Map<string, { volume: number; atMs: number }>()
  const recent = createRecentLogs(chain, TOPICS)

  function of(token: Address): number {
    const entry = known.get(token.toLowerCase())
    return entry ? entry.volume * 0.5 ** ((nowMs() - entry.atMs) / HALF_LIFE_MS) : 0
  }

  function add(token: Address, value: number) {
    known.set(token.toLowerCase(), { volume: of(token) + value, atMs: nowMs() })
  }

  return {
    of,
    recall(token, volume) {
      if (volume > of(token)) known.set(token.toLowerCase(), { volume, atMs: nowMs() })
    },
    read: (to, prices) =>
      recent.read(to, (logs) => {
        for (const log of logs) count(log, prices)
      }),
  }

  function count(log: SwapLog, prices: TokenPrices): void {
    const sides = decodeSwap(log, chain)
    if (!sides) return
    const [a, b] = sides.map(({ token, amount }) => getValue(token, Number(amount), prices))
    // The smaller side counts: an arbitrary token can report any amount.
    if (a === undefined || b === undefined) return
    const value = Math.min(a, b, getReach(log, prices))
    for (const { token } of sides) add(token, value)
  }

  /**
   * What the pool of a swap holds near its price: a manager, or a pool that lends what it swaps, logs swaps of any size that
   * move no tokens. So can a pool of a Balancer V3 vault, which is filled, traded in and emptied on credit. Pools of the V2 vault
   * are not looked up.
   */
  function getReach(log: SwapLog, prices: TokenPrices): number {
    const pool = findPool(log, chain)
    if (!pool) return Number.POSITIVE_INFINITY
    return pool.tokens.reduce((sum, token, i) => {
      const held = toOffer(pool, i === 0 ? 0 : 1)?.sells ?? 0
      return sum + (getValue(token, held, prices) ?? 0)
    }, 0)
  }

  function getValue(token: Address, amount: number, prices: TokenPrices): number | undefined {
    const decimals = chain.token(token)?.decimals
    const price = prices.price(token)
    return decimals === undefined || price === undefined ? undefined : (amount / 10 ** decimals) * price
  }
}

interface SwapSide {
  token: Address
  amount: bigint
}

interface SwapLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

function decodeSwap(log: SwapLog, chain: FollowedChain): [SwapSide, SwapSide] | undefined {
  const { topics, data } = log
  const { config } = chain
  const vault = topics[0] && VAULTS.get(topics[0])
  if (vault) {
    if (!isSource(log, config, vault) || topics.length !== 4) return undefined
    if (vault === 'balancer-v3' && !findPool(log, chain)) return undefined
    const words = joinWords(topics)
    return [
      { token: addressAt(words, 2), amount: uintAt(data, 0) },
      { token: addressAt(words, 3), amount: uintAt(data, 1) },
    ]
  }
  if (COIN_SWAPS.has(topics[0])) {
    const [sold, bought] = getCoins(log, chain)
    if (!sold || !bought) return undefined
    return [
      { token: sold, amount: uintAt(data, 1) },
      { token: bought, amount: uintAt(data, 3) },
    ]
  }
  const pool = findPool(log, chain)
  if (!pool) return undefined
  const { tokens, spot } = pool
  if (topics[0] === gemSale || topics[0] === gemPurchase) {
    const [gems, fee] = [uintAt(data, 0), uintAt(data, 1)]
    const whole = (gems * (spot?.numerator ?? 0n)) / (spot?.denominator ?? 1n)
    const paid = topics[0] === gemSale ? whole - fee : whole + fee
    return [
      { token: tokens[0], amount: gems },
      { token: tokens[1], amount: paid },
    ]
  }
  const [first, second] =
    topics[0] && SIGNED.has(topics[0])
      ? [intAt(data, 0), intAt(data, 1)]
      : [uintAt(data, 0) + uintAt(data, 2), uintAt(data, 1) + uintAt(data, 3)]
  return [
    { token: tokens[0], amount: first < 0n ? -first : first },
    { token: tokens[1], amount: second < 0n ? -second : second },
  ]
}

/** The pool in memory that a swap was in; undefined for a Balancer V2 vault. */
function findPool(log: SwapLog, chain: FollowedChain): PoolView | undefined {
  const { address, topics } = log
  const { config, snapshot } = chain
  if (COIN_SWAPS.has(topics[0])) {
    const coins = getCoins(log, chain)
    return toPairs(snapshot()?.pool(address)).find(({ tokens }) =>
      coins.every((coin) => tokens.some((token) => token === coin)),
    )
  }
  if (topics[0] === balancerV3Swap) {
    const [, pool, ...sides] = topics.map((topic) => addressAt(topic, 0))
    return toPairs(pool ? snapshot()?.pool(pool) : undefined).find(({ tokens }) =>
      sides.every((side) => tokens.includes(side)),
    )
  }
  const isOfModule = topics[0] === gemSale || topics[0] === gemPurchase
  if (isOfModule !== isSource(log, config, 'psm')) return undefined
  const isManaged = topics[0] === v4Swap
  const isManager = isSource(log, config, 'v4')
  if (isManaged !== isManager || (isManaged && !topics[1])) return undefined
  return snapshot()?.pool(isManaged ? getPoolAddress(topics[1] ?? '0x') : address)
}

/** What a swap in a pool of Curve sold and bought; undefined for what the pool does not have. */
function getCoins(log: SwapLog, { config, snapshot }: FollowedChain): (Address | undefined)[] {
  const pool = snapshot()?.pool(log.address)
  const source = config.sources.find(({ module }) => module === pool?.module)
  if (!source || !COIN_SWAPS.get(log.topics[0])?.includes(source.kind)) return []
  // The pairs come in the order of the pool's coins.
  const coins = [...new Set(toPairs(pool).flatMap(({ tokens }) => tokens))]
  return [0, 2].map((word) => coins[Number(intAt(log.data, word))])
}

function toPairs(pool: PoolView | undefined): readonly PoolView[] {
  return pool ? [pool, ...(pool.siblings ?? [])] : []
}

function isSource(
  { address }: SwapLog,
  { sources }: FollowedChain['config'],
  wanted: LiquiditySourceConfig['kind'],
): boolean {
  const emitter = address.toLowerCase()
  return sources.some(({ kind, factory }) => kind === wanted && factory.toLowerCase() === emitter)
}
