import { formatAmount } from '../../../wire/lib/amount.ts'
import { differenceBps } from '../../lib/difference-bps.ts'
import { stringifyJson } from '../../lib/stringify-json.ts'
import type { ActivityEntry } from '../../store/types.ts'

/** Downloads entries as a file. Amounts are whole tokens in CSV and base units in JSON. */
export function exportActivity(entries: readonly ActivityEntry[], format: 'csv' | 'json'): void {
  const text = format === 'csv' ? toCsv(entries) : toJson(entries)
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json'
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = `swaps-${new Date().toISOString().slice(0, 10)}.${format}`
  link.click()
  // Some browsers read the Blob after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Omits the fields that are stored only to watch pending swaps. */
export function toJson(entries: readonly ActivityEntry[]): string {
  const listed = entries.map(({ call: _call, trace: _trace, startedAt, endedAt, ...entry }) => ({
    ...entry,
    slippageUsedBps: getSlippageUsedBps(entry),
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
  }))
  return `${stringifyJson(listed, 2)}\n`
}

type Column = [name: string, read: (entry: ActivityEntry) => string | number | undefined]

const COLUMNS: readonly Column[] = [
  ['sent', ({ startedAt }) => new Date(startedAt).toISOString()],
  ['ended', ({ endedAt }) => (endedAt === undefined ? undefined : new Date(endedAt).toISOString())],
  ['status', ({ status }) => status],
  ['error', ({ errorCode }) => errorCode],
  ['chainId', ({ chainId }) => chainId],
  ['account', ({ account }) => account],
  ['receiver', ({ receiver }) => receiver],
  ['inputToken', ({ inputToken }) => inputToken.symbol],
  ['inputTokenAddress', ({ inputToken }) => inputToken.address],
  ['inputAmount', ({ inputToken, inputAmount }) => toAmount(inputAmount, inputToken.decimals)],
  ['maximum', ({ inputToken, purchase }) => toAmount(purchase?.maximum, inputToken.decimals)],
  ['paid', ({ inputToken, paid }) => toAmount(paid, inputToken.decimals)],
  ['outputToken', ({ outputToken }) => outputToken.symbol],
  ['outputTokenAddress', ({ outputToken }) => outputToken.address],
  ['indicative', ({ outputToken, indicative }) => toAmount(indicative, outputToken.decimals)],
  ['firm', ({ outputToken, firm }) => toAmount(firm, outputToken.decimals)],
  ['minimum', ({ outputToken, minimum }) => toAmount(minimum, outputToken.decimals)],
  ['received', ({ outputToken, received }) => toAmount(received, outputToken.decimals)],
  ['slippageLimitBps', ({ slippageBps }) => slippageBps],
  ['slippageUsedBps', getSlippageUsedBps],
  ['gasEstimateWei', ({ gasEstimate }) => gasEstimate],
  ['gasPaidWei', ({ gasPaid }) => gasPaid],
  ['partnerFee', ({ outputToken, partnerFee }) => toAmount(partnerFee?.amount, outputToken.decimals)],
  ['partnerFeeUsd', ({ partnerFee }) => partnerFee?.usd],
  ['partnerFeeLogIndex', ({ partnerFee }) => partnerFee?.logIndex],
  ['partnerFeeBps', ({ partnerFee }) => partnerFee?.feeBps],
  ['hash', ({ hash }) => hash],
  ['replacedHash', ({ replacedHash }) => replacedHash],
  ['approvalHashes', ({ approvalHashes }) => approvalHashes.join(' ')],
  ['supportId', ({ supportId }) => supportId],
  ['routeId', ({ id }) => id],
]

/** Formats entries as RFC 4180 with every field quoted. */
export function toCsv(entries: readonly ActivityEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map(([, read]) => read(entry) ?? ''))
  return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

/**
 * Quotes a field. Token names are untrusted: an apostrophe precedes text that a spreadsheet would
 * run as a formula.
 */
function toField(value: string | number): string {
  const text = String(value)
  // A number cannot be a formula, even with a minus sign.
  if (typeof value === 'number') return `"${text}"`
  const safe = /^[\s\p{C}]*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * Returns how much worse the swap was than its signed quote, in basis points: less received for a
 * sale, more paid for a purchase. Negative if it was better. Undefined while unknown, and for a
 * wrap.
 */
function getSlippageUsedBps({
  slippageBps,
  purchase,
  firm,
  received,
  paid,
}: Pick<ActivityEntry, 'slippageBps' | 'purchase' | 'firm' | 'received' | 'paid'>): number | undefined {
  if (slippageBps === undefined) return undefined
  const [expected, actual] = purchase ? [purchase.firm, paid] : [firm, received]
  if (expected === undefined || actual === undefined) return undefined
  const difference = differenceBps(BigInt(actual), BigInt(expected))
  // Avoids -0.
  return difference === undefined || purchase || difference === 0 ? difference : -difference
}

function toAmount(value: string | undefined, decimals: number): string | undefined {
  return value === undefined ? undefined : formatAmount(BigInt(value), decimals)
}
