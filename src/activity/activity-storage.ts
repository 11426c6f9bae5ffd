import * as v from 'valibot'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import { object } from '../../wire/own-object.ts'
import { addressSchema, amountSchema, hexSchema } from '../../wire/primitives.ts'
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { routeSchema } from '../events/event-schemas.ts'
import type { Route } from '../events/types.ts'
import { readText, writeText } from '../lib/stored-text.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import { MAX_SUPPORT_ID_LENGTH } from '../lib/thresholds.ts'
import type { ActivityEntry } from '../store/types.ts'
import { MAX_BATCH_ID_LENGTH } from '../wallet/types.ts'

/** Per account. The oldest ended entries are dropped. */
export const MAX_ENTRIES = 100

const VERSION = 1

const timeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15))
const textSchema = v.pipe(v.string(), v.maxLength(200))
/**
 * Truncates names from services and wallets, so that a long name does not make the entry
 * unreadable.
 */
const cutTextSchema = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_SUPPORT_ID_LENGTH)),
)
const MAX_WORD = (2n ** 256n - 1n).toString()
/** Limits amounts to uint256. Compares text, because checks also run on text without digits. */
const wordSchema = v.pipe(
  amountSchema,
  v.check((amount) => amount.length < MAX_WORD.length || amount <= MAX_WORD),
)
/** The hash of a transaction or of a multisig request: both are 32 bytes. */
const hashSchema = v.pipe(hexSchema, v.length(66))
/** Longer calldata does not fit into a transaction that nodes relay (128 kB). */
const callDataSchema = v.pipe(hexSchema, v.maxLength(262_146))
const chainIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const tokenSchema = object({
  chainId: chainIdSchema,
  address: addressSchema,
  symbol: cutTextSchema,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS)),
})

const entrySchema = object({
  id: textSchema,
  status: v.picklist(['pending', 'done', 'failed']),
  chainId: chainIdSchema,
  account: addressSchema,
  receiver: addressSchema,
  inputToken: tokenSchema,
  outputToken: tokenSchema,
  inputAmount: wordSchema,
  purchase: v.optional(object({ firm: v.optional(wordSchema), maximum: wordSchema })),
  indicative: wordSchema,
  firm: v.optional(wordSchema),
  minimum: v.optional(wordSchema),
  received: v.optional(wordSchema),
  paid: v.optional(wordSchema),
  gasPaid: v.optional(wordSchema),
  gasEstimate: v.optional(wordSchema),
  slippageBps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
  partnerFee: v.optional(
    object({
      address: addressSchema,
      feeBps: v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)),
      amount: v.optional(wordSchema),
      logIndex: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      usd: v.optional(v.number()),
    }),
  ),
  hash: v.optional(hashSchema),
  batchId: v.optional(v.pipe(v.string(), v.maxLength(MAX_BATCH_ID_LENGTH))),
  batchWallet: v.optional(v.pipe(v.string(), v.maxLength(MAX_BATCH_ID_LENGTH))),
  replacedHash: v.optional(hashSchema),
  approvalHashes: v.array(hashSchema),
  approvedInBatch: v.optional(v.boolean()),
  isUnverified: v.optional(v.boolean()),
  copies: v.optional(v.array(object({ hash: hashSchema, kind: v.picklist(['speed-up', 'cancel']) }))),
  errorCode: v.optional(v.pipe(v.string(), v.transform(toErrorCode))),
  supportId: v.optional(cutTextSchema),
  startedAt: timeSchema,
  endedAt: v.optional(timeSchema),
  deadlineAt: v.optional(timeSchema),
  chainDeadline: v.optional(timeSchema),
  call: v.optional(object({ to: addressSchema, data: callDataSchema, value: wordSchema })),
  // An entry with an unreadable route is watched and emits no events.
  route: v.fallback(
    v.optional(v.custom<Route>((value) => v.safeParse(routeSchema, value).success)),
    undefined,
  ),
  trace: v.optional(
    object({
      fromBlock: wordSchema,
      isGuess: v.optional(v.boolean()),
      nonce: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
  ),
})

const storedSchema = object({
  version: v.literal(VERSION),
  entries: v.array(v.unknown()),
  unanswered: v.optional(v.array(v.unknown()), []),
})

/** `entries`: the recorded swaps. `unanswered`: swaps whose wallet request is still open. */
type List = 'entries' | 'unanswered'

/** A stored list, newest first. Unreadable entries are omitted; unreadable storage is empty. */
export function readActivity(key: string, list: List = 'entries'): ActivityEntry[] {
  return readLists(key)[list]
}

function readLists(key: string): Record<List, ActivityEntry[]> {
  try {
    const stored = v.parse(storedSchema, JSON.parse(readText(key) ?? 'null'))
    return { entries: toEntries(stored.entries), unanswered: toEntries(stored.unanswered) }
  } catch (error) {
    // A defect must not be taken for an empty list, which the next write would store.
    rethrowDefect(error)
    return { entries: [], unanswered: [] }
  }
}

function toEntries(stored: readonly unknown[]): ActivityEntry[] {
  return limit(
    stored.flatMap((one) => {
      const { success, output } = v.safeParse(entrySchema, one)
      return success ? [output] : []
    }),
  )
}

/**
 * Stores the changes on top of the entries that other widgets and tabs of the same integrator have
 * stored. Returns false if storage is blocked or full.
 */
export function writeActivity(
  key: string,
  now: readonly ActivityEntry[],
  before: readonly ActivityEntry[],
  list: List = 'entries',
): boolean {
  const kept = new Set(now.map(({ id }) => id))
  const removed = new Set(before.map(({ id }) => id).filter((id) => !kept.has(id)))
  const changed = now.filter((entry) => !before.includes(entry))
  const stored = readLists(key)
  const others = stored[list].filter(
    ({ id }) => !removed.has(id) && !changed.some((entry) => entry.id === id),
  )
  const lists = { ...stored, [list]: limit([...changed, ...others]) }
  const isEmpty = lists.entries.length === 0 && lists.unanswered.length === 0
  return writeText(key, isEmpty ? undefined : stringifyJson({ version: VERSION, ...lists }))
}

/** Newest first, and at most `MAX_ENTRIES` of each account. Pending entries are never dropped. */
export function limit(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const counts = new Map<string, number>()
  return [...entries]
    .sort((a, b) => b.startedAt - a.startedAt)
    .filter(({ account, status }) => {
      const count = (counts.get(account.toLowerCase()) ?? 0) + 1
      counts.set(account.toLowerCase(), count)
      return count <= MAX_ENTRIES || status === 'pending'
    })
}

/** Codes of other versions become `UNKNOWN`. */
function toErrorCode(code: string): ErrorCode {
  return Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'UNKNOWN'
}
