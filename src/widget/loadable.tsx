import { type ReactNode, Suspense } from 'react'

export interface LoadableProps {
  /** The content is not lazy. */
  isLoaded: boolean
  fallback: ReactNode
  children: ReactNode
}

/**
 * A Suspense boundary for lazy content only. Other content gets none: a boundary is hydrated later than its surroundings,
 * and React 18 discards its server-rendered HTML when a store changes before that.
 */
export function Loadable({ isLoaded, fallback, children }: LoadableProps) {
  return isLoaded ? children : <Suspense fallback={fallback}>{children}</Suspense>
}
