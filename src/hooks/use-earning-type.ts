import { useQuery } from '@tanstack/react-query'
import type { TokenId } from '../config/types.ts'
import type { EarningType } from '../queries/earning-tokens-query.ts'
import { earningTypeQuery } from '../queries/earning-type-query.ts'
import { useWidget } from './use-widget.ts'

/** Returns the type of a lending or vault token. Undefined for other tokens and while unknown. */
export function useEarningType({ chainId, address }: TokenId): EarningType | undefined {
  const widget = useWidget()
  const { data } = useQuery(earningTypeQuery(widget, { chainId, address }), widget.queryClient)
  return data ?? undefined
}
