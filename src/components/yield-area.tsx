import { useConfig } from '../hooks/use-config.ts'
import { tokenKey } from '../lib/token-key.ts'
import { withNeeds } from './later-parts.ts'
import { optionalPart } from './optional-part.tsx'
import type { YieldDetailsProps } from './yield-details.tsx'

/** Loaded only with a configured yield interface. If loading fails, no yields are shown. */
const YieldDetails = optionalPart(async () => (await withNeeds(import('./yield-details.tsx'))).YieldDetails)

/** The yield of a lending or vault token. Nothing waits for it. */
export function YieldArea(props: YieldDetailsProps) {
  if (useConfig().yieldUrl === undefined) return null
  return <YieldDetails key={tokenKey(props.token)} {...props} />
}
