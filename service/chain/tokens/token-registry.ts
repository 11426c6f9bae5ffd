import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../../src/lib/address.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { getPools, type PoolIndex } from '../snapshot/pool-index.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { type Bookmark, VersionedMap } from '../snapshot/versioned-map.ts'
import { type Holding, type ProbedToken, probeTokens, type TransferTrait } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'
import type { TokenMetadata, TokenSet } from './types.ts'

/**
 * Metadata and transfer behavior of the tokens of a chain's pools. A token becomes tradable when a
 * simulated transfer delivers the exact amount. Base tokens and claims minted by lending sources
 * are tradable unless a tax was observed.
 */
export interface TokenRegistry {
  token(address: Address): TokenMetadata | undefined
  tokens(): readonly TokenMetadata[]
  tradable(): TokenSet
  /** Checks whether a healthy pool trades a token that was not read yet. Lower case. */
  isUnread(token: string, poolIndex: PoolIndex): boolean
  /**
   * Reads the tokens of new pools and repeats inconclusive transfer probes. Runs in the background,
   * because tokens are untrusted contracts and slow ones must not delay a block. Concurrent calls
   * share one update. Rejects if the node fails, and the next update reads the rest.
   */
  update(state: ChainState): Promise<void>
  /** Pool accounts that cannot transfer a token that others can, by token in lower case. */
  blockedHolders(): ReadonlyMap<string, ReadonlySet<Address>>
  /** Probes these tokens again within seconds, because a quote through them failed. */
  suspect(tokens: Iterable<Address>): void
}

interface KnownToken {
  metadata: TokenMetadata | undefined
  transfers: TransferTrait
  /** Consecutive inconclusive probes. */
  failures: number
}

/** Tokens read per batch. */
const CHUNK = 256
/** Blocks between probes of tokens with unknown transfers, and the number per probe. */
const BLOCKS_BETWEEN_PROBES = 32n
const MAX_PROBES = 512
/**
 * Seconds between probes of the least recently probed tokens, and the number per probe: one
 * simulation.
 */
const SLICE_SECONDS = 60n
const SLICE = 32
/**
 * Seconds between probes of tokens of failed quotes, and the number per probe. Any caller can
 * request these quotes.
 */
const SUSPECT_SECONDS = 10n
const MAX_SUSPECTED = 32
/** Blocks until a taxed token is probed again, because some tokens end their tax. */
const BLOCKS_OF_TAX = 4_096n
/**
 * Consecutive inconclusive probes until a token loses its status. A single one may be the node's
 * fault.
 */
const MAX_FAILURES = 3
/** The wait after a costly probe doubles each time, up to 4,096 times as long. */
const MAX_DOUBLINGS = 12
/** Holders per token from which transfers are probed. */
const MAX_HOLDERS = 5

export interface TokenRegistryDeps {
  client: PublicClient
  config: Pick<
    ChainServiceConfig,
    'nativeCurrency' | 'weth' | 'referenceStable' | 'baseTokens' | 'multicall3'
  >
  /** Called when tokens became known or tradable, or are no longer tradable. */
  onChange?: () => void
}

export function createTokenRegistry({
  client,
  config,
  onChange = () => undefined,
}: TokenRegistryDeps): TokenRegistry {
  const known = new Map<string, KnownToken>()
  /** Tokens to probe again, least recently probed first. */
  const unprobed = new Map<Address, { costlyProbes: number; probeAt: bigint }>()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  const trusted = new Set(
    [config.weth, config.referenceStable, ...config.baseTokens].map((token) => token.toLowerCase()),
  )
  /** All other tokens with metadata, least recently probed first. */
  const rotation = new Set<Address>()
  const suspected = new Set<Address>()
  const blocked = new Map<string, Set<Address>>()
  /** The tokens of `rotation` that are probed now. */
  const slice = new Set<Address>()
  let list: readonly TokenMetadata[] | undefined
  let tradable: TokenSet = new VersionedMap()
  let lastSeen: Bookmark | undefined
  let probeAt = 0n
  let suspectAt = 0n
  let sliceAt: bigint | undefined
  let updating: Promise<void> | undefined

  /** Returns the known tokens that are due for another probe. */
  function takeKnown(state: ChainState): Holding[] {
    const asked = new Map([...takeSuspected(state), ...takeUnprobed(state)].map((one) => [one.token, one]))
    const sliced = takeSlice(state).filter(({ token }) => !asked.has(token))
    slice.clear()
    for (const { token } of sliced) slice.add(token)
    return [...asked.values(), ...sliced]
  }

  function takeSuspected(state: ChainState): Holding[] {
    if (suspected.size === 0 || state.timestamp < suspectAt) return []
    suspectAt = state.timestamp + SUSPECT_SECONDS
    const tokens = [...suspected].slice(0, MAX_SUSPECTED)
    for (const token of tokens) suspected.delete(token)
    return findHoldings(tokens, { state, max: MAX_SUSPECTED })
  }

  function takeUnprobed(state: ChainState): Holding[] {
    if (state.blockNumber < probeAt) return []
    probeAt = state.blockNumber + BLOCKS_BETWEEN_PROBES
    const due = [...unprobed].flatMap(([token, one]) => (one.probeAt <= state.blockNumber ? [token] : []))
    return findHoldings(due, { state, max: MAX_PROBES })
  }

  function takeSlice(state: ChainState): Holding[] {
    sliceAt ??= state.timestamp + SLICE_SECONDS
    if (state.timestamp < sliceAt) return []
    sliceAt = state.timestamp + SLICE_SECONDS
    return findHoldings(rotation, { state, max: SLICE })
  }

  function remember(
    token: Address,
    { metadata, transfers: told }: Omit<KnownToken, 'failures'>,
    { poolIndex, blockNumber }: ChainState,
  ): boolean {
    const last = known.get(token)
    const isSliced = slice.delete(token)
    rotation.delete(token)
    if (last && told === 'unmade') {
      if (isSliced) rotation.add(token)
      else if (!unprobed.has(token)) suspected.add(token)
      return tradable.has(token)
    }
    // This probe was routine. A base token is not dropped after one probe.
    if (isSliced && told === 'taxed' && tradable.has(token)) {
      suspected.add(token)
      return true
    }
    const failures = told === 'plain' || told === 'taxed' ? 0 : (last?.failures ?? 0) + 1
    const isKept = failures > 0 && failures < MAX_FAILURES && last?.transfers === 'plain'
    const isTaxed = told === 'taxed' || (failures > 0 && last?.transfers === 'taxed')
    const transfers = isKept ? 'plain' : isTaxed ? 'taxed' : told
    known.set(token, { metadata, transfers, failures })
    const before = unprobed.get(token)?.costlyProbes ?? 0
    unprobed.delete(token)
    if (isKept) unprobed.set(token, { costlyProbes: 0, probeAt: blockNumber })
    if (transfers === 'taxed') unprobed.set(token, { costlyProbes: 0, probeAt: blockNumber + BLOCKS_OF_TAX })
    if (transfers === 'plain' && metadata && !isKept) rotation.add(token)
    if (transfers === 'plain' || transfers === 'taxed') return metadata !== undefined && transfers === 'plain'
    const isTrusted = trusted.has(token) || isClaim(token, poolIndex)
    if (metadata && !isTrusted) {
      const costlyProbes = transfers === 'costly' ? Math.min(MAX_DOUBLINGS, before + 1) : before
      const wait = transfers === 'costly' ? BLOCKS_BETWEEN_PROBES << BigInt(costlyProbes) : 0n
      unprobed.set(token, { costlyProbes, probeAt: blockNumber + wait })
    }
    if (metadata && isTrusted) rotation.add(token)
    return metadata !== undefined && isTrusted
  }

  /** Returns whether the blocked holders of a token changed. */
  function noteBlocked(
    { token, holders }: Holding,
    probed: ProbedToken,
    { blockNumber }: ChainState,
  ): boolean {
    const before = blocked.get(token) ?? new Set<Address>()
    const left = [...before].filter((holder) => holders.includes(holder))
    const now = new Set([...left, ...probed.blocked])
    for (const holder of probed.working) now.delete(holder)
    if (now.size > 0) blocked.set(token, now)
    else blocked.delete(token)
    // A token may end the block, so it is probed again soon.
    if (now.size > 0 && !unprobed.has(token)) {
      unprobed.set(token, { costlyProbes: 0, probeAt: blockNumber + BLOCKS_BETWEEN_PROBES })
    }
    return now.size !== before.size || [...now].some((holder) => !before.has(holder))
  }

  async function readTokens(holdings: readonly Holding[], state: ChainState): Promise<void> {
    const { blockHash, l1Fee } = state
    const read = createBlockReader(client, { multicall3: config.multicall3, blockHash, l1Fee })
    const unread = holdings.map(({ token }) => token).filter((token) => !known.has(token))
    const metadata = await readTokenMetadata(unread, read)
    const found = new Map(unread.map((token, i) => [token, metadata[i]]))
    const probed = await probeTokens(client, { holdings, read, block: state }).catch(() => undefined)
    const changes = new Map<string, true | undefined>()
    let hasBlockChanged = false
    for (const [i, holding] of holdings.entries()) {
      const { token } = holding
      const own = known.get(token)?.metadata ?? found.get(token)
      const one = probed?.[i] ?? { trait: 'unmade', blocked: [], working: [] }
      const canTrade = remember(token, { metadata: own, transfers: one.trait }, state)
      hasBlockChanged = noteBlocked(holding, one, state) || hasBlockChanged
      if (canTrade !== tradable.has(token)) changes.set(token, canTrade || undefined)
    }
    if (unread.length > 0) list = undefined
    tradable = tradable.with(changes)
    if (unread.length > 0 || changes.size > 0 || hasBlockChanged) onChange()
  }

  async function updateAll(state: ChainState): Promise<void> {
    const unknown = unknownHoldings(state, { known, lastSeen })
    // Trusted tokens are read first, because no price exists without them.
    const sorted = unknown.toSorted((a, b) => Number(trusted.has(b.token)) - Number(trusted.has(a.token)))
    const holdings = [...sorted, ...takeKnown(state)]
    for (let start = 0; start < holdings.length; start += CHUNK) {
      await readTokens(holdings.slice(start, start + CHUNK), state)
    }
    lastSeen = state.poolIndex.bookmark()
  }

  return {
    token: (address) => (isNativeToken(address) ? native : known.get(address.toLowerCase())?.metadata),
    tokens: () => (list ??= [...known.values()].flatMap(({ metadata }) => metadata ?? [])),
    tradable: () => tradable,
    blockedHolders: () => blocked,
    isUnread: (token, poolIndex) =>
      !known.has(token) &&
      poolIndex
        .holding(token)
        .some((contract) =>
          getPools(poolIndex.contract(contract)).some(
            (pool) => pool.isHealthy && pool.tokens.includes(token as Address),
          ),
        ),

    suspect(tokens) {
      for (const token of tokens) if (known.has(token) && suspected.size < MAX_PROBES) suspected.add(token)
    },

    update(state) {
      updating ??= updateAll(state).finally(() => {
        updating = undefined
      })
      return updating
    },
  }
}

/** Returns each unknown token of a healthy pool, with its largest holders. */
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

/** Returns holdings of the first tokens that a healthy pool trades. */
function findHoldings(
  tokens: Iterable<Address>,
  { state, max }: { state: ChainState; max: number },
): Holding[] {
  const found: Holding[] = []
  for (const token of tokens) {
    if (found.length >= max) break
    const holding = findHolding(token, state)
    if (holding) found.push(holding)
  }
  return found
}

/**
 * Returns the deepest pools of a token as its holders. Prefers exchanges, because lending pools may
 * have lent out their balance. Returns several, because the depth of a pool may consist of the
 * other token.
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

/**
 * Checks whether a configured lending pool or vault mints the token. No pool may hold such a token,
 * so its transfers cannot be probed.
 */
function isClaim(token: string, poolIndex: PoolIndex): boolean {
  const pool = poolIndex.contract(token)
  return pool?.origin.kind === 'lending' && pool.tokens[1] === token
}
