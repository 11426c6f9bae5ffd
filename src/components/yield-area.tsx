import { type ComponentType, lazy, Suspense } from 'react'
import { useConfig } from '../hooks/use-config.ts'
import { tokenKey } from '../lib/token-key.ts'
import { withNeeds } from './later-parts.ts'
import type { YieldDetailsProps } from './yield-details.tsx'

/** Loaded where a yield interface is configured. If it fails, nothing is said of yields. */
const YieldDetails = lazy<ComponentType<YieldDetailsProps>>(() =>
  withNeeds(import('./yield-details.tsx')).then(
    (loaded) => ({ default: loaded.YieldDetails }),
    () => ({ default: () => null }),
  ),
)

/** What a token earns, if it is a lending or vault token. Nothing waits for it. */
export function YieldArea(props: YieldDetailsProps) {
  if (useConfig().yieldUrl === undefined) return null
  return (
    <Suspense>
      <YieldDetails key={tokenKey(props.token)} {...props} />
    </Suspense>
  )
}
