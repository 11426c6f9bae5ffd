import { isAddress } from '../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import { tokenKey } from '../lib/token-key.ts'
import { configError } from './config-error.ts'

/** The key of the original entries if some were skipped. The property is not enumerable. */
export const SKIPPED = Symbol()

/** Keyed by `tokenKey`. A record, because lists are long and looked up often. */
export type ListedTokenKeys = Record<string, true> & { readonly [SKIPPED]?: readonly unknown[] }

/**
 * Reads the tokens of a published token list, given as its `tokens` or as the whole document. Skips
 * entries that cannot be EVM tokens, as the service does. Native tokens need no entry.
 */
export function resolveListedTokens(path: string, value: unknown): ListedTokenKeys {
  const entries: unknown = Array.isArray(value) ? value : Object(value).tokens
  if (!Array.isArray(entries)) throw configError(path, 'a token list', value)
  const listed: ListedTokenKeys = {}
  const usable = entries.flatMap((entry) => toTokenKey(entry) ?? [])
  for (const key of usable) listed[key] = true
  if (usable.length < entries.length) Object.defineProperty(listed, SKIPPED, { value: entries })
  return listed
}

/** The key of an entry; undefined if it cannot be an EVM token. Decimals may be missing. */
export function toTokenKey(entry: unknown): string | undefined {
  const { chainId, address, decimals = 0 }: Record<string, unknown> = { __proto__: null, ...Object(entry) }
  const isUsable =
    Number.isSafeInteger(chainId) &&
    Number(chainId) > 0 &&
    isAddress(address) &&
    Number(decimals) >>> 0 === decimals &&
    decimals <= MAX_DECIMALS
  return isUsable ? tokenKey({ chainId: Number(chainId), address }) : undefined
}
