import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RoutedChain } from '../chain/routed-chain.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import type { Outage } from '../observability/create-outage.ts'
import type { BlockPrices } from '../rates/block-prices.ts'
import { listTokens, type TokenLabels } from './list-tokens.ts'
import { createLpTokens } from './lp-tokens.ts'
import { createSwapVolume, type SwapVolume } from './swap-volume.ts'
import type { ListedToken } from './token-lists.ts'
import type { StoredToken, TokenChanges } from './token-records.ts'

/** Compares the tokens of one chain with the stored ones. */
export interface ChainLister {
  chain: RoutedChain
  volume: SwapVolume
  /**
   * Returns the changes from the stored to the current tokens, or undefined before the first block.
   */
  compare(held: ReadonlyMap<string, StoredToken>): Promise<TokenChanges | undefined>
}

/** Chain data of the catalogue in addition to the pools. */
export type ReadPart = 'pool shares' | 'swaps'

export interface ChainListerDeps {
  chain: RoutedChain
  prices: BlockPrices
  listed: ReadonlyMap<string, ListedToken> | undefined
  /** Called once per part. During an outage the catalogue keeps the last known data. */
  watch(part: ReadPart): Outage
}

/** Maximum time per slice, because this thread also computes prices. */
const SLICE_MS = 3
/** Minimum relative change of a volume that is written. */
const VOLUME_DRIFT = 0.25

export function createChainLister({ chain, prices, listed, watch }: ChainListerDeps): ChainLister {
  const lpTokens = createLpTokens(chain)
  const volume = createSwapVolume(chain)
  const labels = new WeakMap<TokenMetadata, TokenLabels>()
  const outages = { shares: watch('pool shares'), swaps: watch('swaps') }

  return {
    chain,
    volume,
    async compare(held) {
      const snapshot = chain.snapshot()
      const board = prices.of(chain)
      if (!snapshot || !board) return undefined
      await Promise.all([
        lpTokens.update(snapshot).then(outages.shares.over, outages.shares.fault),
        volume.read(snapshot.blockNumber, board).then(outages.swaps.over, outages.swaps.fault),
      ])

      const put: StoredToken[] = []
      const present = new Set<string>()
      let sliceStartedAt = performance.now()
      const records = listTokens({
        chain,
        prices: board,
        listed,
        lpTokens: lpTokens.list(),
        volumeOf: volume.of,
        labels,
      })
      for (const record of records) {
        const id = record.tokenAddress.toLowerCase()
        const stored = { record, volume: volume.of(record.tokenAddress) }
        present.add(id)
        if (!isUnchanged(held.get(id), stored)) put.push(stored)
        if (performance.now() - sliceStartedAt < SLICE_MS) continue
        await nextTurn()
        sliceStartedAt = performance.now()
      }
      return { put, remove: [...held.keys()].filter((id) => !present.has(id)) }
    },
  }
}

function isUnchanged(held: StoredToken | undefined, { record, volume }: StoredToken): boolean {
  if (!held) return false
  const known = held.record
  return (
    known.symbol === record.symbol &&
    known.fullSymbol === record.fullSymbol &&
    known.name === record.name &&
    known.decimals === record.decimals &&
    known.type === record.type &&
    known.priority === record.priority &&
    known.branding?.logoUri === record.branding?.logoUri &&
    Math.abs(volume - held.volume) <= held.volume * VOLUME_DRIFT + 1
  )
}
