import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config-types.ts'
import { createBlockReader } from './block-reader.ts'
import { type Holding, probeTransfers, type TransferTrait } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'
import type { ChainState } from './snapshot.ts'
import type { TokenMetadata } from './types.ts'

/** What is known of the tokens of a chain's pools. */
export interface TokenRegistry {
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  isPlain(address: Address): boolean
  /** Gets to know the tokens of pools that are new. */
  learn(state: ChainState): Promise<void>
}

interface KnownToken {
  metadata: TokenMetadata | undefined
  transfers: TransferTrait
}

export function createTokenRegistry(client: PublicClient, config: ChainServiceConfig): TokenRegistry {
  const known = new Map<string, KnownToken>()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  let list: TokenMetadata[] = []
  let learntFrom: unknown

  return {
    token: (address) => (isNativeToken(address) ? native : known.get(address.toLowerCase())?.metadata),
    tokens: () => list,
    isPlain: (address) => known.get(address.toLowerCase())?.transfers !== 'taxed',

    async learn(state) {
      if (learntFrom === state.poolMap) return
      const holdings = unknownHoldings(state, known)
      if (holdings.length > 0) {
        const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: state.blockHash })
        const tokens = holdings.map(({ token }) => token)
        const metadata = await readTokenMetadata(tokens, read)
        // A node that cannot simulate leaves the question to the simulation of each quote.
        const traits = await probeTransfers(client, { holdings, read, block: state }).catch(() => undefined)
        for (const [i, token] of tokens.entries()) {
          known.set(token, { metadata: metadata[i], transfers: traits?.[i] ?? 'unknown' })
        }
        list = [...known.values()].flatMap(({ metadata: found }) => (found ? [found] : []))
      }
      learntFrom = state.poolMap
    },
  }
}

/** Each unknown token of a pool that can trade, with the deepest such pool as its holder. */
function unknownHoldings(state: ChainState, known: ReadonlyMap<string, KnownToken>): Holding[] {
  const deepest = new Map<Address, { holder: Address; depth: bigint }>()
  for (const pool of state.pools()) {
    if (!pool.isHealthy) continue
    for (const [side, token] of pool.tokens.entries()) {
      const depth = pool.depth[side] ?? 0n
      if (known.has(token) || (deepest.get(token)?.depth ?? -1n) >= depth) continue
      deepest.set(token, { holder: pool.holder ?? pool.address, depth })
    }
  }
  return [...deepest].map(([token, { holder }]) => ({ token, holder }))
}
