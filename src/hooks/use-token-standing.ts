import { useQuery } from '@tanstack/react-query'
import { isUnlisted, namesToken } from '../config/names-token.ts'
import type { Token } from '../events/types.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { useConfig } from './use-config.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { useWidget } from './use-widget.ts'

/** What speaks against a token. */
export interface TokenStanding {
  /** The host's list leaves it out, or the catalogue where the host pins none; false while that is not known. */
  isUnlisted: boolean
  /** The better known token it can be taken for. */
  looksLike: Token | undefined
}

/** The standing of a token that was chosen; the host vouches for those it names itself. */
export function useTokenStanding(token: Token): TokenStanding {
  const widget = useWidget()
  const looksLike = useLookAlikes(token.chainId)(token)
  const config = useConfig()
  const isNamed = namesToken(config, token)
  const enabled = !isNamed && !config.listedTokens
  const { data } = useQuery({ ...listingQuery(widget, token), enabled }, widget.queryClient)
  return { isUnlisted: isUnlisted(config, token, !isNamed && data === false), looksLike }
}
