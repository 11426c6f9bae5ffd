import type { Hex } from '../../wire/lib/address.ts'
import { abandonedError } from './machine/abandoned-error.ts'
import { canGiveUp, droppedError } from './machine/can-give-up.ts'
import { getRun, transition } from './machine/transition.ts'
import type {
  BackgroundSwap,
  BackgroundSwapListener,
  ExecutionEvent,
  ExecutionState,
  Run,
  SignedPermit,
  StateOf,
  SwapIntent,
} from './machine/types.ts'

/** Runs the effect of a state, as the execution does. */
type Work = (
  state: ExecutionState,
  signal: AbortSignal,
  emit: (event: ExecutionEvent) => void,
) => Promise<void>

/** `since` is the block before the wallet request; undefined is unknown. */
interface SentApproval {
  hash: Hex
  since?: bigint | undefined
}

export interface BackgroundSwaps {
  /** Continues an abandoned signature request that the wallet has answered. */
  take(from: StateOf<'signing'>, answer: ExecutionEvent): void
  keep(state: StateOf<'watching'>): void
  /**
   * Lists an abandoned swap whose approval was sent, and watches the approval until it is mined.
   */
  keepApproval(from: StateOf<'approving'>, sent: SentApproval): void
  /** Lists an abandoned swap whose permit was signed. */
  keepPermit(from: StateOf<'permitting'>, permit: SignedPermit): void
  /** Removes an abandoned swap from the list, because the user starts it again. */
  forget(intent: SwapIntent): void
  /** The swaps whose transaction or approval was sent or whose permit was signed, oldest first. */
  list(): readonly BackgroundSwap[]
  dismissBackgroundSwap(swap: BackgroundSwap): void
  /** Stops waiting for a background swap, as `giveUp` of the execution does for the current one. */
  giveUpBackgroundSwap(swap: BackgroundSwap): void
  count(): number
  onChange(listener: BackgroundSwapListener): () => void
  stop(): void
  destroy(): void
}

/** Follows abandoned swaps that can still be executed until their outcome is known. */
export function createBackgroundSwaps(work: Work, onListChange: () => void): BackgroundSwaps {
  const watched = new Set<AbortController>()
  /** Dispatches an event to a watched swap, by its id. */
  const moves = new Map<string, (event: ExecutionEvent) => void>()
  const listeners = new Set<BackgroundSwapListener>()
  let swaps: readonly BackgroundSwap[] = []

  function follow(from: StateOf<'signing' | 'watching'>, first?: ExecutionEvent): void {
    const controller = new AbortController()
    let state: ExecutionState = from
    const move = (event: ExecutionEvent) => {
      const next = transition(state, event)
      if (controller.signal.aborted || next === state) return
      const before = state
      state = next
      if (next.stage !== 'watching') end()
      replace(before, next)
      if (event.type === 'traced') return
      for (const listener of [...listeners]) listener(from, next)
    }
    const end = () => {
      watched.delete(controller)
      moves.delete(from.intent.id)
      controller.abort()
    }
    watched.add(controller)
    moves.set(from.intent.id, move)
    if (first) move(first)
    else replace(undefined, from)
    if (state.stage === 'watching') void work(state, controller.signal, move)
  }

  /** A swap rejected in the wallet was never sent: listeners are notified, but it is not listed. */
  function replace(before: ExecutionState | undefined, next: ExecutionState): void {
    const isListed = swaps.some((swap) => swap === before)
    if (isListed) set(swaps.map((swap) => (swap === before ? (next as BackgroundSwap) : swap)))
    else if (next.stage === 'watching') set([...swaps, next])
  }

  /** Lists a swap as abandoned. Returns a function that replaces the listed entry. */
  function leave(run: Run, rest: Pick<StateOf<'failed'>, 'at' | 'hash'>) {
    let shown: BackgroundSwap = { stage: 'failed', ...getRun(run), ...rest, error: abandonedError() }
    set([...swaps.filter(({ intent }) => intent.id !== run.intent.id), shown])
    return (change: Partial<StateOf<'failed'>>) => {
      const next = { ...shown, ...change } as BackgroundSwap
      if (swaps.includes(shown)) set(swaps.map((swap) => (swap === shown ? next : swap)))
      shown = next
    }
  }

  function keepApproval(from: StateOf<'approving'>, { hash, since }: SentApproval): void {
    const type = from.plan.steps[from.step]
    // A reset grants no allowance.
    if (type !== 'approval') return
    const controller = new AbortController()
    watched.add(controller)
    const change = leave(from, { at: 'approving', hash })
    void work({ ...from, hash, ...(since !== undefined && { since }) }, controller.signal, (event) => {
      // Other signers have to sign first, so the approval stays watched.
      if (event.type !== 'awaiting-signers') watched.delete(controller)
      if (event.type === 'approval-mined') {
        const { allowance: amount } = event
        change({ hash: event.hash, done: [...from.done, { type, hash: event.hash, amount }] })
      } else if (event.type === 'failed') change({ error: event.error })
    })
  }

  function set(next: readonly BackgroundSwap[]): void {
    swaps = next
    onListChange()
  }

  function stop(): void {
    for (const controller of watched) controller.abort()
    watched.clear()
    moves.clear()
    set(swaps.filter(({ stage }) => stage !== 'watching'))
  }

  return {
    take: follow,
    keep: follow,
    keepApproval,
    keepPermit(from, permit) {
      leave(
        { ...from, permit, done: [...from.done, { type: 'permit' }] },
        { at: 'permitting', hash: undefined },
      )
    },
    forget({ id }) {
      const next = swaps.filter((swap) => swap.stage !== 'failed' || swap.intent.id !== id)
      if (next.length < swaps.length) set(next)
    },
    list: () => swaps,
    dismissBackgroundSwap(dismissed) {
      if (dismissed.stage !== 'watching') set(swaps.filter((swap) => swap !== dismissed))
    },
    giveUpBackgroundSwap(swap) {
      if (swap.stage !== 'watching' || !canGiveUp(swap)) return
      moves.get(swap.intent.id)?.({ type: 'failed', error: droppedError(swap) })
    },
    count: () => watched.size,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop,
    destroy() {
      stop()
      listeners.clear()
    },
  }
}
