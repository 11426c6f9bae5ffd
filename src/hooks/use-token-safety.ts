import { useQuery } from '@tanstack/react-query'
import { isNativeToken } from '../../wire/lib/address.ts'
import { isUnlisted } from '../config/is-unlisted.ts'
import { namesToken } from '../config/names-token.ts'
import type { Token } from '../events/types.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { hasToken } from '../store/token-memory.ts'
import { useConfig } from './use-config.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { useTokenMemory } from './use-token-memory.ts'
import { useWidget } from './use-widget.ts'

/** Retry interval of a catalogue that did not respond. */
const RETRY_MS = 30_000

/** The warnings that apply to a token. */
export interface TokenSafety {
  /**
   * True if the token is not in the host's `listedTokens` or, without such a list, not in the
   * catalogue. False while unknown.
   */
  isUnlisted: boolean
  /** True if the catalogue did not respond, so that the listing is unknown. */
  isUnknown: boolean
  /** The better-known token whose symbol this token imitates. */
  looksLike: Token | undefined
}

export interface TokenSafetyView extends TokenSafety {
  /** True until the catalogue responds. */
  isChecking: boolean
}

/** Returns the warnings for a chosen token. Tokens that the host configures have none. */
export function useTokenSafety(token: Token): TokenSafetyView {
  const widget = useWidget()
  const { findLookAlike, isLoading } = useLookAlikes([token.chainId])
  const config = useConfig()
  const isNamed = namesToken(config, token)
  const enabled = !isNamed && !config.listedTokens
  const { data, isError } = useQuery(
    {
      ...listingQuery(widget, token),
      enabled,
      refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
    },
    widget.queryClient,
  )
  const { imported } = useTokenMemory()
  const isUnanswered = enabled && data === undefined && isError
  // An imported token was unlisted or a look-alike when the user accepted it.
  const isImported = isUnanswered && hasToken(imported, token)
  return {
    isUnlisted: isUnlisted(config, token, enabled && (data === false || isImported)),
    isUnknown: isUnanswered && !isImported && !isNativeToken(token.address),
    looksLike: findLookAlike(token),
    isChecking: !isNamed && (isLoading || (enabled && data === undefined && !isError)),
  }
}
