import { useContext, useMemo } from 'react'
import type { WidgetSurroundings } from '../instance/create-widget.ts'
import { QueryClientContext, WagmiContext } from './surrounding-contexts.ts'

/** Returns the wagmi config and query client of the surrounding providers, if any. */
export function useSurroundings(): WidgetSurroundings {
  const wagmiConfig = useContext(WagmiContext)
  const queryClient = useContext(QueryClientContext)
  return useMemo(() => ({ wagmiConfig, queryClient }), [wagmiConfig, queryClient])
}
