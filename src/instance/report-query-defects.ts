import type { Query } from '@tanstack/react-query'
import { reportDefect } from '../errors/report-defect.ts'
import type { Widget } from './types.ts'

/**
 * Reports the errors of the widget's own code among the failures of its queries, which show them as
 * unknown values. Returns the unsubscribe function.
 */
export function reportQueryDefects({
  queryClient,
  key,
  reportError,
}: Pick<Widget, 'queryClient' | 'key' | 'reportError'>): () => void {
  const look = ({ queryKey, state }: Query) => {
    if (queryKey[0] === 'sluice' && queryKey[1] === key) reportDefect(state.error, reportError)
  }
  const cache = queryClient.getQueryCache()
  // Queries may have failed before this code was loaded.
  for (const query of cache.findAll()) look(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.query)
  })
}
