import { useQuery } from '@tanstack/react-query'
import { isUnlisted, namesToken } from '../config/names-token.ts'
import type { Token } from '../events/types.ts'
import { isNativeToken } from '../lib/address.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { hasToken } from '../store/token-memory.ts'
import { useConfig } from './use-config.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { useTokenMemory } from './use-token-memory.ts'
import { useWidget } from './use-widget.ts'

/** Until a catalogue that did not answer is asked again. */
const RETRY_MS = 30_000

/** The warnings that apply to a token. */
export interface TokenStanding {
  /** Not in the host's `listedTokens` or, without such a list, not in the catalogue; false while unknown. */
  isUnlisted: boolean
  /** The catalogue did not answer: nothing is known about the token. */
  isUnknown: boolean
  /** The better-known token whose symbol it imitates. */
  looksLike: Token | undefined
}

export interface TokenStandingView extends TokenStanding {
  /** The catalogue has not answered yet. */
  isChecking: boolean
}

/** The warnings for a chosen token. Tokens the host names itself have none. */
export function useTokenStanding(token: Token): TokenStandingView {
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
  // It was not listed when it was accepted, or looked like another one.
  const isImported = isUnanswered && hasToken(imported, token)
  return {
    isUnlisted: isUnlisted(config, token, enabled && (data === false || isImported)),
    isUnknown: isUnanswered && !isImported && !isNativeToken(token.address),
    looksLike: findLookAlike(token),
    isChecking: !isNamed && (isLoading || (enabled && data === undefined && !isError)),
  }
}
