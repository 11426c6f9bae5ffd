import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isUnlisted } from '../config/is-unlisted.ts'
import { isAllowedToken, type Side } from '../config/token-rules.ts'
import type { TokenId } from '../config/types.ts'
import type { Token } from '../events/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { tokenQuery } from '../queries/token-query.ts'
import { useConfig } from './use-config.ts'
import { useTokenMemory } from './use-token-memory.ts'
import { useWidget } from './use-widget.ts'

export interface RememberedTokensView {
  pinned: readonly Token[]
  recent: readonly Token[]
  imported: readonly Token[]
  /**
   * Keys (`tokenKey`) of tokens that the catalogue does not list. Imported tokens count as unlisted
   * while unknown.
   */
  unlisted: ReadonlySet<string>
  /** Keys of other tokens whose listing is unknown, because the catalogue did not respond. */
  unknown: ReadonlySet<string>
}

/**
 * Loads the stored tokens of some chains. Excludes tokens that the host does not allow on this
 * side, and unlisted ones without `tokenImport`.
 */
export function useRememberedTokens(chainIds: readonly number[], side: Side): RememberedTokensView {
  const widget = useWidget()
  const config = useConfig()
  const { pinned, recent, imported } = useTokenMemory()
  const ids = useMemo(() => {
    const known = new Map<string, TokenId>()
    for (const token of [...pinned, ...recent, ...imported]) {
      if (chainIds.includes(token.chainId) && isAllowedToken(config, token, side))
        known.set(tokenKey(token), token)
    }
    return [...known.values()]
  }, [pinned, recent, imported, chainIds, config, side])
  const tokens = useQueries(
    { queries: ids.map((id) => tokenQuery(widget, id)), combine: getAll },
    widget.queryClient,
  )
  const listings = useQueries(
    { queries: ids.map((id) => listingQuery(widget, id)), combine: getListings },
    widget.queryClient,
  )
  return useMemo(() => {
    const byKey = new Map(ids.map((id, index) => [tokenKey(id), tokens[index]]))
    const importedKeys = new Set(imported.map(tokenKey))
    const keys = ids.map(tokenKey)
    const isNotInCatalogue = (key: string, index: number) =>
      listings[index] === false || (listings[index] !== true && importedKeys.has(key))
    const isUnknown = (key: string, index: number) => listings[index] === 'unknown' && !importedKeys.has(key)
    const unlisted = new Set(keys.filter(isNotInCatalogue))
    const isOffered = (id: TokenId) =>
      config.tokenImport || !isUnlisted(config, id, unlisted.has(tokenKey(id)))
    const toTokens = (list: readonly TokenId[]) =>
      list.filter(isOffered).flatMap((id) => byKey.get(tokenKey(id)) ?? [])
    return {
      pinned: toTokens(pinned),
      recent: toTokens(recent),
      imported: toTokens(imported),
      unlisted,
      unknown: new Set(keys.filter(isUnknown)),
    }
  }, [ids, tokens, listings, pinned, recent, imported, config])
}

function getAll<Data>(results: readonly { data: Data | undefined }[]): (Data | undefined)[] {
  return results.map(({ data }) => data)
}

type Listing = boolean | 'unknown' | undefined

function getListings(results: readonly { data: boolean | undefined; isError: boolean }[]): Listing[] {
  return results.map(({ data, isError }) => data ?? (isError ? 'unknown' : undefined))
}
