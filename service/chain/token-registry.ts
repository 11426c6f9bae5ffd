import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { createBlockReader } from './block-reader.ts'
import { getPools, type PoolIndex } from './pool-index.ts'
import { type Holding, probeTransfers, type TransferTrait } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'
import type { TokenSet } from './routed-chain.ts'
import type { ChainState } from './snapshot.ts'
import type { TokenMetadata } from './types.ts'
import { type Bookmark, VersionedMap } from './versioned-map.ts'

/**
 * Metadata and transfer behavior of the tokens of a chain's pools. A token is tradable once a simulated transfer delivered
 * what was sent; the chain's base tokens and the claims its lending sources mint are, unless one was seen to take a tax.
 */
export interface TokenRegistry {
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  tradable(): TokenSet
  /** Reads the tokens of new pools, and probes again those whose transfers are unknown. */
  update(state: ChainState): Promise<void>
}

interface KnownToken {
  metadata: TokenMetadata | undefined
  transfers: TransferTrait
}

/** Blocks between probes of tokens whose transfers are unknown, and how many are probed at a time. */
const BLOCKS_BETWEEN_PROBES = 32n
const MAX_PROBES = 512
/** Of a token: the one with the largest balance sends. */
const MAX_HOLDERS = 3

export function createTokenRegistry(client: PublicClient, config: ChainServiceConfig): TokenRegistry {
  const known = new Map<string, KnownToken>()
  /** Tokens whose transfers are unknown; those probed longest ago first. */
  const unprobed = new Set<Address>()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  const trusted = new Set(
    [config.weth, config.referenceStable, ...config.baseTokens].map((token) => token.toLowerCase()),
  )
  let list: readonly TokenMetadata[] | undefined
  let tradable: TokenSet = new VersionedMap()
  let lastSeen: Bookmark | undefined
  let probeAt = 0n

  /** Known tokens whose transfers have to be probed again. */
  function takeUnprobed(state: ChainState): Holding[] {
    if (state.blockNumber < probeAt) return []
    probeAt = state.blockNumber + BLOCKS_BETWEEN_PROBES
    return [...unprobed].slice(0, MAX_PROBES).flatMap((token) => findHolding(token, state) ?? [])
  }

  function remember(token: Address, { metadata, transfers }: KnownToken, { poolIndex }: ChainState): boolean {
    known.set(token, { metadata, transfers })
    unprobed.delete(token)
    if (transfers !== 'unknown') return metadata !== undefined && transfers === 'plain'
    const isTrusted = trusted.has(token) || isClaim(token, poolIndex)
    if (metadata && !isTrusted) unprobed.add(token)
    return metadata !== undefined && isTrusted
  }

  return {
    token: (address) => (isNativeToken(address) ? native : known.get(address.toLowerCase())?.metadata),
    tokens: () => (list ??= [...known.values()].flatMap(({ metadata }) => metadata ?? [])),
    tradable: () => tradable,

    async update(state) {
      const unknown = unknownHoldings(state, { known, lastSeen })
      const holdings = [...unknown, ...takeUnprobed(state)]
      if (holdings.length > 0) {
        const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: state.blockHash })
        const metadata = await readTokenMetadata(
          unknown.map(({ token }) => token),
          read,
        )
        const traits = await probeTransfers(client, { holdings, read, block: state }).catch(() => undefined)
        const changes = new Map<string, true | undefined>()
        for (const [i, { token }] of holdings.entries()) {
          const found = i < unknown.length ? metadata[i] : known.get(token)?.metadata
          const canTrade = remember(token, { metadata: found, transfers: traits?.[i] ?? 'unknown' }, state)
          if (canTrade !== tradable.has(token)) changes.set(token, canTrade || undefined)
        }
        list = undefined
        tradable = tradable.with(changes)
      }
      lastSeen = state.poolIndex.bookmark()
    },
  }
}

/** Each unknown token of a healthy pool, with the pools that can spare most of it. */
function unknownHoldings(
  state: ChainState,
  { known, lastSeen }: { known: ReadonlyMap<string, KnownToken>; lastSeen: Bookmark | undefined },
): Holding[] {
  const { poolIndex } = state
  const changed = lastSeen && poolIndex.changedSince(lastSeen)
  const pools = changed
    ? [...changed].flatMap((address) => getPools(poolIndex.contract(address)))
    : poolIndex.pools()
  const tokens = new Set<Address>()
  for (const pool of pools) {
    if (!pool.isHealthy) continue
    for (const token of pool.tokens) if (!known.has(token)) tokens.add(token)
  }
  return [...tokens].flatMap((token) => findHolding(token, state) ?? [])
}

/**
 * The holders of the deepest pools of a token: exchanges where there are some, since lending pools may have lent what they
 * count. Several, since a pool's depth may be made of the other token alone.
 */
function findHolding(token: Address, { poolIndex }: ChainState): Holding | undefined {
  const found = new Map<Address, { holder: Address; isExchange: boolean; depth: bigint }>()
  for (const pool of poolIndex.holding(token).flatMap((contract) => getPools(poolIndex.contract(contract)))) {
    const side = pool.tokens.indexOf(token)
    if (!pool.isHealthy || side < 0) continue
    const holder = pool.holder ?? pool.address
    const depth = pool.depth[side] ?? 0n
    const before = found.get(holder)
    if (!before || depth > before.depth)
      found.set(holder, { holder, isExchange: pool.origin.kind === 'dex', depth })
  }
  const holders = [...found.values()].toSorted(
    (a, b) =>
      Number(b.isExchange) - Number(a.isExchange) || (a.depth < b.depth ? 1 : a.depth > b.depth ? -1 : 0),
  )
  if (holders.length === 0) return undefined
  return { token, holders: holders.slice(0, MAX_HOLDERS).map(({ holder }) => holder) }
}

/** Minted by a lending pool or vault of the config. It may be that no pool holds any, so that nothing can be probed. */
function isClaim(token: string, poolIndex: PoolIndex): boolean {
  const pool = poolIndex.contract(token)
  return pool?.origin.kind === 'lending' && pool.tokens[1] === token
}
