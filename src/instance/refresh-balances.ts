import type { QueryClient } from '@tanstack/react-query'
import type { Execution, ExecutionState } from '../execution/machine/types.ts'

/** Queries invalidated by a mined transaction. */
const AFFECTED_QUERIES = ['balance', 'allowance']

/** Delays after which balances are refetched, in milliseconds: an RPC may lag behind the receipt. */
const REFRESH_AFTER_MS = [0, 1_500, 5_000]

/** Refetches balances when a transaction of this widget is mined. Returns the unsubscribe function. */
export function refreshBalances(
  { execution, queryClient }: { execution: Execution; queryClient: QueryClient },
  key: string,
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let lastCount = minedCount(execution)
  const unsubscribe = execution.subscribe(() => {
    const count = minedCount(execution)
    if (count > lastCount) {
      for (const ms of REFRESH_AFTER_MS) {
        const timer = setTimeout(() => {
          timers.delete(timer)
          for (const name of AFFECTED_QUERIES)
            void queryClient.invalidateQueries({ queryKey: ['sluice', key, name] })
        }, ms)
        timers.add(timer)
      }
    }
    lastCount = count
  })
  return () => {
    unsubscribe()
    for (const timer of timers) clearTimeout(timer)
  }
}

/** The number of mined transactions in the states of the current swap and the background swaps. */
function minedCount(execution: Execution): number {
  return [execution.getState(), ...execution.getBackgroundSwaps()].reduce(
    (sum, state) => sum + minedIn(state),
    0,
  )
}

function minedIn(state: ExecutionState): number {
  if (state.stage === 'idle') return 0
  const approvals = state.done.filter((process) => 'hash' in process).length
  const isMined = state.stage === 'completed' || (state.stage === 'failed' && state.hash !== undefined)
  return approvals + (isMined ? 1 : 0)
}
