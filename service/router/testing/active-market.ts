import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { createKnownPools, type KnownPools } from '../../chain/pool-set/known-pools.ts'
import { getHubs, getPoolLimits, isAlwaysLoaded, selectPools } from '../../chain/pool-set/select-pools.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { createRoutedSnapshot, type RoutedSnapshot } from '../../chain/snapshot/routed-snapshot.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import { getConnectors } from '../../config/get-connectors.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createV2Pool } from '../../modules/uniswap-v2/v2-pool.ts'
import { createSqrtPrices } from '../../modules/uniswap-v3/tick-math.ts'
import { createV3Pool } from '../../modules/uniswap-v3/v3-pool.ts'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import type { SearchRequest } from '../request/search-request.ts'
import { PRICE_WORK } from '../search/solve.ts'
import {
  createScaleMarket,
  movedState,
  type ScaleMarket,
  type ScalePool,
  type ScaleToken,
  VENUES,
} from './scale-market.ts'

const SEED = 1
/** Range of trade values. A smaller trade would be dominated by its gas. */
const MIN_USD = 50
const MAX_USD = 1e6
const GAS_PRICE = 2_000_000_000n
/** Minimum pool value of a token that an operator's list would contain. */
const LISTED_USD = 1_000
/** Number of pools that change per block. */
const MOVED = 40

/**
 * A chain in memory that mines blocks on demand, with requests for its tokens. Deterministic for
 * the same size and seed.
 */
export interface ActiveMarket {
  market: ScaleMarket
  chain: RoutedChain
  snapshot(): RoutedSnapshot
  mine(): void
  ask(n: number): { kind: string; searchRequest: SearchRequest }
}

interface ActiveOptions {
  /**
   * Number of pools on the chain. If it exceeds `size`, memory contains the pools that a service
   * keeps by default, and pools that requests load. Default: `size`.
   */
  outOf?: number
  seed?: number
  /** True if gas is free, so that prices deviate only within fees. Default: false. */
  isGasFree?: boolean
}

/** `size` is the number of pools in memory at the start. */
export function createActiveMarket(
  size: number,
  { outOf = size, seed = SEED, isGasFree = false }: ActiveOptions = {},
): ActiveMarket {
  const market = createScaleMarket({ pools: outOf, seed, ...(isGasFree && { gasUsd: 0 }) })
  const random = createRandom(seed + 1)
  const chain = createChain(market, size, isGasFree ? 0n : GAS_PRICE)
  const ask = createWaitingRequests(market, random)
  return {
    market,
    chain,
    snapshot: () => chain.snapshot(),
    mine: () => chain.mine(random),
    ask(n) {
      const request = ask(n)
      chain.load(request.searchRequest)
      return request
    },
  }
}

interface Chain extends RoutedChain {
  snapshot(): RoutedSnapshot
  mine(random: Random): void
  /** Adds the pools that a request needs. */
  load(searchRequest: SearchRequest): void
}

function createChain({ tokens, bases, pools }: ScaleMarket, size: number, gasPrice: bigint): Chain {
  const config = getConfig(tokens, bases)
  const sqrtPriceAt = createSqrtPrices()
  const load = (pool: ScalePool, state: ScalePool['state']) => toPool(pool, state, sqrtPriceAt)
  const tradable = new VersionedMap<string, true>(tokens.map(({ address }) => [address, true]))
  const byAddress = new Map(tokens.map((token) => [token.address as string, token]))
  const { inMemory, known } = selectInMemory(pools, config, size)
  const loaded = new Set<string>(inMemory.map(({ address }) => address))
  const findPool = new Map(pools.map((pool) => [pool.address as string, pool]))
  let index = createPoolIndex(inMemory.map((pool) => load(pool, pool.state)))
  let number = 1n
  const make = () =>
    createRoutedSnapshot(
      {
        blockNumber: number,
        blockHash: makeAddress(Number(number)),
        timestamp: number,
        gasPrice,
      },
      index,
    )
  let snapshot = make()
  return {
    config,
    snapshot: () => snapshot,
    tradableTokens: () => tradable,
    token(address: string) {
      const token = byAddress.get(address)
      return token && { ...token, name: token.symbol }
    },
    mine(random: Random) {
      const changes = new Map<string, Pool>()
      for (let i = 0; i < MOVED; i += 1) {
        const pool = inMemory[Math.floor(inMemory.length * random.next() ** (i < 30 ? 6 : 1))]
        if (pool) changes.set(pool.address, load(pool, movedState(pool, random)))
      }
      index = index.with(changes)
      number += 1n
      snapshot = make()
    },
    load({ poolInput, poolOutput }: SearchRequest) {
      const added = known.between(poolInput, poolOutput).flatMap(({ identity: { address } }) => {
        const pool = loaded.has(address) ? undefined : findPool.get(address)
        return pool ? [pool] : []
      })
      if (added.length === 0) return
      for (const { address } of added) loaded.add(address)
      index = index.with(new Map(added.map((pool) => [pool.address, load(pool, pool.state)])))
      snapshot = make()
    },
  } as unknown as Chain
}

/**
 * Selects pools as a service does at its start: all if they fit, else the most valuable ones and
 * the pools between hubs.
 */
function selectInMemory(
  pools: readonly ScalePool[],
  config: ChainServiceConfig,
  size: number,
): { inMemory: readonly ScalePool[]; known: KnownPools } {
  const hubs = getHubs(config)
  const known = createKnownPools(hubs, getConnectors(config))
  if (pools.length <= size) return { inMemory: pools, known }
  known.set(
    pools.map(({ address, tokens: [a, b], valueUsd, venue: { index, fee, tickSpacing } }) => ({
      module: { id: `venue-${index}` } as FollowedModule,
      identity: { address, tokens: [a.address, b.address], fee, tickSpacing },
      worth: hubs.has(a.address) || hubs.has(b.address) ? valueUsd : undefined,
    })),
  )
  const all = [...known.all()]
  const always = all.filter((pool) => isAlwaysLoaded(pool, hubs))
  const others = all.filter((pool) => !isAlwaysLoaded(pool, hubs))
  const limits = { ...getPoolLimits(config), maxPools: size - always.length }
  const kept = new Set(
    [...always, ...selectPools(others, limits)].map(({ identity: { address } }) => address as string),
  )
  return { inMemory: pools.filter(({ address }) => kept.has(address)), known }
}

function getConfig(tokens: readonly ScaleToken[], bases: number): ChainServiceConfig {
  const find = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.address ?? makeAddress(1)
  return {
    ...chainConfig('ethereum', 31337),
    weth: find('WETH'),
    referenceStable: find('USDC'),
    baseTokens: tokens.slice(0, bases).map(({ address }) => address),
    connectorTokens: tokens.filter(({ valueUsd }) => valueUsd >= LISTED_USD).map(({ address }) => address),
  }
}

function toPool(
  { address, tokens, venue, liquidity, ticks }: ScalePool,
  state: ScalePool['state'],
  sqrtPriceAt: (tick: number) => bigint,
): Pool {
  const { fee, tickSpacing, index } = venue
  const identity = { address, tokens: [tokens[0].address, tokens[1].address], fee, tickSpacing } as const
  const common = { module: `venue-${index}`, origin: { name: `Venue ${index}`, kind: 'dex' } } as const
  if (state.kind === 'v2') {
    const step = { kind: 0, source: index, data: '0x' } as const
    return createV2Pool({ ...common, step, feeBps: fee / 100 }, identity, state)
  }
  return createV3Pool({ ...common, step: { kind: 1, source: index }, sqrtPriceAt }, identity, {
    sqrtPrice: state.sqrtPrice,
    tick: state.tick,
    liquidity,
    ticks: ticks.map(({ index: at, net }) => ({ index: at, net, gross: net < 0n ? -net : net })),
  })
}

/**
 * Creates requests between base tokens, into the tail and out of it, in turn, up to a tenth of the
 * value in the pools of the tokens.
 */
function createWaitingRequests({ tokens, bases }: ScaleMarket, random: Random) {
  const base = () => pick(tokens.slice(0, bases), random)
  const byValue = tokens.slice(bases).sort((a, b) => b.valueUsd - a.valueUsd)
  const tail = () => pick(byValue.slice(0, Math.ceil(byValue.length / 10)), random)
  const kinds = [
    ['base to base', base, base],
    ['base to tail', base, tail],
    ['tail to base', tail, base],
    ['tail to tail', tail, tail],
  ] as const
  const modules = [...new Set(VENUES.map(({ index }) => `venue-${index}`))].sort()
  return (n: number): { kind: string; searchRequest: SearchRequest } => {
    const [kind, from, to] = kinds[((n % 4) + 4) % 4] ?? kinds[0]
    let [input, output] = [from(), to()]
    while (input === output) [input, output] = [from(), to()]
    const most = Math.min(input.valueUsd, output.valueUsd, MAX_USD)
    const usd = Math.max(MIN_USD, most * 10 ** (-3 + 2 * random.next()))
    const amountIn = BigInt(Math.ceil((usd / input.priceUsd) * 10 ** input.decimals))
    const searchRequest: SearchRequest = {
      poolInput: input.address,
      poolOutput: output.address,
      isNativeInput: false,
      order: { type: 'SELL', amountIn, partialLimitBps: undefined },
      slippageBps: 50,
      partnerFeeBps: 0,
      hasPartner: false,
      sharesSurplus: false,
      isFast: false,
      modules,
      maxWork: PRICE_WORK,
    }
    return { kind, searchRequest }
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random.next() * items.length)] as Item
}
