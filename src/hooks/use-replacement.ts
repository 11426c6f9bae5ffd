import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChainReader, Replaceable, WatchedTransaction } from '../chain/types.ts'
import { asSluiceError, type SluiceError } from '../errors/sluice-error.ts'
import type { RepeatedSwap } from '../execution/effects/check-speed-up.ts'
import type { Replacement, ReplacementKind } from '../execution/effects/replace-transaction.ts'
import { type Hex, isNativeToken, sameAddress } from '../lib/address.ts'
import { hasExpired } from '../lib/has-expired.ts'
import { MIN_STUCK_MS, STUCK_BLOCKS, STUCK_CHECK_MS } from '../lib/thresholds.ts'
import type { ActivityEntry, ActivityState } from '../store/types.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export type ReplacementState =
  | { status: 'idle' }
  | { status: 'signing'; kind: ReplacementKind }
  | ({ status: 'sent'; kind: ReplacementKind } & Replacement)
  | { status: 'failed'; error: SluiceError }

/**
 * Speed-up and cancellation of a pending swap. `pending` is defined once it takes much longer than its chain usually takes
 * for a transaction, and the connected account can replace it. `canSpeedUp`: a wallet that ignores the nonce would send the
 * swap a second time, so only a swap whose second copy would fail is sent again.
 */
export function useReplacement(entry: ActivityEntry | undefined): {
  pending: Replaceable | undefined
  canSpeedUp: boolean
  replacement: ReplacementState
  replace: (kind: ReplacementKind) => void
} {
  const { wallet, chain, activity, config } = useWidget()
  const { address } = useWallet().state
  const [pending, setPending] = useState<Replaceable>()
  const [canSpeedUp, setCanSpeedUp] = useState(false)
  const [replacement, setReplacement] = useState<ReplacementState>({ status: 'idle' })
  const leave = useRef<AbortController>(undefined)
  const isOwn = entry !== undefined && address !== undefined && sameAddress(entry.account, address)
  const transaction = useRef<WatchedTransaction>(undefined)
  transaction.current = isOwn ? toTransaction(entry) : undefined
  const swap = useRef(entry)
  swap.current = entry
  const hash = transaction.current?.hash
  const startedAt = entry?.startedAt ?? 0

  useEffect(() => {
    setPending(undefined)
    if (hash === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const check = async () => {
      const sent = transaction.current
      const found = sent && (await chain.findReplaceable(sent).catch(() => undefined))
      if (isLeft) return
      const isLate = found && !found.isMined && Date.now() - startedAt > found.blockMs * STUCK_BLOCKS
      const isSafe =
        isLate && swap.current && !hasExpired(swap.current) ? await failsTwice(swap.current, chain) : false
      if (isLeft) return
      setCanSpeedUp(isSafe)
      setPending(isLate ? found : undefined)
      timer = setTimeout(check, STUCK_CHECK_MS)
    }
    timer = setTimeout(check, Math.max(0, startedAt + MIN_STUCK_MS - Date.now()))
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [chain, hash, startedAt])

  useEffect(() => () => leave.current?.abort(), [])

  const replace = useCallback(
    async (kind: ReplacementKind) => {
      const sent = transaction.current
      const repeated = swap.current && toRepeated(swap.current)
      if (!sent || !repeated) return
      const id = repeated.request.routeId
      const onSent = (copy: Hex) => activity.setState(withCopy(id, { hash: copy, kind }))
      leave.current = new AbortController()
      const { signal } = leave.current
      const set = (next: ReplacementState) => {
        if (!signal.aborted) setReplacement(next)
      }
      set({ status: 'signing', kind })
      try {
        const [{ replaceTransaction }, { checkSpeedUp }] = await Promise.all([
          import('../execution/effects/replace-transaction.ts'),
          import('../execution/effects/check-speed-up.ts'),
        ])
        const speedUp = checkSpeedUp(repeated, { config: config.getState, signal })
        set({
          status: 'sent',
          kind,
          ...(await replaceTransaction(sent, kind, { wallet, chain, signal, speedUp, onSent })),
        })
      } catch (error) {
        set({ status: 'failed', error: asSluiceError(error) })
      }
    },
    [wallet, chain, activity, config],
  )

  return { pending, canSpeedUp, replacement, replace: (kind) => void replace(kind) }
}

/** What the host is asked about before it is sent again. */
function toRepeated(entry: ActivityEntry): RepeatedSwap | undefined {
  const { call, chainId, account, receiver, inputAmount, purchase, minimum, isUnverified = false } = entry
  if (!call) return undefined
  return {
    deadlineAt: entry.deadlineAt,
    isUnverified,
    request: {
      routeId: entry.id,
      chainId,
      account,
      receiver,
      inputToken: { ...entry.inputToken, name: entry.inputToken.symbol },
      outputToken: { ...entry.outputToken, name: entry.outputToken.symbol },
      inputAmount: purchase?.firm ?? inputAmount,
      maxInputAmount: purchase?.maximum ?? inputAmount,
      outputAmount: entry.firm ?? entry.indicative,
      ...(minimum !== undefined && { minOutputAmount: minimum }),
      router: call.to,
      value: call.value,
    },
  }
}

/** Remembers what was sent in place of a swap, or beside it. */
function withCopy(id: string, copy: NonNullable<ActivityEntry['copies']>[number]) {
  return ({ entries }: ActivityState): Partial<ActivityState> => ({
    entries: entries.map((entry) =>
      entry.id === id ? { ...entry, copies: [...(entry.copies ?? []), copy] } : entry,
    ),
  })
}

/** Undefined for an entry that is not pending. */
function toTransaction({
  status,
  chainId,
  account,
  hash,
  call,
}: ActivityEntry): WatchedTransaction | undefined {
  if (status !== 'pending' || !hash || !call) return undefined
  return { chainId, hash, from: account, to: call.to, data: call.data, value: BigInt(call.value) }
}

/** Whether a second copy of a swap's call would fail beside the first: the allowance is not enough for both. */
async function failsTwice(
  { chainId, account, inputToken, inputAmount, call }: ActivityEntry,
  chain: Pick<ChainReader, 'allowance'>,
): Promise<boolean> {
  const { address: token } = inputToken
  // No allowance limits what is paid in the native token, or given back to the wrapper that issued it.
  if (!call || isNativeToken(token) || sameAddress(token, call.to)) return false
  try {
    const allowance = await chain.allowance({ chainId, token, owner: account, spender: call.to })
    return allowance < 2n * BigInt(inputAmount)
  } catch {
    return false
  }
}
