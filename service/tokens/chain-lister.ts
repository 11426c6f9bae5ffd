import { setImmediate as breathe } from 'node:timers/promises'
import type { RoutedChain } from '../chain/routed-chain.ts'
import type { PriceBoard } from '../rates/price-board.ts'
import { listTokens } from './list-tokens.ts'
import { createLpTokens } from './lp-tokens.ts'
import { createSwapVolume, type SwapVolume } from './swap-volume.ts'
import type { ListedToken } from './token-lists.ts'
import type { StoredToken, TokenChanges } from './token-records.ts'

/** What one chain's catalogue should hold, beside what it does hold. */
export interface ChainLister {
  chain: RoutedChain
  volume: SwapVolume
  /** What others must learn so that they hold what is true now; undefined before the first block. */
  compare(held: ReadonlyMap<string, StoredToken>): Promise<TokenChanges | undefined>
}

export interface ChainListerDeps {
  chain: RoutedChain
  prices: PriceBoard
  listed: ReadonlyMap<string, ListedToken> | undefined
}

/** Longest a thread that also prices is kept busy with records. */
const SLICE_MS = 3
/** How far a volume may stray before it is worth being written. */
const VOLUME_DRIFT = 0.25

export function createChainLister({ chain, prices, listed }: ChainListerDeps): ChainLister {
  const lpTokens = createLpTokens(chain)
  const volume = createSwapVolume(chain)

  return {
    chain,
    volume,
    async compare(held) {
      const snapshot = chain.snapshot()
      const board = prices.of(chain)
      if (!snapshot || !board) return undefined
      // A node that answers neither leaves the catalogue as it is.
      await Promise.allSettled([lpTokens.learn(snapshot), volume.read(snapshot.blockNumber, board)])

      const put: StoredToken[] = []
      const present = new Set<string>()
      let sliceStartedAt = performance.now()
      const records = listTokens({
        chain,
        prices: board,
        listed,
        lpTokens: lpTokens.list(),
        volumeOf: volume.of,
      })
      for (const record of records) {
        const id = record.tokenAddress.toLowerCase()
        const stored = { record, volume: volume.of(record.tokenAddress) }
        present.add(id)
        if (!isHeld(held.get(id), stored)) put.push(stored)
        if (performance.now() - sliceStartedAt < SLICE_MS) continue
        await breathe()
        sliceStartedAt = performance.now()
      }
      return { put, remove: [...held.keys()].filter((id) => !present.has(id)) }
    },
  }
}

function isHeld(held: StoredToken | undefined, { record, volume }: StoredToken): boolean {
  if (!held) return false
  const known = held.record
  return (
    known.symbol === record.symbol &&
    known.name === record.name &&
    known.decimals === record.decimals &&
    known.type === record.type &&
    known.priority === record.priority &&
    known.branding?.logoUri === record.branding?.logoUri &&
    Math.abs(volume - held.volume) <= held.volume * VOLUME_DRIFT + 1
  )
}
