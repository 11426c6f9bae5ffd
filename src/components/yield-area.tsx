import { useConfig } from '../hooks/use-config.ts'
import { tokenKey } from '../lib/token-key.ts'
import { withNeeds } from './later-parts.ts'
import { optionalPart } from './optional-part.tsx'
import type { YieldDetailsProps } from './yield-details.tsx'

/** Loaded where a yield interface is configured. If it fails, nothing is said of yields. */
const YieldDetails = optionalPart(async () => (await withNeeds(import('./yield-details.tsx'))).YieldDetails)

/** What a token earns, if it is a lending or vault token. Nothing waits for it. */
export function YieldArea(props: YieldDetailsProps) {
  if (useConfig().yieldUrl === undefined) return null
  return <YieldDetails key={tokenKey(props.token)} {...props} />
}
