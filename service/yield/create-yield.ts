import { getAddress } from 'viem'
import type { Address } from '../../wire/lib/address.ts'
import { getChainName } from '../../wire/lib/chain-names.ts'
import type { DilutedYield, HistoricYield, Tvl } from '../../wire/yield.ts'
import type { SharedCache } from '../cache/shared-cache.ts'
import { findChain } from '../chain/find-chain.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { Database } from '../database/database.ts'
import { createCaches, type YieldCaches } from './caches.ts'
import { createChainReader, getTimeoutMs, type YieldClient } from './chain-reader.ts'
import type { DepositLimit, Reserve } from './core/adapter.ts'
import { withStep } from './core/chain-failure.ts'
import { apyPercent } from './core/earnings.ts'
import { calculationFailed, invalidInput } from './core/yield-error.ts'
import { createAdapters } from './create-adapters.ts'
import { findReserves } from './find-reserve.ts'
import { type IndexPoint, type ReserveKey, readPoint } from './index-points.ts'
import type { CacheCounts } from './ttl-cache.ts'
import { createYieldChain, type YieldChain } from './yield-chain.ts'
import type { DepositRequest, ReserveRequest } from './yield-request.ts'

/** Yield and TVL calculations, without HTTP. Rejects with a `YieldError`. */
export interface Yield {
  historicalApy(request: ReserveRequest): Promise<HistoricYield>
  dilutedApy(request: DepositRequest): Promise<DilutedYield>
  tvl(request: ReserveRequest): Promise<Tvl>
  /** Returns the responding protocols by chain. */
  activeProtocols(): Promise<Record<string, string[]>>
  /** Returns true if no served chain is stale. */
  isReady(): boolean
  cacheCounts(): Promise<Record<keyof YieldCaches, CacheCounts>>
}

/** Index values to record, because nodes may have no old state. */
export interface YieldIndexes {
  /** Returns the current index of every reserve. Skips chains that do not respond. */
  indexes(): Promise<(ReserveKey & IndexPoint)[]>
}

/** A served chain with a client of its nodes. */
export type LendingChain = FollowedChain & { readonly client: YieldClient }

export interface YieldOptions {
  chains: readonly LendingChain[]
  /** Returns USD per whole unit, for protocols without an oracle price. */
  priceUsd(chain: FollowedChain, token: Address): number | undefined
  nowMs: () => number
  /** Cache that other instances use too. Default: in memory. */
  shared?: SharedCache | undefined
  /** Database of recorded indexes, for nodes without old state. Default: none. */
  database?: Pick<Database, 'query'> | undefined
  /** Window of the historical APY in seconds. Default: 604,800 (seven days). */
  windowSeconds?: bigint
  /** Timeout of a read. Default: by `getTimeoutMs`. */
  timeoutMs?: number
}

const WEEK_SECONDS = 604_800n

export function createYield(options: YieldOptions): Yield & YieldIndexes {
  const { chains, priceUsd, nowMs, shared, database, windowSeconds = WEEK_SECONDS, timeoutMs } = options
  const caches = createCaches(nowMs, shared)
  const served = chains.map((chain) => {
    const { id, name, multicall3, fromBlock } = chain.config
    const reader = createChainReader(chain.client, { multicall3, timeoutMs: timeoutMs ?? getTimeoutMs(id) })
    const adapters = createAdapters(chain.config)
    const earning = createYieldChain({
      name,
      adapters,
      reader,
      caches,
      fromBlock: BigInt(fromBlock),
      windowSeconds,
      written: database && ((reserve, seconds) => readPoint(database.query, reserve, seconds)),
    })
    return { config: chain.config, chain, earning }
  })

  function servedChain(name: string) {
    const found = findChain(served, name)
    if (found) return found
    const names = served.map(({ config }) => config.name).join(', ')
    if (!getChainName(name)) {
      throw invalidInput(`The chain ${JSON.stringify(name)} is not supported; supported are: ${names}`)
    }
    throw calculationFailed(
      'initialization_failed',
      `This deployment does not serve ${name}; it serves: ${names}`,
    )
  }

  function findIn(
    name: string,
    request: ReserveRequest,
    unknownLpStep: 'lp_token_validation' | 'pool_data_retrieval',
  ) {
    const { chain, earning } = servedChain(name)
    return findReserves(earning, request, {
      unknownLpStep,
      isTraded: (address) => chain.snapshot()?.pool(address) !== undefined,
    })
  }

  async function historicalPercent(earning: YieldChain, reserve: Reserve): Promise<number> {
    const key = `${earning.name} ${reserve.protocol} ${reserve.pool} ${reserve.inputToken}`
    return caches.historical.get(key, async () => {
      const past = await withStep('states_incomplete', INCOMPLETE, async () => {
        const { header } = await earning.state(reserve)
        return earning.past(reserve, header)
      })
      return finite(apyPercent(past))
    })
  }

  async function getUsd(chain: FollowedChain, earning: YieldChain, reserve: Reserve): Promise<number> {
    const { state } = await withStep('pool_creation_failed', INCOMPLETE, () => earning.state(reserve))
    if (state.assets === 0n) return 0
    const price = state.priceUsd ?? priceUsd(chain, reserve.inputToken)
    const value = price === undefined ? Number.NaN : (Number(state.assets) / 10 ** reserve.decimals) * price
    if (Number.isFinite(value)) return value
    throw calculationFailed('tvl_calculation_error', 'The price of a token of the pool is not known')
  }

  return {
    historicalApy: (request) =>
      cached(['historical', request], async () => {
        const { earning } = servedChain(request.chain)
        const [reserve] = await findIn(request.chain, request, 'lp_token_validation')
        return { apy: await historicalPercent(earning, reserve), ...describeReserve(earning, reserve) }
      }),

    dilutedApy: (request) =>
      cached(['diluted', request], async () => {
        const { earning } = servedChain(request.chain)
        const [reserve] = await findIn(request.chain, request, 'lp_token_validation')
        const earnings = await withStep('states_incomplete', INCOMPLETE, async () => {
          const { state } = await earning.state(reserve)
          refuseDeposit(request.deposit, state.limit)
          return earning.earningsAfter(reserve, request.deposit)
        })
        if (!earnings)
          throw calculationFailed('apy_calculation_error', 'The pool has no rate for this amount')
        const apy = finite(apyPercent(earnings))
        return { apy, ...describeReserve(earning, reserve), input_amount: request.deposit.toString() }
      }),

    tvl: (request) =>
      cached(['tvl', request], async () => {
        const { chain, earning } = servedChain(request.chain)
        const reserves = await findIn(request.chain, request, 'pool_data_retrieval')
        const values = await Promise.all(reserves.map((reserve) => getUsd(chain, earning, reserve)))
        const { pool_address, network_id } = describeReserve(earning, reserves[0])
        const tvl = values.reduce((sum, value) => sum + value, 0)
        return { tvl, tvl_usd: tvl, pool_address, network_id }
      }),

    activeProtocols: () => getActiveProtocols(served.map(({ earning }) => earning)),

    async indexes() {
      const lists = await Promise.allSettled(served.map(({ earning }) => earning.indexes()))
      return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    },

    isReady: () => served.length > 0 && chains.every((chain) => !chain.isStale()),

    cacheCounts: () => countCaches(caches),
  }

  /** Equal requests share a cache entry, whatever their notation. */
  async function cached<Answer extends object>(
    [what, request]: [string, ReserveRequest & { deposit?: bigint }],
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const { chain, by, address, inputToken, deposit } = request
    const key = [what, chain, by, address, inputToken ?? '', deposit ?? ''].join(' ')
    // The key starts with the type of the response, which makes the cast safe.
    return (await caches.responses.get(key, work)) as Answer
  }
}

async function getActiveProtocols(chains: readonly YieldChain[]): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    chains.map(async (earning): Promise<[string, string[]]> => {
      const results = await Promise.allSettled(earning.adapters.map((adapter) => earning.reserves(adapter)))
      const active = results.flatMap((result) =>
        result.status === 'fulfilled' ? result.value.map(({ protocol }) => protocol) : [],
      )
      return [earning.name, [...new Set(active)]]
    }),
  )
  return Object.fromEntries(lists.filter(([, protocols]) => protocols.length > 0))
}

async function countCaches(caches: YieldCaches): Promise<Record<keyof YieldCaches, CacheCounts>> {
  const { responses, pools, states, points, historical, blocks } = caches
  return {
    responses: await responses.counts(),
    pools: await pools.counts(),
    states: await states.counts(),
    points: await points.counts(),
    historical: await historical.counts(),
    blocks: await blocks.counts(),
  }
}

const INCOMPLETE = 'The states of the pool are incomplete'

function describeReserve({ name }: YieldChain, { pool, inputToken }: Reserve) {
  return { pool_address: getAddress(pool), network_id: name, input_token: getAddress(inputToken) }
}

function finite(apy: number): number {
  if (Number.isFinite(apy)) return apy
  throw calculationFailed('apy_calculation_error', 'The rate of the pool is no number')
}

/**
 * Throws for a deposit that the chain would reject: 422 with the remaining room if a smaller
 * deposit is possible, else 404. A deposit of 0 is allowed, because it requests the current
 * earnings.
 */
export function refuseDeposit(deposit: bigint, limit: DepositLimit | undefined): void {
  if (limit === undefined || deposit === 0n || deposit <= limit.room) return
  if (limit.closed) {
    throw calculationFailed(
      'apy_calculation_error',
      `The pool takes no deposits of this token: it is ${limit.closed}`,
    )
  }
  throw invalidInput(`input_amount is above what the pool still takes: ${limit.room}`)
}
