import { QueryClientContext } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { WagmiContext } from 'wagmi'
import type { WidgetSurroundings } from '../instance/create-widget.ts'

/** The host's wagmi config and query client, where the widget stands inside their providers. */
export function useSurroundings(): WidgetSurroundings {
  const wagmiConfig = useContext(WagmiContext)
  const queryClient = useContext(QueryClientContext)
  return useMemo(() => ({ wagmiConfig, queryClient }), [wagmiConfig, queryClient])
}
