import type { Transaction } from 'viem'
import { SluiceError } from '../errors/sluice-error.ts'
import { type Hex, sameAddress } from '../lib/address.ts'
import { sleep } from '../lib/sleep.ts'
import { findByLogs, hasCall } from './find-by-logs.ts'
import { createNonceSearch, type NonceSearch, readFirstNonce } from './find-by-nonce.ts'
import { type Block, createRangeSearch, type Range, type RangeSearch } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader } from './types.ts'

type SentQuery = Parameters<ChainReader['findSent']>[0]

/** How much later than the deadline a block has to be: nodes may be behind, and the last blocks replaced. */
const DEADLINE_MARGIN_S = 60
/** Where the block at which the wallet was asked is unknown: so many blocks back. */
const DEFAULT_BLOCKS = 50n
const MAX_BACKOFF_MS = 15_000

/**
 * Looks for a call that a wallet may have sent without naming its transaction: among what is pending, among the mined
 * transactions of the account, by the logs of the called contract, where another account may have sent it, and by the hash
 * that its wallet names, once the chain shows that. Resolves to its hash; undefined once a block is later than the deadline,
 * after which it can swap nothing, and everything since the wallet was asked was then looked at once more.
 * Where that block is unknown it is never taken for not sent.
 */
export async function findSent(
  client: ReadClient,
  {
    signal,
    chainDeadline,
    maxPolls = Number.POSITIVE_INFINITY,
    isAnswered = () => true,
    onStart,
    ...call
  }: SentQuery,
  pollMs: number,
): Promise<Hex | undefined> {
  const search = createSearch(client, { ...call, signal })
  const lastTime = (chainDeadline ?? Number.POSITIVE_INFINITY) + DEADLINE_MARGIN_S
  let failures = 0
  let isStarted = call.fromBlock !== undefined
  for (let polls = 1; ; polls += 1) {
    signal.throwIfAborted()
    try {
      const latest = await client.getBlock()
      const isLate = Number(latest.timestamp) > lastTime
      const { hash, isComplete, fromBlock } = await search(latest, lastTime)
      if (hash) return hash
      if (!isStarted) onStart?.(fromBlock)
      isStarted = true
      if (isLate && isComplete && isAnswered()) return undefined
      failures = 0
    } catch {
      failures += 1
    }
    if (polls >= maxPolls) throw new SluiceError('TIMEOUT')
    await sleep(Math.min(pollMs * 2 ** Math.min(failures, 6), MAX_BACKOFF_MS), signal)
  }
}

interface Found {
  hash: Hex | undefined
  /** Whether nothing that may be the call is left to be looked at. */
  isComplete: boolean
  /** Where the search begins. */
  fromBlock: bigint
}

function createSearch(
  client: ReadClient,
  {
    from,
    to,
    data,
    value,
    fromBlock,
    isGuess = false,
    known = () => [],
    named = () => undefined,
    isMinedOnly = false,
    signal,
  }: Omit<SentQuery, 'chainDeadline' | 'maxPolls' | 'isAnswered' | 'onStart'>,
) {
  /** Transactions that are known to be something else. */
  const others = new Set<Hex>()
  /** Those that did something for the account and do not show what was called. */
  const unread = new Set<Hex>()
  const isKnownStart = fromBlock !== undefined && !isGuess
  let since = fromBlock
  let ranges: RangeSearch<Hex> | undefined
  /** The first nonce that the call can have, where the account sent it itself. */
  let firstNonce: number | undefined
  let nonces: NonceSearch | undefined

  return async (latest: Block, lastTime: number): Promise<Found> => {
    since ??= latest.number > DEFAULT_BLOCKS ? latest.number - DEFAULT_BLOCKS : 0n
    const start = since
    // Only once that block is past: what a node counts at its newest one may be what follows.
    if (latest.number > start)
      firstNonce ??= await readFirstNonce(client, { from, block: start }).catch(() => undefined)
    const hash = await findFirst([
      ...(isMinedOnly ? [] : [() => findPending(start)]),
      () => findByNonces(start, latest.number),
      () => searchLogs(start, latest, lastTime),
      () => findNamed(start),
    ])
    const isSearched = nonces?.isComplete() === true && ranges?.isComplete() === true
    const isComplete = isKnownStart && isSearched && [...unread].every(isOther)
    return { hash, isComplete, fromBlock: start }
  }

  /** What the first way finds. One that fails keeps none of the others from it. */
  async function findFirst(ways: (() => Promise<Hex | undefined>)[]): Promise<Hex | undefined> {
    const failures: unknown[] = []
    for (const way of ways) {
      signal.throwIfAborted()
      const found = await way().catch((error: unknown) => void failures.push(error))
      if (found) return found
    }
    if (failures.length > 0) throw failures[0]
    return undefined
  }

  function searchLogs(start: bigint, latest: Block, lastTime: number): Promise<Hex | undefined> {
    const isCallSince = (one: Shown) => isCall(one, start) || noteUnread(one, start)
    const findIn = (range: Range) => findByLogs(client, { from, to, ...range, others, isCall: isCallSince })
    ranges ??= createRangeSearch(client, { start, signal, findIn })
    return ranges.find(latest, lastTime)
  }

  /** A call may be packed so that its wallet alone recognizes it. A name that no node knows is none. */
  async function findNamed(start: bigint): Promise<Hex | undefined> {
    const hash = named()
    if (!hash || isKnown(hash)) return undefined
    const shown = await client.getTransaction({ hash }).catch(() => undefined)
    const isSince = !isKnownStart || shown?.blockNumber == null || shown.blockNumber > start
    return shown && isSince ? hash : undefined
  }

  /** Another account, or one that delegates to a contract, may have packed the call. Never the call, as far as can be seen. */
  function noteUnread(transaction: Shown, start: bigint): false {
    const { hash, from: sender, to: receiver, blockNumber } = transaction
    const mayPack = !sameAddress(sender, from) || (receiver !== null && sameAddress(receiver, from))
    const isSince = blockNumber == null || blockNumber > start
    if (mayPack && isSince) unread.add(hash)
    return false
  }

  /** Many nodes show no pending transactions: then it is found once it is mined. */
  async function findPending(start: bigint): Promise<Hex | undefined> {
    const block = await client
      .getBlock({ blockTag: 'pending', includeTransactions: true })
      .catch(() => undefined)
    return block?.transactions.find((entry) => sameAddress(entry.from, from) && isCall(entry, start))?.hash
  }

  async function findByNonces(start: bigint, latest: bigint): Promise<Hex | undefined> {
    nonces ??= createNonceSearch(client, { from, start, signal, isCall: (one) => isCall(one, start) })
    if (latest <= start) return undefined
    const first = firstNonce ?? (await readFirstNonce(client, { from, block: start }))
    return (await nonces.find(first, latest))?.hash
  }

  /** Whether it is the call, sent since the wallet was asked, and not another swap of the same call. */
  function isCall(transaction: Shown, start: bigint): boolean {
    const { nonce, blockNumber } = transaction
    const isEarlier =
      blockNumber == null ? firstNonce !== undefined && nonce < firstNonce : blockNumber <= start
    if (isEarlier && sameAddress(transaction.from, from)) return false
    return hasCall(transaction, { to, data, value }) && !isKnown(transaction.hash)
  }

  function isOther(wanted: Hex): boolean {
    return known().some(({ hash }) => sameAddress(hash, wanted))
  }

  /** Whether it is another swap of the same. Two that differ may share a transaction. */
  function isKnown(wanted: Hex): boolean {
    return known().some(({ hash, isSame }) => isSame && sameAddress(hash, wanted))
  }
}

type Shown = Pick<Transaction, 'hash' | 'from' | 'nonce' | 'blockNumber' | 'to' | 'input' | 'value'>
