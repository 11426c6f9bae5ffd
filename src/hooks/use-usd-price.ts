import { useQuery } from '@tanstack/react-query'
import type { TokenId } from '../config/types.ts'
import { ratesQuery } from '../queries/rates-query.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns USD per whole token from the exchange rates. Undefined if unknown, also after a failure.
 */
export function useUsdPrice(token: TokenId | undefined): number | undefined {
  const widget = useWidget()
  const { data } = useQuery(
    { ...ratesQuery(widget, { tokens: token ? [token] : [] }), enabled: token !== undefined },
    widget.queryClient,
  )
  return data?.[0] ?? undefined
}
