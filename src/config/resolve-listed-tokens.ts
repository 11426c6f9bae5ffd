import type { SluiceError } from '../errors/sluice-error.ts'
import { MAX_DECIMALS } from '../lib/amount.ts'
import { tokenKey } from '../lib/token-key.ts'
import { checkEach, checkObject, integer, matching, optionally } from './checks.ts'
import { configError } from './config-error.ts'
import { checkChainNumber } from './field-checks.ts'

/** The key of the skipped entries in a resolved list. The property is not enumerable. */
export const SKIPPED = Symbol('skipped entries')

/** Entries that cannot be EVM tokens, with the reason for the first one. */
export interface SkippedTokens {
  count: number
  total: number
  first: string | undefined
}

/** By `tokenKey`. A record, because lists are long and looked up often. */
export type ListedTokenKeys = Record<string, true> & { [SKIPPED]?: SkippedTokens }

const TOKEN = {
  chainId: checkChainNumber,
  address: matching('an address: 0x and 40 hex digits', /^0x[a-f0-9]{40}$/i),
  decimals: optionally(integer(0, MAX_DECIMALS)),
}

/**
 * Reads the tokens of a published token list, given as its `tokens` or as the whole document. Skips
 * entries that cannot be EVM tokens, as the service does. Native tokens need no entry.
 */
export function resolveListedTokens(path: string, value: unknown): ListedTokenKeys {
  const entries: unknown = Array.isArray(value) ? value : Object(value).tokens
  if (!Array.isArray(entries))
    throw configError(path, 'a list of tokens, each with chainId and address', value)
  const listed: ListedTokenKeys = {}
  let count = 0
  let first: string | undefined
  for (const [index, entry] of entries.entries()) {
    const at = `${path}[${index}]`
    try {
      listed[tokenKey(checkEach(TOKEN, checkObject(at, entry), `${at}.`))] = true
    } catch (error) {
      first ??= (error as SluiceError).details
      count += 1
    }
  }
  if (count > 0) Object.defineProperty(listed, SKIPPED, { value: { count, total: entries.length, first } })
  return listed
}
