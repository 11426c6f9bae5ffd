import { orUnknown } from '../errors/report-defect.ts'
import type { Execution, ExecutionState, StateOf } from '../execution/machine/types.ts'
import type { Widget } from './types.ts'

/** Queries invalidated by a mined transaction. */
const AFFECTED_QUERIES = ['balance', 'allowance']

/**
 * Delays after which balances are refetched, in milliseconds: an RPC may lag behind the receipt.
 */
const REFRESH_AFTER_MS = [0, 1_500]
/**
 * The delay of the next refetch, and of all others while the node does not have the block of the
 * receipt.
 */
const CATCH_UP_MS = 5_000
/** The node is a minute behind by then. Its balances stay until another refetch. */
const MAX_CATCH_UPS = 12

/**
 * Refetches balances when a transaction of this widget is mined, until the node has the block of a
 * swap's receipt. Returns the unsubscribe function.
 */
export function refreshBalances({
  execution,
  queryClient,
  chain,
  key,
  reportError,
}: Pick<Widget, 'execution' | 'queryClient' | 'chain' | 'key' | 'reportError'>): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isStopped = false
  let lastCount = 0
  const follow = () => {
    const count = minedCount(execution)
    if (count > lastCount) {
      const swaps = getSwaps(execution).filter((state) => state.stage === 'completed')
      for (const ms of REFRESH_AFTER_MS) later(refresh, ms)
      later(() => void catchUp(swaps, 1), CATCH_UP_MS)
    }
    lastCount = count
  }
  const unsubscribe = execution.subscribe(follow)
  return () => {
    isStopped = true
    unsubscribe()
    for (const timer of timers) clearTimeout(timer)
  }

  function later(run: () => void, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }

  function refresh(): void {
    for (const name of AFFECTED_QUERIES)
      void queryClient.invalidateQueries({ queryKey: ['sluice', key, name] })
  }

  async function catchUp(swaps: readonly StateOf<'completed'>[], round: number): Promise<void> {
    // Reads the block first, so that the balances belong to this block or a later one.
    const areBehind = await Promise.all(swaps.map(isBehind))
    if (isStopped) return
    refresh()
    if (areBehind.includes(true) && round < MAX_CATCH_UPS)
      later(() => void catchUp(swaps, round + 1), CATCH_UP_MS)
  }

  /** A node that does not respond may be behind. */
  async function isBehind({ intent, outcome }: StateOf<'completed'>): Promise<boolean> {
    const latest = await orUnknown(chain.blockNumber(intent.chainId), reportError)
    return latest === undefined || latest < outcome.receipt.blockNumber
  }
}

function getSwaps(execution: Execution): ExecutionState[] {
  return [execution.getState(), ...execution.getBackgroundSwaps()]
}

/** The number of mined transactions in the states of the current swap and the background swaps. */
function minedCount(execution: Execution): number {
  return getSwaps(execution).reduce((sum, state) => sum + minedIn(state), 0)
}

function minedIn(state: ExecutionState): number {
  if (state.stage === 'idle') return 0
  const approvals = state.done.filter((process) => 'hash' in process).length
  const isMined = state.stage === 'completed' || (state.stage === 'failed' && state.hash !== undefined)
  return approvals + (isMined ? 1 : 0)
}
