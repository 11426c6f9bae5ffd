import { createBlockReader } from '../chain/blocks/block-reader.ts'
import type { RoutedChain } from '../chain/routed-chain.ts'
import type { RoutedSnapshot } from '../chain/snapshot/routed-snapshot.ts'
import { readTokenMetadata } from '../chain/tokens/read-token-metadata.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { getProtocol } from '../modules/protocols.ts'

/** A pool whose contract is also the token of its shares. */
export interface LpToken {
  metadata: TokenMetadata
  pool: PoolView
}

export interface LpTokens {
  list(): readonly LpToken[]
  /** Reads the metadata of new pool shares, 300 per call. */
  update(snapshot: RoutedSnapshot): Promise<void>
}

const BATCH = 300

export function createLpTokens(chain: RoutedChain): LpTokens {
  const { config, client } = chain
  const shared = new Map(
    config.sources
      .filter((source) => getProtocol(source).hasShares)
      .map(({ module, kind, name }) => [module, { kind, name }]),
  )
  const known = new Map<string, LpToken | undefined>()

  return {
    list: () => [...known.values()].flatMap((token) => token ?? []),
    async update(snapshot) {
      const fresh = new Map(
        snapshot
          .pools()
          .filter(({ address, module, isHealthy }) => isHealthy && shared.has(module) && !known.has(address))
          .map((pool) => [pool.address, pool]),
      )
      const pools = [...fresh.values()].slice(0, BATCH)
      if (pools.length === 0) return
      const { blockHash, l1Fee } = snapshot
      const read = createBlockReader(client, { multicall3: config.multicall3, blockHash, l1Fee })
      const answers = await readTokenMetadata(
        pools.map(({ address }) => address),
        read,
      )
      for (const [i, pool] of pools.entries()) {
        const metadata = answers[i]
        const source = shared.get(pool.module)
        // All pairs of a factory have the same name, so the two symbols are added.
        const pair = pool.tokens.map((token) => chain.token(token)?.symbol ?? '?').join('/')
        const name = source?.kind === 'v2' ? `${source.name} ${pair}` : metadata?.name
        known.set(pool.address, metadata && { metadata: { ...metadata, name: name ?? '' }, pool })
      }
    },
  }
}
