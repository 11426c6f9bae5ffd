import type { TransactionReceipt } from 'viem'
import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { type ReportError, reportDefect, rethrowDefect } from '../errors/report-defect.ts'
import { reportFirst } from '../errors/report-many.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { decodeRevert } from './decode-revert.ts'
import { createExpiryCheck, type ExpiryCheck } from './expiry-check.ts'
import { hasCall } from './find-by-logs.ts'
import { createNonceSearch, findByNonce, type NonceSearch, readFirstNonce } from './find-by-nonce.ts'
import { type ExecutedQuery, type ExecutedSearch, ofRequest, searchExecuted } from './find-executed.ts'
import { getNodes, type ReadClient } from './read-actions.ts'
import { getMessage, getRevertData } from './rpc-error.ts'
import type { ChainReader, Receipt, WatchOutcome } from './types.ts'

type WatchQuery = Parameters<ChainReader['watch']>[0]

/** `reportError`: receives defects, after which polling continues. Default: none are reported. */
interface WatchOptions extends Partial<WatchTiming> {
  reportError?: ReportError | undefined
}

export interface WatchTiming {
  /** Delay between two polls, in milliseconds. */
  pollMs: number
  /**
   * After this time without the node returning it, a transaction is reported as unseen; it may be
   * in a private relay.
   */
  unseenAfterMs: number
  /**
   * A seen transaction that nodes have not returned for this time, and that is missing from the
   * pending nonce, is dropped. Time while the device slept or nodes did not respond does not count.
   */
  droppedAfterMs: number
}

export const WATCH_TIMING: WatchTiming = { pollMs: 1_000, unseenAfterMs: 90_000, droppedAfterMs: 300_000 }

const MAX_BACKOFF_MS = 15_000
/** Signers may take days, so each poll for them is delayed by this factor. */
const SIGNERS_FACTOR = 1.15
/**
 * A block must be this much later than the deadline: nodes may be behind, and the last blocks
 * replaced.
 */
const DEADLINE_MARGIN_S = 60
/** Responses may be briefly inconsistent while a block is produced, or behind a load balancer. */
const MAX_MISSES = 5
/** The longest counted time between two responses, because hidden pages poll once a minute. */
const MAX_GAP_MS = 60_000

/**
 * Polls a transaction until its outcome is known. The nonce distinguishes a replacement from a
 * drop: once the account has used it for another transaction, this one can never be mined. A
 * transaction that was never seen is never dropped, because private relays show nothing before it
 * is mined; its call is searched among the later transactions of the account. Failed polls are
 * retried with backoff.
 */
export async function watchTransaction(
  client: ReadClient,
  {
    transaction,
    signal,
    maxPolls = Number.POSITIVE_INFINITY,
    chainDeadline,
    copies = () => [],
    known = () => [],
    onAwaitingSigners,
    onUnseen,
    onTrace,
  }: WatchQuery,
  { reportError = () => {}, ...timing }: WatchOptions = {},
): Promise<WatchOutcome> {
  const { pollMs, ...limits } = { ...WATCH_TIMING, ...timing }
  const watch = createWatch(
    client,
    { transaction, chainDeadline, known, signal, ...(onTrace && { onTrace }) },
    limits,
  )
  const report = reportFirst(reportError)
  let failures = 0
  let awaited = 0
  let isUnseen = false
  for (let polls = 1; ; polls += 1) {
    signal.throwIfAborted()
    try {
      const outcome = await watch.poll()
      const isOver = typeof outcome === 'object'
      if (isOver && isSuccess(outcome)) return outcome
      const copy = await findCopy(client, copies())
      if (copy?.receipt) return { kind: 'replaced', receipt: await toReceipt(client, copy.receipt) }
      // While a copy is pending, the failure of the first transaction is not the end.
      if (isOver && !copy) return outcome
      if (outcome === 'awaiting-signers' && awaited === 0) onAwaitingSigners?.()
      if (outcome === 'awaiting-signers') awaited += 1
      if (isUnseen !== (outcome === 'unseen')) onUnseen?.(!isUnseen)
      isUnseen = outcome === 'unseen'
      failures = 0
    } catch (error) {
      // The transaction is sent regardless of this error: keep polling.
      reportDefect(error, report)
      failures += 1
      // A request that waits for signers has no visible transaction.
      const isNowUnseen = awaited === 0 && watch.isUnseen()
      if (!isUnseen && isNowUnseen) onUnseen?.(true)
      isUnseen ||= isNowUnseen
    }
    if (polls >= maxPolls) throw new SluiceError('TIMEOUT')
    const factor = failures > 0 ? 2 ** Math.min(failures, 6) : SIGNERS_FACTOR ** Math.min(awaited, 50)
    await sleep(Math.min(pollMs * factor, MAX_BACKOFF_MS), signal)
  }
}

function isSuccess(outcome: WatchOutcome): boolean {
  return 'receipt' in outcome && outcome.receipt.status === 'success'
}

/** Returns a mined copy that succeeded, with its receipt, or a pending one. */
async function findCopy(
  client: ReadClient,
  copies: readonly Hex[],
): Promise<{ receipt: TransactionReceipt | undefined } | undefined> {
  let isPending = false
  for (const hash of copies) {
    const receipt = await findReceipt(client, hash)
    if (receipt?.status === 'success') return { receipt }
    isPending ||= !receipt && (await orUndefined(client.getTransaction({ hash }))) !== undefined
  }
  return isPending ? { receipt: undefined } : undefined
}

function createWatch(
  client: ReadClient,
  {
    transaction,
    chainDeadline,
    known,
    signal,
    onTrace = () => {},
  }: Pick<WatchQuery, 'transaction' | 'chainDeadline' | 'signal' | 'onTrace'> &
    Required<Pick<WatchQuery, 'known'>>,
  timing: Omit<WatchTiming, 'pollMs'>,
) {
  const { hash, from, trace } = transaction
  let nonce = trace?.nonce
  let firstBlock = trace?.fromBlock
  // The request may have been executed before this watch began.
  const guess = (trace?.isGuess ?? trace === undefined) ? { isGuess: true } : {}
  let isContractAccount: boolean | undefined
  let lastSeen = Date.now()
  let lastMiss: number | undefined
  let missingMs = 0
  let isRelayed = false
  let misses = 0
  let firstNonce: number | undefined
  let ownSearch: NonceSearch | undefined
  /**
   * True if the hash may belong to this swap: wallets and relays have returned the hash of an
   * earlier one.
   */
  let isHash = /^0x[0-9a-fA-F]{64}$/.test(hash)
  const executions = createExecutionWatch(client, {
    transaction,
    chainDeadline,
    isGuess: guess.isGuess === true,
    known,
    isTransaction: () => isRelayed,
    signal,
  })

  async function poll(): Promise<WatchOutcome | 'awaiting-signers' | 'unseen' | undefined> {
    if (firstBlock === undefined) {
      firstBlock = await client.getBlockNumber({ cacheTime: 0 })
      onTrace({ fromBlock: firstBlock, ...guess, nonce })
    }
    const receipt = isHash ? await findReceipt(client, hash) : undefined
    isHash &&= guess.isGuess || !receipt || receipt.blockNumber >= firstBlock
    if (receipt && isHash) return { kind: 'mined', receipt: await toReceipt(client, receipt) }

    const pending = isHash ? await orUndefined(client.getTransaction({ hash })) : undefined
    if (pending) {
      lastSeen = Date.now()
      lastMiss = undefined
      missingMs = 0
      // A relayer sends what others signed, so its nonce replaces nothing of this account.
      isRelayed = !sameAddress(pending.from, from)
      const shown = isRelayed ? undefined : pending.nonce
      if (nonce !== shown) onTrace({ fromBlock: firstBlock, ...guess, nonce: shown })
      nonce = shown
    } else {
      countMiss()
      if (isRelayed) {
        const executed = await executions.find(firstBlock)
        if (executed) return executed
      }
      isContractAccount ??= hasOwnCode(await client.getCode({ address: from }))
      if (isContractAccount) {
        const executed = await executions.find(firstBlock)
        if (executed) return executed
        if (!guess.isGuess && (await executions.isExpired())) return { kind: 'dropped' }
        return executions.isUpToDate() ? 'awaiting-signers' : undefined
      }
    }
    const outcome = await (nonce === undefined ? findUnseen(firstBlock) : findReplacement(nonce, firstBlock))
    return outcome ?? (isUnseenFor(timing.unseenAfterMs) ? 'unseen' : undefined)
  }

  async function findReplacement(used: number, since: bigint): Promise<WatchOutcome | undefined> {
    const latest = await client.getBlockNumber({ cacheTime: 0 })
    const count = await client.getTransactionCount({ address: from, blockNumber: latest })
    if (count <= used) return (await isGone(used)) ? { kind: 'dropped' } : undefined
    // The nonce is used, possibly by this transaction itself if it was mined since the receipt was
    // read.
    const own = isHash ? await findReceipt(client, hash) : undefined
    if (own) return { kind: 'mined', receipt: await toReceipt(client, own) }
    const before = since > 0n ? since - 1n : 0n
    const other = await findByNonce(client, { from, nonce: used, before, after: latest, signal })
    if (!other) {
      // The transaction that used the nonce may be this swap too, so it is not known to be a
      // cancellation.
      misses += 1
      return misses < MAX_MISSES ? undefined : { kind: 'dropped' }
    }
    // A wallet may have packed the same call. Its receipt shows whether it swapped.
    if (!hasCall(other, transaction)) return { kind: 'cancelled', hash: other.hash }
    const receipt = await findReceipt(client, other.hash)
    return receipt && { kind: 'replaced', receipt: await toReceipt(client, receipt) }
  }

  /**
   * Finds a transaction that no node ever returned, as with a private relay, whose nonce is
   * unknown. Its wallet may have sent the call again under another hash, so the account's
   * transactions since the request are searched.
   */
  async function findUnseen(since: bigint): Promise<WatchOutcome | undefined> {
    if (isRelayed || guess.isGuess) return undefined
    try {
      const latest = await client.getBlockNumber({ cacheTime: 0 })
      // Only after that block, because the nonce at a node's newest block may include the call.
      if (latest <= since) return undefined
      firstNonce ??= await readFirstNonce(client, { from, block: since })
      ownSearch ??= createNonceSearch(client, {
        from,
        start: since,
        signal,
        isCall: (one) => hasCall(one, transaction) && !isKnown(one.hash),
      })
      const sent = await ownSearch.find(firstNonce, latest)
      const receipt = sent && !sameAddress(sent.hash, hash) && (await findReceipt(client, sent.hash))
      return receipt ? { kind: 'replaced', receipt: await toReceipt(client, receipt) } : undefined
    } catch (error) {
      rethrowDefect(error)
      return undefined
    }
  }

  /** True if the hash belongs to another swap of the same trade. */
  function isKnown(wanted: Hex): boolean {
    return known().some((other) => other.isSame && sameAddress(other.hash, wanted))
  }

  /** Limits the counted gap: a node that responds after a pause may be behind or another one. */
  function countMiss(): void {
    const now = Date.now()
    if (lastMiss !== undefined) missingMs += Math.min(now - lastMiss, MAX_GAP_MS)
    lastMiss = now
  }

  function isUnseenFor(ms: number): boolean {
    return Date.now() - lastSeen > ms
  }

  async function isGone(used: number): Promise<boolean> {
    if (missingMs <= timing.droppedAfterMs) return false
    const counts = await Promise.allSettled(
      getNodes(client).map((node) => node.getTransactionCount({ address: from, blockTag: 'pending' })),
    )
    const read = counts.flatMap((count) => (count.status === 'fulfilled' ? [count.value] : []))
    return read.length > 0 && read.every((count) => count <= used)
  }

  return { poll, isUnseen: () => isUnseenFor(timing.unseenAfterMs) }
}

/** Watches for another account's transaction that executes the request of a contract account. */
function createExecutionWatch(
  client: ReadClient,
  {
    chainDeadline,
    ...query
  }: Omit<ExecutedQuery, 'fromBlock' | 'lastTime'> & Pick<WatchQuery, 'chainDeadline'>,
) {
  const { from } = query.transaction
  const lastTime = (chainDeadline ?? Number.POSITIVE_INFINITY) + DEADLINE_MARGIN_S
  let search: ExecutedSearch | undefined
  let expiry: ExpiryCheck | undefined

  return {
    async find(fromBlock: bigint): Promise<WatchOutcome | undefined> {
      search ??= searchExecuted(client, { ...query, fromBlock, lastTime })
      expiry ??= createExpiryCheck(client, { from, start: fromBlock, lastTime })
      const executed = await search.find()
      const mined = executed && (await findReceipt(client, executed.hash))
      if (!mined) return undefined
      // A replay cannot find the reason, because the signatures of the request are already used.
      const receipt = await toReceipt(client, ofRequest(mined, executed), !executed.isFailure)
      return { kind: 'mined', receipt }
    },
    isUpToDate: () => search?.isUpToDate() === true,
    isExpired: async () => (await expiry?.confirm({ isSearched: search?.isTooLate() === true })) === true,
  }
}

/**
 * True if the account is a contract. One with delegated code (EIP-7702) signs its own transactions.
 */
export function hasOwnCode(code: Hex | undefined): boolean {
  return code !== undefined && code !== '0x' && !code.toLowerCase().startsWith('0xef0100')
}

/**
 * The receipt of this hash. Undefined without one, or if the node returned another transaction's.
 */
async function findReceipt(client: ReadClient, hash: Hex): Promise<TransactionReceipt | undefined> {
  const receipt = await orUndefined(client.getTransactionReceipt({ hash }))
  return receipt && sameAddress(receipt.transactionHash, hash) ? receipt : undefined
}

/** Undefined for viem's "not found" errors; rethrows other errors. */
async function orUndefined<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise
  } catch (error) {
    const isNotFound = error instanceof Error && /NotFoundError$/.test(error.name)
    if (isNotFound) return undefined
    throw error
  }
}

async function toReceipt(
  client: ReadClient,
  receipt: TransactionReceipt,
  hasReason = receipt.status === 'reverted',
): Promise<Receipt> {
  return {
    status: receipt.status,
    hash: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    gasUsed: receipt.gasUsed,
    effectiveGasPrice: receipt.effectiveGasPrice,
    ...getL1Fee(receipt),
    revertReason:
      hasReason && receipt.status === 'reverted' ? await getRevertReason(client, receipt) : undefined,
    logs: receipt.logs.map(({ address, topics, data, logIndex }) => ({
      address,
      topics: [...topics],
      data,
      logIndex,
    })),
  }
}

/** Nodes of OP Stack chains include it in receipts. */
function getL1Fee(receipt: TransactionReceipt & { l1Fee?: unknown }): Pick<Receipt, 'l1Fee'> {
  const { l1Fee } = receipt
  return typeof l1Fee === 'string' && /^0x[\da-f]+$/i.test(l1Fee) ? { l1Fee: BigInt(l1Fee) } : {}
}

/**
 * Replays the transaction on the block before its own, which usually gives the same revert reason,
 * and on its own block if it succeeds there: then an earlier transaction of the block made it fail.
 */
async function getRevertReason(client: ReadClient, receipt: TransactionReceipt): Promise<string | undefined> {
  try {
    const { from, to, input, value, gas } = await client.getTransaction({ hash: receipt.transactionHash })
    // A call that runs out of gas leaves up to 1/64 of it to its caller.
    if (receipt.gasUsed * 64n >= gas * 63n) return 'out of gas'
    for (const blockNumber of [receipt.blockNumber - 1n, receipt.blockNumber]) {
      await client.call({ account: from, to, data: input, value, gas, blockNumber })
    }
    return undefined
  } catch (error) {
    rethrowDefect(error)
    return decodeRevert(getRevertData(error), getMessage(error))
  }
}
