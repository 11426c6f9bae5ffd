import { useQuery } from '@tanstack/react-query'
import { isUnlisted, namesToken } from '../config/names-token.ts'
import type { Token } from '../events/types.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { useConfig } from './use-config.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { useWidget } from './use-widget.ts'

/** The warnings that apply to a token. */
export interface TokenStanding {
  /** Not in the host's `listedTokens` or, without such a list, not in the catalogue; false while unknown. */
  isUnlisted: boolean
  /** The better-known token whose symbol it imitates. */
  looksLike: Token | undefined
}

/** The warnings for a chosen token. Tokens the host names itself have none. */
export function useTokenStanding(token: Token): TokenStanding {
  const widget = useWidget()
  const looksLike = useLookAlikes([token.chainId])(token)
  const config = useConfig()
  const isNamed = namesToken(config, token)
  const enabled = !isNamed && !config.listedTokens
  const { data } = useQuery({ ...listingQuery(widget, token), enabled }, widget.queryClient)
  return { isUnlisted: isUnlisted(config, token, !isNamed && data === false), looksLike }
}
