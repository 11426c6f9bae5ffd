import type { Block } from '../../chain/types.ts'
import type { ChainServiceConfig } from '../../config-types.ts'
import type { Pool, PoolRecord } from '../../modules/pool.ts'
import { arrangeMarket, type Market } from '../market.ts'

/** A market told to somebody who knows the one before: what has changed is sent, the rest is pointed at. Plain data. */
export interface MarketNews {
  block: Block
  stableDecimals: number | undefined
  /** In the market's order: the pool, or where it stood before if it is the same. */
  pools: readonly (PoolRecord | number)[]
}

/** Pools never change, therefore this is true between any two markets: the next block, another branch, a fresh start. */
export function describeNews({ block, stableDecimals, pools }: Market, before: readonly Pool[]): MarketNews {
  const places = new Map(before.map((pool, place) => [pool, place]))
  const { blockNumber, blockHash, timestamp, gasPrice } = block
  return {
    block: { blockNumber, blockHash, timestamp, gasPrice },
    stableDecimals,
    pools: pools.map((pool) => places.get(pool) ?? pool.record()),
  }
}

export interface MarketReader {
  config: ChainServiceConfig
  /** Of the market before. */
  before: readonly Pool[]
  revive: (record: PoolRecord) => Pool
}

/** The market that news are about; undefined when they speak of pools that were not there. */
export function readNews(
  { block, stableDecimals, pools: told }: MarketNews,
  { config, before, revive }: MarketReader,
): Market | undefined {
  const pools = told.flatMap((pool) => (typeof pool === 'number' ? (before[pool] ?? []) : revive(pool)))
  return pools.length === told.length ? arrangeMarket({ config, block, stableDecimals, pools }) : undefined
}
