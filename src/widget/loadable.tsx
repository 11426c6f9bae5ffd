import { type ReactNode, Suspense } from 'react'

export interface LoadableProps {
  /** The content needs no loading. */
  isAtHand: boolean
  fallback: ReactNode
  children: ReactNode
}

/**
 * Waits for what has to be loaded. What is at hand gets no boundary: it would be hydrated later than what is around
 * it, and React 18 throws away what a server rendered in it when a store changes before that.
 */
export function Loadable({ isAtHand, fallback, children }: LoadableProps) {
  return isAtHand ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
