import type { Block } from '../../chain/blocks/block.ts'
import { toBlock } from '../../chain/blocks/to-block.ts'
import { createPoolIndex, getPools } from '../../chain/snapshot/pool-index.ts'
import { type Bookmark, VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Pool, PoolRecord } from '../../modules/core/pool.ts'
import { arrangeMarket, type Market } from '../market/market.ts'
import type { OuterPools } from '../market/outer-columns.ts'
import type { OuterInput } from '../market/outer-pools.ts'

/** A market as plain data: the changes since an earlier market, or the whole market. */
export interface MarketDelta {
  block: Block
  stableDecimals: number | undefined
  /** The id of the earlier market. Undefined if the delta is the whole market. */
  since: number | undefined
  contracts: readonly ContractDelta[]
  tokens: readonly { token: string; isTradable: boolean }[]
}

interface ContractDelta {
  address: string
  /** Empty if the contract was removed. */
  pools: readonly PoolRecord[]
}

/** Identifies the market that was sent, without a reference that keeps it in memory. */
export interface SentMarket {
  number: number
  poolIndex: Bookmark
  tradable: Bookmark
}

export function toSentMarket({ poolIndex, tradable }: Market, number: number): SentMarket {
  return { number, poolIndex: poolIndex.bookmark(), tradable: tradable.bookmark() }
}

export function toDelta(
  { block, stableDecimals, poolIndex, tradable }: Market,
  before?: SentMarket,
): MarketDelta {
  const contracts = before && poolIndex.changedSince(before.poolIndex)
  const tokens = before && tradable.changedSince(before.tradable)
  const isDelta = contracts && tokens
  const addresses = isDelta ? contracts : Array.from(poolIndex.contracts(), ({ address }) => address)
  const tokenAddresses = isDelta ? tokens : Array.from(tradable.entries(), ([token]) => token)
  return {
    block: toBlock(block),
    stableDecimals,
    since: isDelta && before.number,
    contracts: Array.from(addresses, (address) => ({
      address,
      pools: getPools(poolIndex.contract(address)).map((pool) => pool.record()),
    })),
    tokens: Array.from(tokenAddresses, (token) => ({ token, isTradable: tradable.has(token) })),
  }
}

export interface MarketReader {
  config: ChainServiceConfig
  before: { number: number; market: Market } | undefined
  deserialize: (record: PoolRecord) => Pool
  outerAt?: ((input: OuterInput) => OuterPools) | undefined
}

/** Returns the market after a delta, or undefined if the delta's earlier market is unknown. */
export function applyDelta(
  { block, stableDecimals, since, contracts, tokens }: MarketDelta,
  { config, before, deserialize, outerAt }: MarketReader,
): Market | undefined {
  if (since !== undefined && since !== before?.number) return undefined
  const known = since === undefined ? undefined : before?.market
  const changes = new Map(
    contracts.map(({ address, pools }) => [address, joinSiblings(pools.map(deserialize))]),
  )
  const traits = new Map(tokens.map(({ token, isTradable }) => [token, isTradable || undefined]))
  const poolIndex = (known?.poolIndex ?? createPoolIndex()).with(changes)
  const tradable = (known?.tradable ?? new VersionedMap<string, true>()).with(traits)
  return arrangeMarket({ config, block, stableDecimals, poolIndex, tradable }, outerAt)
}

/** Returns the pools of one contract as one record. */
function joinSiblings([first, ...siblings]: readonly Pool[]): Pool | undefined {
  return first && siblings.length > 0 ? { ...first, siblings } : first
}
