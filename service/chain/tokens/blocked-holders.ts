import type { Address } from '../../../wire/lib/address.ts'
import type { Holding, ProbedToken } from './probe-transfers.ts'

/** Accounts that cannot transfer a token that others can, by token in lower case. */
export interface BlockedHolders {
  readonly byToken: ReadonlyMap<string, ReadonlySet<Address>>
  /** Records a probe. Returns whether the blocked holders of the token changed. */
  note(holding: Holding, probed: Pick<ProbedToken, 'blocked' | 'working'>): boolean
}

export function createBlockedHolders(): BlockedHolders {
  const byToken = new Map<string, ReadonlySet<Address>>()

  return {
    byToken,
    note({ token, holders }, { blocked, working }) {
      const before = byToken.get(token) ?? new Set<Address>()
      const left = [...before].filter((holder) => holders.includes(holder))
      const now = new Set([...left, ...blocked])
      for (const holder of working) now.delete(holder)
      if (now.size > 0) byToken.set(token, now)
      else byToken.delete(token)
      return now.size !== before.size || [...now].some((holder) => !before.has(holder))
    },
  }
}
