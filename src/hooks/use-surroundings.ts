import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { WagmiContext } from 'wagmi'
import type { WidgetSurroundings } from '../instance/create-widget.ts'

/** The wagmi config and query client of the surrounding providers, if any. */
export function useSurroundings(): WidgetSurroundings {
  const wagmiConfig = useContext(WagmiContext)
  const queryClient = useContext(QueryClientContext)
  return useMemo(() => ({ wagmiConfig, queryClient }), [wagmiConfig, queryClient])
}
