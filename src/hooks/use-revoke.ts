import { useCallback, useEffect, useRef, useState } from 'react'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { reportDefect } from '../errors/report-defect.ts'
import { asSluiceError, type SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import { queryKey } from '../queries/query-context.ts'
import { useWidget } from './use-widget.ts'

/** An existing approval of the account. */
export interface ExistingApproval {
  chainId: number
  account: Address
  token: Address
  spender: Address
}

export type Revocation =
  | { status: 'idle' }
  | { status: 'signing' }
  | { status: 'pending'; hash: Hex }
  /** The allowance on chain is 0. */
  | { status: 'done'; hash: Hex }
  | { status: 'failed'; error: SluiceError }

/** Revokes an approval. Leaving the page only stops watching a sent transaction. */
export function useRevoke(approval: ExistingApproval): { revocation: Revocation; revoke: () => void } {
  const { wallet, chain, queryClient, key, reportError } = useWidget()
  const [revocation, setRevocation] = useState<Revocation>({ status: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const revoke = useCallback(async () => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const set = (next: Revocation) => {
      if (!signal.aborted) setRevocation(next)
    }
    set({ status: 'signing' })
    try {
      const effect = await loaded(import('../execution/effects/revoke.ts'))
      const onSent = (hash: Hex) => set({ status: 'pending', hash })
      const hash = await effect.revoke(approval, {
        wallet,
        chain,
        signal,
        now: Date.now,
        onSent,
        reportError,
      })
      set({ status: 'done', hash })
    } catch (error) {
      reportDefect(error, reportError)
      set({ status: 'failed', error: asSluiceError(error) })
    }
    void queryClient.invalidateQueries({ queryKey: queryKey({ key }, 'allowance').slice(0, 3) })
  }, [approval, wallet, chain, queryClient, key, reportError])

  return { revocation, revoke: () => void revoke() }
}
