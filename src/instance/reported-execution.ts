import { createSwapClaims } from '../activity/claim-confirmation.ts'
import { holdSwaps } from '../activity/own-running-swaps.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { createExecution, type ExecutionDeps } from '../execution/create-execution.ts'
import type { Execution, ExecutionState } from '../execution/machine/types.ts'
import { highestUsdPrice } from '../queries/highest-usd-price.ts'
import type { QueryContext } from '../queries/query-context.ts'
import { getCopies, getOtherSwaps } from '../store/get-copies.ts'
import type { ActivityState, Store } from '../store/types.ts'
import type { WalletPort } from '../wallet/types.ts'
import { emitExecutionEvents } from './emit-execution-events.ts'
import { refreshBalances } from './refresh-balances.ts'
import { showChecks } from './show-checks.ts'
import { warnBeforeLeaving } from './warn-before-leaving.ts'

export { routeOfIntent } from '../execution/route.ts'

/**
 * An execution that emits host events, in this tab only, and refreshes balances. It stays
 * subscribed until it is destroyed, because a swap may end after the widget was unmounted.
 */
export function createReportedExecution(
  deps: Omit<ExecutionDeps, 'usdPrice'>,
  {
    events,
    activity,
    queries,
  }: { events: OwnedEventBus; activity: Store<ActivityState>; queries: QueryContext },
): Execution {
  const { reportError } = queries
  const claims = createSwapClaims(deps.wallet)
  const execution = createExecution({
    ...deps,
    reportError,
    showChecks,
    usdPrice: (token) => highestUsdPrice(queries, token),
    wallet: namePrompts(deps.wallet, () => execution.getState()),
    claim: claims.claim,
    known: (id) => getOtherSwaps(activity.getState().entries, id),
    copies: (id) => getCopies(activity.getState().entries.find((entry) => entry.id === id)),
  })
  const stopClaiming = claims.follow(execution)
  const release = holdSwaps(execution, { storageKey: deps.config().storageKey, reportError })
  emitExecutionEvents(execution, events)
  const stopWarning = warnBeforeLeaving(execution, deps.wallet)
  const stopRefreshing = refreshBalances({
    execution,
    chain: deps.chain,
    queryClient: queries.queryClient,
    key: queries.key,
    reportError,
  })
  return {
    ...execution,
    destroy() {
      stopWarning()
      stopRefreshing()
      release()
      execution.destroy()
      stopClaiming()
    },
  }
}

/** Wraps the wallet to add the swap to each of its requests. */
function namePrompts(wallet: WalletPort, getState: () => ExecutionState): WalletPort {
  const named = <Request extends object>(request: Request) => {
    const state = getState()
    return state.stage === 'idle' ? request : { ...request, about: state.intent }
  }
  return {
    ...wallet,
    sendTransaction: (request) => wallet.sendTransaction(named(request)),
    sendBatch: (request) => wallet.sendBatch(named(request)),
    signTypedData: (request) => wallet.signTypedData(named(request)),
  }
}
