import type { Transaction } from 'viem'
import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { orUnknown, type ReportError, reportDefect } from '../errors/report-defect.ts'
import { reportFirst } from '../errors/report-many.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { createExpiryCheck } from './expiry-check.ts'
import { findByLogs, hasCall } from './find-by-logs.ts'
import { createNonceSearch, type NonceSearch, readFirstNonce } from './find-by-nonce.ts'
import { type Block, createRangeSearch, type Range, type RangeSearch } from './range-search.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader } from './types.ts'

type SentQuery = Parameters<ChainReader['findSent']>[0]

/**
 * A block must be this much later than the deadline: nodes may be behind, and the last blocks
 * replaced.
 */
const DEADLINE_MARGIN_S = 60
/** The search starts this many blocks back if the block before the wallet request is unknown. */
const DEFAULT_BLOCKS = 50n
const MAX_BACKOFF_MS = 15_000

/**
 * Finds a call that a wallet may have sent without returning its hash: among pending transactions,
 * among the mined ones of the account, by the logs of the called contract (another account may have
 * sent it), and by the hash that the wallet names, once the chain shows it.
 * Resolves to its hash, or to undefined once several polls of all nodes show that the deadline has
 * passed and a second search of all blocks found nothing. Never resolves to undefined if the first
 * block is a guess.
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
  /** `reportError`: receives defects, after which polling continues. Default: none are reported. */
  { pollMs, reportError = () => {} }: { pollMs: number; reportError?: ReportError | undefined },
): Promise<Hex | undefined> {
  const report = reportFirst(reportError)
  const search = createSearch(client, { ...call, signal, reportError: report })
  const lastTime = (chainDeadline ?? Number.POSITIVE_INFINITY) + DEADLINE_MARGIN_S
  const expiry = createExpiryCheck(client, { from: call.from, start: call.fromBlock ?? 0n, lastTime })
  let failures = 0
  let isStarted = call.fromBlock !== undefined
  for (let polls = 1; ; polls += 1) {
    signal.throwIfAborted()
    try {
      const latest = await client.getBlock()
      const isLate = Number(latest.timestamp) > lastTime
      const { hash, isComplete, count, fromBlock } = await search(latest, lastTime)
      if (hash) return hash
      if (!isStarted) onStart?.(fromBlock)
      isStarted = true
      if (await expiry.confirm({ isSearched: isLate && isComplete && isAnswered(), count })) return undefined
      failures = 0
    } catch (error) {
      reportDefect(error, report)
      failures += 1
    }
    if (polls >= maxPolls) throw new SluiceError('TIMEOUT')
    await sleep(Math.min(pollMs * 2 ** Math.min(failures, 6), MAX_BACKOFF_MS), signal)
  }
}

interface Found {
  hash: Hex | undefined
  /** True if no transaction that may be the call is left unread. */
  isComplete: boolean
  /** The number of the account's transactions that were read. */
  count: number | undefined
  /** The first block of the search. */
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
    reportError,
  }: Omit<SentQuery, 'chainDeadline' | 'maxPolls' | 'isAnswered' | 'onStart'> & { reportError: ReportError },
) {
  /** Transactions known to be something else. */
  const others = new Set<Hex>()
  const recognizer = createRecognizer({ from, to, data, value, known })
  const isKnownStart = fromBlock !== undefined && !isGuess
  let since = fromBlock
  let ranges: RangeSearch<Hex> | undefined
  /** The lowest nonce of the call if the account sent it itself. */
  let firstNonce: number | undefined
  let nonces: NonceSearch | undefined

  return async (latest: Block, lastTime: number): Promise<Found> => {
    since ??= latest.number > DEFAULT_BLOCKS ? latest.number - DEFAULT_BLOCKS : 0n
    const start = since
    // Only after that block, because the nonce at a node's newest block may include the call.
    if (latest.number > start)
      firstNonce ??= await orUnknown(readFirstNonce(client, { from, block: start }), reportError)
    const ways = [
      ...(isMinedOnly ? [] : [() => findPending(start)]),
      () => findByNonces(start, latest.number),
      () => searchLogs(start, latest, lastTime),
      () => findNamed(start),
    ]
    const hash = await findFirst(ways, { signal, reportError })
    const isSearched = nonces?.isComplete() === true && ranges?.isComplete() === true
    const isComplete = isKnownStart && isSearched && recognizer.isAllRead()
    return { hash, isComplete, count: nonces?.count(), fromBlock: start }
  }

  function searchLogs(start: bigint, latest: Block, lastTime: number): Promise<Hex | undefined> {
    const isCallSince = (one: Shown) => isCall(one, start) || recognizer.noteUnread(one, start)
    const findIn = (range: Range) => findByLogs(client, { from, to, ...range, others, isCall: isCallSince })
    ranges ??= createRangeSearch(client, { start, signal, findIn })
    return ranges.find(latest, lastTime)
  }

  /** Only the wallet may recognize a packed call. Ignores a hash that no node returns. */
  async function findNamed(start: bigint): Promise<Hex | undefined> {
    const hash = named()
    if (!hash || recognizer.isKnown(hash)) return undefined
    const shown = await orUnknown(client.getTransaction({ hash }), reportError)
    const isSince = !isKnownStart || shown?.blockNumber == null || shown.blockNumber > start
    return shown && isSince ? hash : undefined
  }

  /** Many nodes return no pending transactions. The call is then found once it is mined. */
  async function findPending(start: bigint): Promise<Hex | undefined> {
    const read = client.getBlock({ blockTag: 'pending', includeTransactions: true })
    const block = await orUnknown(read, reportError)
    return block?.transactions.find((entry) => sameAddress(entry.from, from) && isCall(entry, start))?.hash
  }

  async function findByNonces(start: bigint, latest: bigint): Promise<Hex | undefined> {
    nonces ??= createNonceSearch(client, { from, start, signal, isCall: (one) => isCall(one, start) })
    if (latest <= start) return undefined
    const first = firstNonce ?? (await readFirstNonce(client, { from, block: start }))
    return (await nonces.find(first, latest))?.hash
  }

  function isCall(transaction: Shown, start: bigint): boolean {
    return recognizer.isCall(transaction, { start, firstNonce })
  }
}

/** Returns the first result. A failed strategy does not stop the next one. */
async function findFirst(
  ways: (() => Promise<Hex | undefined>)[],
  { signal, reportError }: { signal: AbortSignal; reportError: ReportError },
): Promise<Hex | undefined> {
  const failures: unknown[] = []
  for (const way of ways) {
    signal.throwIfAborted()
    const found = await way().catch((error: unknown) => {
      reportDefect(error, reportError)
      failures.push(error)
    })
    if (found) return found
  }
  if (failures.length > 0) throw failures[0]
  return undefined
}

/** Distinguishes the call from other transactions of the account. */
function createRecognizer({
  from,
  to,
  data,
  value,
  known,
}: Pick<SentQuery, 'from' | 'to' | 'data' | 'value'> & Required<Pick<SentQuery, 'known'>>) {
  /** Transactions that did something for the account without showing the called contract. */
  const unread = new Set<Hex>()

  /**
   * Records a transaction that may contain the packed call, from another account or from delegated
   * code. Always returns false.
   */
  function noteUnread(transaction: Shown, start: bigint): false {
    const { hash, from: sender, to: receiver, blockNumber } = transaction
    const mayPack = !sameAddress(sender, from) || (receiver !== null && sameAddress(receiver, from))
    const isSince = blockNumber == null || blockNumber > start
    if (mayPack && isSince) unread.add(hash)
    return false
  }

  /**
   * True if the transaction is the call, was sent since the wallet request, and is not another swap
   * with the same call.
   */
  function isCall(
    transaction: Shown,
    { start, firstNonce }: { start: bigint; firstNonce: number | undefined },
  ): boolean {
    const { nonce, blockNumber } = transaction
    const isEarlier =
      blockNumber == null ? firstNonce !== undefined && nonce < firstNonce : blockNumber <= start
    if (isEarlier && sameAddress(transaction.from, from)) return false
    return hasCall(transaction, { to, data, value }) && !isKnown(transaction.hash)
  }

  function isOther(wanted: Hex): boolean {
    return known().some(({ hash }) => sameAddress(hash, wanted))
  }

  /**
   * True if the hash belongs to another swap of the same trade. Different trades may share a
   * transaction.
   */
  function isKnown(wanted: Hex): boolean {
    return known().some(({ hash, isSame }) => isSame && sameAddress(hash, wanted))
  }

  return { isCall, noteUnread, isKnown, isAllRead: () => [...unread].every(isOther) }
}

type Shown = Pick<Transaction, 'hash' | 'from' | 'nonce' | 'blockNumber' | 'to' | 'input' | 'value'>
