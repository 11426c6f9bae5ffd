import { skipToken, useQuery } from '@tanstack/react-query'
import type { ResolvedName } from '../chain/types.ts'
import { nameQuery } from '../queries/name-query.ts'
import { queryKey } from '../queries/query-context.ts'
import { useWidget } from './use-widget.ts'

export type NameView =
  | { status: 'loading' }
  | { status: 'found'; found: ResolvedName }
  /** The name has no address on this chain. */
  | { status: 'none' }
  /** The text has no valid name syntax. */
  | { status: 'invalid' }
  /** The lookup failed. */
  | { status: 'unknown' }

export interface ResolvedNameView {
  /** Undefined without a name. */
  view: NameView | undefined
  /** Resolves the name again. */
  retry: () => Promise<NameView>
}

/** Resolves an ENS name again each time it is shown. */
export function useResolvedName({
  chainId,
  name,
}: {
  chainId: number
  name: string | undefined
}): ResolvedNameView {
  const widget = useWidget()
  const query = useQuery(
    name === undefined
      ? { queryKey: queryKey(widget, 'name'), queryFn: skipToken, enabled: false }
      : nameQuery(widget, { chainId, name }),
    widget.queryClient,
  )
  return {
    view: name === undefined ? undefined : toView(query),
    retry: async () => toView(await query.refetch()),
  }
}

function toView({
  data,
  error,
  isFetching,
}: {
  data: ResolvedName | null | undefined
  error: { code: string } | null
  isFetching: boolean
}): NameView {
  if (isFetching) return { status: 'loading' }
  if (error) return { status: error.code === 'INVALID_REQUEST' ? 'invalid' : 'unknown' }
  if (data === undefined) return { status: 'loading' }
  return data === null ? { status: 'none' } : { status: 'found', found: data }
}
