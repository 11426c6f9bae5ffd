import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { createBlockReader } from './block-reader.ts'
import { getPools } from './pool-index.ts'
import { type Holding, probeTransfers, type TransferTrait } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'
import type { TokenSet } from './routed-chain.ts'
import type { ChainState } from './snapshot.ts'
import type { TokenMetadata } from './types.ts'
import { type Bookmark, VersionedMap } from './versioned-map.ts'

/** Metadata and transfer behavior of the tokens of a chain's pools. */
export interface TokenRegistry {
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  tradable(): TokenSet
  /** Reads the tokens of new pools. */
  update(state: ChainState): Promise<void>
}

interface KnownToken {
  metadata: TokenMetadata | undefined
  transfers: TransferTrait
}

export function createTokenRegistry(client: PublicClient, config: ChainServiceConfig): TokenRegistry {
  const known = new Map<string, KnownToken>()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  let list: readonly TokenMetadata[] | undefined
  let tradable: TokenSet = new VersionedMap()
  let lastSeen: Bookmark | undefined

  return {
    token: (address) => (isNativeToken(address) ? native : known.get(address.toLowerCase())?.metadata),
    tokens: () => (list ??= [...known.values()].flatMap(({ metadata }) => metadata ?? [])),
    tradable: () => tradable,

    async update(state) {
      const holdings = unknownHoldings(state, { known, lastSeen })
      if (holdings.length > 0) {
        const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: state.blockHash })
        const tokens = holdings.map(({ token }) => token)
        const metadata = await readTokenMetadata(tokens, read)
        // Where the node simulates nothing, transfers stay `unknown` and each quote's own simulation decides.
        const traits = await probeTransfers(client, { holdings, read, block: state }).catch(() => undefined)
        const changes = new Map<string, true>()
        for (const [i, token] of tokens.entries()) {
          const transfers = traits?.[i] ?? 'unknown'
          known.set(token, { metadata: metadata[i], transfers })
          if (metadata[i] && transfers !== 'taxed') changes.set(token, true)
        }
        list = undefined
        tradable = tradable.with(changes)
      }
      lastSeen = state.poolIndex.bookmark()
    },
  }
}

/** Each unknown token of a healthy pool, with its deepest pool as the holder. */
function unknownHoldings(
  { poolIndex }: ChainState,
  { known, lastSeen }: { known: ReadonlyMap<string, KnownToken>; lastSeen: Bookmark | undefined },
): Holding[] {
  const changed = lastSeen && poolIndex.changedSince(lastSeen)
  const pools = changed
    ? [...changed].flatMap((address) => getPools(poolIndex.contract(address)))
    : poolIndex.pools()
  const deepest = new Map<Address, { holder: Address; depth: bigint }>()
  for (const pool of pools) {
    if (!pool.isHealthy) continue
    for (const [side, token] of pool.tokens.entries()) {
      const depth = pool.depth[side] ?? 0n
      if (known.has(token) || (deepest.get(token)?.depth ?? -1n) >= depth) continue
      deepest.set(token, { holder: pool.holder ?? pool.address, depth })
    }
  }
  return [...deepest].map(([token, { holder }]) => ({ token, holder }))
}
