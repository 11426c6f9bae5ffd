import { encodeFunctionData } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { createRandom, type Random } from '../../wire/testing/random.ts'
import { type Rpc, toQuantity } from '../node/rpc.ts'
import type { ManifestChain } from '../plan/manifest.ts'
import { tokenPlan } from '../plan/tokens.ts'
import type { DeskCall, TradingDesk } from '../setup/trading-desk.ts'
import type { LendingActivity } from './lending-activity.ts'
import { readPools, type TradingDesks } from './market-pools.ts'
import { createMarketPrices, type MarketPrices } from './market-prices.ts'
import type { TradedPool } from './traded-pool.ts'

/** Moves the prices on one chain. */
export interface Market {
  /**
   * Runs one round of trades, the n-th of which is the same on every start. Resolves when they are
   * mined.
   */
  step(): Promise<void>
  /** Runs a round every few seconds. */
  start(): void
  /** Slows the automatic rounds down, or restores their normal pace. */
  slowDown(isIdle: boolean): void
  /** Stops the automatic rounds; resolves when the current one is over. */
  stop(): Promise<void>
}

interface MarketOptions {
  chain: ManifestChain
  desks: TradingDesks
  lending: LendingActivity
  /** Price feeds of the lending pool's oracle, by symbol. */
  feeds: Record<string, TradingDesk>
  /** The trading account; unlocked on the node. */
  marketMaker: Address
}

const ROUND_MS = 4000
const IDLE_ROUND_MS = 30_000
const MINING_TIMEOUT_MS = 30_000
const ARBITRAGES_PER_ROUND = 4
const TRADES_BY_CHANCE = 2
/** Maximum price move of a pool in one trade. */
const LARGEST_MOVE = 0.015
/** Fixed, because an estimate may be too low for the block that includes the transaction. */
const GAS = toQuantity(1_500_000)
const MAX_FEE = toQuantity(100_000_000_000)
const PRIORITY_FEE = toQuantity(1_000_000_000)

export function createMarket(rpc: Rpc, { chain, desks, lending, feeds, marketMaker }: MarketOptions): Market {
  const random = createRandom(chain.id)
  const prices = createMarketPrices(random)
  const oracle = createOracleFollower(feeds)
  let stopped = false
  /** Timer of the next round; undefined during a round. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = ROUND_MS
  let round = Promise.resolve()

  async function step(): Promise<void> {
    prices.advance()
    const pools = await readPools(rpc, chain, desks)
    const trades = chooseTrades(pools, prices, random)
    await mined(await send([...trades, ...lending.round(), ...oracle.follow(prices)]))
  }

  async function send(moves: DeskCall[]): Promise<Hex[]> {
    const nonce = Number(await rpc.request<Hex>('eth_getTransactionCount', marketMaker, 'pending'))
    return rpc.batch<Hex>(
      moves.map((move, index) => {
        const fees = { gas: GAS, maxFeePerGas: MAX_FEE, maxPriorityFeePerGas: PRIORITY_FEE }
        const transaction = { from: marketMaker, ...move, nonce: toQuantity(nonce + index) }
        return { method: 'eth_sendTransaction', params: [{ ...transaction, ...fees }] }
      }),
    )
  }

  /**
   * Ignores reverted trades: the pool moved or a token was blocked, and the next round reads the
   * new state.
   */
  async function mined(hashes: Hex[]): Promise<void> {
    const last = hashes.at(-1)
    const deadline = Date.now() + MINING_TIMEOUT_MS
    while (last !== undefined && !stopped && Date.now() < deadline) {
      if (await rpc.request('eth_getTransactionReceipt', last)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      timer = undefined
      // A node that does not respond now may respond in the next round.
      round = step().catch(() => undefined)
      round.then(() => {
        if (!stopped) schedule()
      })
    }, pauseMs)
  }

  function slowDown(isIdle: boolean): void {
    pauseMs = isIdle ? IDLE_ROUND_MS : ROUND_MS
    if (timer === undefined) return
    clearTimeout(timer)
    schedule()
  }

  return {
    step,
    start: schedule,
    slowDown,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

/** Trades arbitrage if pools deviate by more than their fee, then some random trades. */
function chooseTrades(pools: TradedPool[], prices: MarketPrices, random: Random): DeskCall[] {
  const arbitrages = pools
    .map((pool) => ({ pool, gap: pool.price / marketPrice(pool, prices) - 1 }))
    .filter(({ pool, gap }) => Math.abs(gap) > pool.fee)
    .sort((a, b) => Math.abs(b.gap) / b.pool.fee - Math.abs(a.gap) / a.pool.fee)
    .slice(0, ARBITRAGES_PER_ROUND)
    .map(({ pool, gap }) => ({ pool, target: Math.sign(gap) * pool.fee * (0.4 + 0.5 * random.next()) }))
  const untouched = pools.filter((candidate) => !arbitrages.some(({ pool }) => pool === candidate))
  const byChance = pick(untouched, TRADES_BY_CHANCE, random).map((pool) => ({
    pool,
    target: (2 * random.next() - 1) * 0.8 * pool.fee,
  }))
  return [...arbitrages, ...byChance].map(({ pool, target }) => {
    const wanted = marketPrice(pool, prices) * (1 + target)
    const price = Math.min(Math.max(wanted, pool.price * (1 - LARGEST_MOVE)), pool.price * (1 + LARGEST_MOVE))
    return pool.moveTo(price)
  })
}

function pick<Item>(items: Item[], count: number, random: Random): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random.next() * left.length), 1),
  ).flat()
}

/** Base units of token1 for one of token0. */
function marketPrice({ tokens: [token0, token1] }: TradedPool, prices: MarketPrices): number {
  const perUnit = ({ symbol, decimals }: { symbol: string; decimals: number }) =>
    prices.priceUsd(symbol) / 10 ** decimals
  return perUnit(token0) / perUnit(token1)
}

/** Price feeds are updated when the market differs from them by more than this. */
const DEVIATION = 0.0025
const ANSWER_UNIT = 1e8

/** Keeps the lending pool's price feeds near the market. */
export function createOracleFollower(feeds: Record<string, TradingDesk>): {
  follow(prices: MarketPrices): DeskCall[]
} {
  const told = new Map(Object.keys(feeds).map((symbol) => [symbol, tokenPlan(symbol).priceUsd]))
  return {
    follow: (prices) =>
      Object.entries(feeds).flatMap(([symbol, { address, abi }]) => {
        const price = prices.priceUsd(symbol)
        const last = told.get(symbol) ?? price
        if (Math.abs(price / last - 1) < DEVIATION) return []
        told.set(symbol, price)
        const args = [BigInt(Math.round(price * ANSWER_UNIT))]
        return [{ to: address, data: encodeFunctionData({ abi, functionName: 'set', args }) }]
      }),
  }
}
