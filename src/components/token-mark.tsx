import type { ReactNode } from 'react'
import type { Token } from '../events/types.ts'
import { useTokenStanding } from '../hooks/use-token-standing.ts'
import { TokenBadge } from './token-badge.tsx'

/** The badge of a token that was chosen. */
export function TokenMark({ token }: { token: Token }): ReactNode {
  return <TokenBadge {...useTokenStanding(token)} />
}
