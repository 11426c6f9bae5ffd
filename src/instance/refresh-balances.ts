import type { QueryClient } from '@tanstack/react-query'
import type { Execution, ExecutionState } from '../execution/machine/types.ts'

/** Queries whose answer a transaction of ours changes. */
const HOLDINGS = ['balance', 'allowance']

/** When balances are read again after a transaction, in milliseconds: an RPC may lag behind the receipt. */
const REFRESH_AFTER_MS = [0, 1_500, 5_000]

/** Reads balances again whenever a transaction of ours has changed them. Returns the function that ends it. */
export function refreshBalances(
  { execution, queryClient }: { execution: Execution; queryClient: QueryClient },
  key: string,
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let seen = minedCount(execution)
  const end = execution.subscribe(() => {
    const count = minedCount(execution)
    if (count > seen) {
      for (const ms of REFRESH_AFTER_MS) {
        const timer = setTimeout(() => {
          timers.delete(timer)
          for (const name of HOLDINGS) void queryClient.invalidateQueries({ queryKey: ['sluice', key, name] })
        }, ms)
        timers.add(timer)
      }
    }
    seen = count
  })
  return () => {
    end()
    for (const timer of timers) clearTimeout(timer)
  }
}

/** How many transactions have been mined, of this run and of those left behind, as far as their states tell. */
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
