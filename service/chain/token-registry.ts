import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { createBlockReader } from './block-reader.ts'
import { getPools, type PoolIndex } from './pool-index.ts'
import { type Holding, type ProbedToken, probeTokens, type TransferTrait } from './probe-transfers.ts'
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
  /** Whether a healthy pool trades a token that was not read yet. In lower case. */
  isUnread(token: string, poolIndex: PoolIndex): boolean
  /**
   * Reads the tokens of new pools, and probes again those whose transfers are unknown. Beside following: tokens are anybody's
   * contracts, and slow ones must not delay a block. One update at a time: a call during one gets that one. Rejects where
   * the node fails: the next update reads what is left.
   */
  update(state: ChainState): Promise<void>
  /** Accounts of pools that cannot transfer a token which others can, by token in lower case. */
  blockedHolders(): ReadonlyMap<string, ReadonlySet<Address>>
  /** A quote through these failed: their transfers are probed again within seconds, as they may have changed. */
  suspect(tokens: Iterable<Address>): void
}

interface KnownToken {
  metadata: TokenMetadata | undefined
  transfers: TransferTrait
  /** Probes in a row that told nothing. */
  failures: number
}

/** Tokens that are read at a time. */
const CHUNK = 256
/** Blocks between probes of tokens whose transfers are unknown, and how many are probed at a time. */
const BLOCKS_BETWEEN_PROBES = 32n
const MAX_PROBES = 512
/** Seconds of the chain's clock between probes of the known tokens that were probed longest ago, and how many: one simulation. */
const SLICE_SECONDS = 60n
const SLICE = 32
/** Seconds of the chain's clock between probes of tokens of failed quotes, which anybody can ask for, and how many. */
const SUSPECT_SECONDS = 10n
const MAX_SUSPECTED = 32
/** Blocks after which a token that takes a tax is probed again: some end it. */
const BLOCKS_OF_TAX = 4_096n
/** Probes in a row that tell nothing, by which a token is no longer taken for what it was: one may fail because of a node. */
const MAX_FAILURES = 3
/** A token whose probe is costly waits twice as long each time, up to 4,096 times as long. */
const MAX_DOUBLINGS = 12
/** Holders of a token that its transfers are probed from. */
const MAX_HOLDERS = 5

export interface TokenRegistryDeps {
  client: PublicClient
  config: Pick<
    ChainServiceConfig,
    'nativeCurrency' | 'weth' | 'referenceStable' | 'baseTokens' | 'multicall3'
  >
  /** Tokens became known or tradable, or are no longer tradable. */
  onChange?: () => void
}

export function createTokenRegistry({
  client,
  config,
  onChange = () => undefined,
}: TokenRegistryDeps): TokenRegistry {
  const known = new Map<string, KnownToken>()
  /** Tokens to probe again; those probed longest ago first. */
  const unprobed = new Map<Address, { costlyProbes: number; probeAt: bigint }>()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  const trusted = new Set(
    [config.weth, config.referenceStable, ...config.baseTokens].map((token) => token.toLowerCase()),
  )
  /** All others of known metadata; those probed longest ago first. */
  const rotation = new Set<Address>()
  const suspected = new Set<Address>()
  const blocked = new Map<string, Set<Address>>()
  /** Of `rotation`, those probed now. */
  const slice = new Set<Address>()
  let list: readonly TokenMetadata[] | undefined
  let tradable: TokenSet = new VersionedMap()
  let lastSeen: Bookmark | undefined
  let probeAt = 0n
  let suspectAt = 0n
  let sliceAt: bigint | undefined
  let updating: Promise<void> | undefined

  /** Known tokens whose transfers have to be probed again. */
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
    // Nobody asked: a base token is not lost by one probe.
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

  /** Returns whether the blocked holders of a token have changed. */
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
    // A token may end the block: it is probed again soon, and not only in its turn.
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
    // Nothing has a price without the trusted ones.
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

/** Of the first tokens that a healthy pool trades. */
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
