import { createPoolIndex, getPools } from '../../chain/pool-index.ts'
import type { Block } from '../../chain/types.ts'
import { type Bookmark, VersionedMap } from '../../chain/versioned-map.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Pool, PoolRecord } from '../../modules/core/pool.ts'
import { arrangeMarket, type Market } from '../market/market.ts'
import type { OuterPools } from '../market/outer-columns.ts'
import type { OuterGoods } from '../market/outer-pools.ts'

/** A market told to somebody who may know one before: what has changed since, or all of it. Plain data. */
export interface MarketDelta {
  block: Block
  stableDecimals: number | undefined
  /** Number of the market that this changes; undefined: this is all there is. */
  since: number | undefined
  contracts: readonly ContractDelta[]
  tokens: readonly { token: string; isTradable: boolean }[]
}

interface ContractDelta {
  address: string
  /** None: it is gone. */
  pools: readonly PoolRecord[]
}

/** Which market somebody was told, without keeping it alive. */
export interface ToldMarket {
  number: number
  poolIndex: Bookmark
  tradable: Bookmark
}

export function toldMarket({ poolIndex, tradable }: Market, number: number): ToldMarket {
  return { number, poolIndex: poolIndex.bookmark(), tradable: tradable.bookmark() }
}

export function describeDelta(
  { block, stableDecimals, poolIndex, tradable }: Market,
  before?: ToldMarket,
): MarketDelta {
  const { blockNumber, blockHash, timestamp, gasPrice } = block
  const contracts = before && poolIndex.changedSince(before.poolIndex)
  const tokens = before && tradable.changedSince(before.tradable)
  const isKnown = contracts && tokens
  const addresses = isKnown ? contracts : Array.from(poolIndex.contracts(), ({ address }) => address)
  const named = isKnown ? tokens : Array.from(tradable.entries(), ([token]) => token)
  return {
    block: { blockNumber, blockHash, timestamp, gasPrice },
    stableDecimals,
    since: isKnown && before.number,
    contracts: Array.from(addresses, (address) => ({
      address,
      pools: getPools(poolIndex.contract(address)).map((pool) => pool.record()),
    })),
    tokens: Array.from(named, (token) => ({ token, isTradable: tradable.has(token) })),
  }
}

export interface MarketReader {
  config: ChainServiceConfig
  before: { number: number; market: Market } | undefined
  revive: (record: PoolRecord) => Pool
  outerAt?: ((input: OuterGoods) => OuterPools) | undefined
}

/** The market that delta are about; undefined when they change one that is not known. */
export function readDelta(
  { block, stableDecimals, since, contracts, tokens }: MarketDelta,
  { config, before, revive, outerAt }: MarketReader,
): Market | undefined {
  if (since !== undefined && since !== before?.number) return undefined
  const known = since === undefined ? undefined : before?.market
  const changes = new Map(contracts.map(({ address, pools }) => [address, together(pools.map(revive))]))
  const traits = new Map(tokens.map(({ token, isTradable }) => [token, isTradable || undefined]))
  const poolIndex = (known?.poolIndex ?? createPoolIndex()).with(changes)
  const tradable = (known?.tradable ?? new VersionedMap<string, true>()).with(traits)
  return arrangeMarket({ config, block, stableDecimals, poolIndex, tradable }, outerAt)
}

/** The pools of one contract. */
function together([first, ...siblings]: readonly Pool[]): Pool | undefined {
  return first && siblings.length > 0 ? { ...first, siblings } : first
}
