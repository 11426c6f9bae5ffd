import type { PublicClient } from 'viem'
import { type Address, isNativeToken, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import type { PoolIndex } from '../snapshot/pool-index.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import { type Bookmark, VersionedMap } from '../snapshot/versioned-map.ts'
import { createBlockedHolders } from './blocked-holders.ts'
import { createProbeSchedule, type NextProbe } from './probe-schedule.ts'
import { type Holding, probeTokens, type TransferTrait } from './probe-transfers.ts'
import { readTokenMetadata } from './read-token-metadata.ts'
import { findUnknown, isClaim, isTraded } from './token-holdings.ts'
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
/**
 * Consecutive inconclusive probes until a token loses its status. A single one may be the node's
 * fault.
 */
const MAX_FAILURES = 3
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
  const schedule = createProbeSchedule()
  const blocked = createBlockedHolders()
  const native: TokenMetadata = { address: NATIVE_TOKEN, ...config.nativeCurrency }
  const trusted = new Set(
    [config.weth, config.referenceStable, ...config.baseTokens].map((token) => token.toLowerCase()),
  )
  let list: readonly TokenMetadata[] | undefined
  let tradable: TokenSet = new VersionedMap()
  let lastSeen: Bookmark | undefined
  let updating: Promise<void> | undefined

  /** Records the result of a probe. Returns whether the token can be traded. */
  function remember(
    token: Address,
    { metadata, trait }: { metadata: TokenMetadata | undefined; trait: TransferTrait },
    { poolIndex, blockNumber }: ChainState,
  ): boolean {
    const last = known.get(token)
    const isRoutine = schedule.begin(token)
    if (last && trait === 'unmade') {
      schedule.repeat(token, isRoutine)
      return tradable.has(token)
    }
    // A base token is not dropped after one routine probe.
    if (isRoutine && trait === 'taxed' && tradable.has(token)) {
      schedule.suspect(token)
      return true
    }
    const settled = settleTransfers(last, trait)
    known.set(token, { metadata, ...settled })
    const isTrusted = trusted.has(token) || isClaim(token, poolIndex)
    schedule.probed(token, getNextProbe({ metadata, isTrusted, ...settled }), blockNumber)
    const { transfers } = settled
    return metadata !== undefined && (transfers === 'plain' || (transfers !== 'taxed' && isTrusted))
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
      const canTrade = remember(token, { metadata: own, trait: one.trait }, state)
      hasBlockChanged = blocked.note(holding, one) || hasBlockChanged
      // A token may end the block, so it is probed again soon.
      if (blocked.byToken.has(token)) schedule.recheck(token, state.blockNumber)
      if (canTrade !== tradable.has(token)) changes.set(token, canTrade || undefined)
    }
    if (unread.length > 0) list = undefined
    tradable = tradable.with(changes)
    if (unread.length > 0 || changes.size > 0 || hasBlockChanged) onChange()
  }

  async function updateAll(state: ChainState): Promise<void> {
    const unknown = findUnknown(state, { known, lastSeen })
    // Trusted tokens are read first, because no price exists without them.
    const sorted = unknown.toSorted((a, b) => Number(trusted.has(b.token)) - Number(trusted.has(a.token)))
    const holdings = [...sorted, ...schedule.take(state)]
    for (let start = 0; start < holdings.length; start += CHUNK) {
      await readTokens(holdings.slice(start, start + CHUNK), state)
    }
    lastSeen = state.poolIndex.bookmark()
  }

  return {
    token: (address) => (isNativeToken(address) ? native : known.get(address.toLowerCase())?.metadata),
    tokens: () => (list ??= [...known.values()].flatMap(({ metadata }) => metadata ?? [])),
    tradable: () => tradable,
    blockedHolders: () => blocked.byToken,
    isUnread: (token, poolIndex) => !known.has(token) && isTraded(token, poolIndex),

    suspect(tokens) {
      for (const token of tokens) if (known.has(token)) schedule.suspectForCaller(token)
    },

    update(state) {
      updating ??= updateAll(state).finally(() => {
        updating = undefined
      })
      return updating
    },
  }
}

type Settled = Pick<KnownToken, 'transfers' | 'failures'>

/** Combines a probe with the earlier ones, because an inconclusive probe may be the node's fault. */
function settleTransfers(last: KnownToken | undefined, trait: TransferTrait): Settled {
  if (trait === 'plain' || trait === 'taxed') return { transfers: trait, failures: 0 }
  const failures = (last?.failures ?? 0) + 1
  const isKept = last?.transfers === 'taxed' || (last?.transfers === 'plain' && failures < MAX_FAILURES)
  return { transfers: isKept ? last.transfers : trait, failures }
}

function getNextProbe({
  transfers,
  failures,
  metadata,
  isTrusted,
}: Settled & { metadata: TokenMetadata | undefined; isTrusted: boolean }): NextProbe | undefined {
  if (transfers === 'taxed') return 'taxed'
  if (transfers === 'plain' && failures > 0) return 'soon'
  if (!metadata) return undefined
  if (transfers === 'plain' || isTrusted) return 'routine'
  return transfers === 'costly' ? 'costly' : 'soon'
}
