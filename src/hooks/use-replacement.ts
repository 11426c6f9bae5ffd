import { useCallback, useEffect, useRef, useState } from 'react'
import { type Hex, sameAddress } from '../../wire/lib/address.ts'
import { reportDefect } from '../errors/report-defect.ts'
import { asSluiceError, type SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import type { Replacement, ReplacementKind } from '../execution/effects/replace-transaction.ts'
import { MIN_STUCK_MS, STUCK_CHECK_MS } from '../lib/thresholds.ts'
import type { ActivityEntry, ActivityState } from '../store/types.ts'
import { findReplacementOffer, type ReplacementOffer } from './replacement-offer.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export type ReplacementState =
  | { status: 'idle' }
  | { status: 'signing'; kind: ReplacementKind }
  | ({ status: 'sent'; kind: ReplacementKind } & Replacement)
  | { status: 'failed'; error: SluiceError }

/**
 * Returns the speed-up and cancellation of a pending swap. `offer` is defined once the swap takes
 * much longer than usual on its chain, the connected account can replace it, and the stored record
 * passes verification.
 */
export function useReplacement(entry: ActivityEntry | undefined): {
  offer: ReplacementOffer | undefined
  replacement: ReplacementState
  replace: (kind: ReplacementKind) => void
} {
  const { offer, setOffer } = useOffer(entry)
  const { wallet, chain, activity, config, reportError } = useWidget()
  const [replacement, setReplacement] = useState<ReplacementState>({ status: 'idle' })
  const leave = useRef<AbortController>(undefined)
  useEffect(() => () => leave.current?.abort(), [])

  const replace = useCallback(
    async (kind: ReplacementKind) => {
      if (!offer) return
      const onSent = (copy: Hex) => activity.setState(withCopy(offer.entry.id, { hash: copy, kind }))
      leave.current = new AbortController()
      const { signal } = leave.current
      const set = (next: ReplacementState) => {
        if (!signal.aborted) setReplacement(next)
      }
      set({ status: 'signing', kind })
      try {
        const { replaceOffered } = await loaded(import('./replace-offered.ts'))
        const result = await replaceOffered(offer, kind, {
          wallet,
          chain,
          config,
          signal,
          onSent,
          reportError,
        })
        if (result === 'changed') setOffer({ ...offer, canSpeedUp: false })
        set(result === 'changed' ? { status: 'idle' } : { status: 'sent', kind, ...result })
      } catch (error) {
        reportDefect(error, reportError)
        set({ status: 'failed', error: asSluiceError(error) })
      }
    },
    [offer, setOffer, wallet, chain, activity, config, reportError],
  )

  return { offer, replacement, replace: (kind) => void replace(kind) }
}

/** Polls for an offer. Starts over if the entry describes another swap. */
function useOffer(entry: ActivityEntry | undefined) {
  const { chain, config, reportError } = useWidget()
  const { address } = useWallet().state
  const [offer, setOffer] = useState<ReplacementOffer>()
  const isOwn = entry !== undefined && address !== undefined && sameAddress(entry.account, address)
  const named = isOwn && entry.status === 'pending' ? entry : undefined
  const latest = useRef(named)
  latest.current = named
  const identity = named && getIdentity(named)

  useEffect(() => {
    setOffer(undefined)
    if (identity === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const check = async () => {
      const current = latest.current
      const found =
        current && (await findReplacementOffer(current, { chain, config: config.getState(), reportError }))
      if (isLeft) return
      setOffer(found)
      timer = setTimeout(check, STUCK_CHECK_MS)
    }
    timer = setTimeout(check, Math.max(0, (latest.current?.startedAt ?? 0) + MIN_STUCK_MS - Date.now()))
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [chain, config, identity, reportError])

  return { offer, setOffer }
}

/** Returns all displayed fields of a swap. Watching changes none of them. */
function getIdentity({ trace: _, copies: __, route: ___, ...named }: ActivityEntry): string {
  return JSON.stringify(named)
}

/** Stores a transaction that replaces or repeats a swap. */
function withCopy(id: string, copy: NonNullable<ActivityEntry['copies']>[number]) {
  return ({ entries }: ActivityState): Partial<ActivityState> => ({
    entries: entries.map((entry) =>
      entry.id === id ? { ...entry, copies: [...(entry.copies ?? []), copy] } : entry,
    ),
  })
}
