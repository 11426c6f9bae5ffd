import { useQuery } from '@tanstack/react-query'
import { namesToken } from '../config/names-token.ts'
import type { EventToken } from '../events/types.ts'
import { listingQuery } from '../queries/listing-query.ts'
import { useConfig } from './use-config.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { useWidget } from './use-widget.ts'

/** What speaks against a token. */
export interface TokenStanding {
  /** The catalogue does not list it; false while that is not known. */
  isUnlisted: boolean
  /** The better known token it can be taken for. */
  looksLike: EventToken | undefined
}

/** The standing of a token that was chosen; the host vouches for those it names itself. */
export function useTokenStanding(token: EventToken): TokenStanding {
  const widget = useWidget()
  const looksLike = useLookAlikes(token.chainId)(token)
  const isNamed = namesToken(useConfig(), token)
  const { data } = useQuery({ ...listingQuery(widget, token), enabled: !isNamed }, widget.queryClient)
  return isNamed ? { isUnlisted: false, looksLike: undefined } : { isUnlisted: data === false, looksLike }
}
