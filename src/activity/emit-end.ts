import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
import type { Process, Route } from '../events/types.ts'
import { toPartnerReceipt } from '../execution/partner-fee.ts'
import type { ActivityEntry } from '../store/types.ts'
import type { ActivityContext } from './types.ts'

/**
 * Emits the last events of a swap from an earlier page, with its stored route and the data of the
 * receipt. Emits nothing for an entry of an older version, which has no route.
 */
export function emitEnd(
  emit: ActivityContext['emit'],
  { route: pending }: ActivityEntry,
  ended: ActivityEntry,
): void {
  if (!pending) return
  const code = ended.status === 'done' ? undefined : (ended.errorCode ?? 'UNKNOWN')
  const id = `${pending.id}:swap`
  const sent = pending.steps.find((step) => step.process?.id === id)?.process
  const process: Process = {
    id,
    type: sent?.type ?? 'swap',
    status: code ? 'failed' : 'completed',
    ...(ended.hash && { txHash: ended.hash }),
    ...(ended.replacedHash && { replacedHash: ended.replacedHash }),
    ...(code && { error: { code, message: ERROR_CODES[code].message } }),
  }
  const route: Route = {
    ...pending,
    ...(ended.paid !== undefined && { effectiveFromAmount: ended.paid }),
    ...(ended.received !== undefined && { toAmountReceive: ended.received, received: ended.received }),
    steps: pending.steps.map((step) => (step.process?.id === process.id ? { ...step, process } : step)),
  }
  emit('routeExecutionUpdated', { route, process })
  if (code) {
    emitFailure(emit, { route, process, ended, code })
    return
  }
  emit('routeExecutionCompleted', route)
  const { partnerFee: partner, hash: txHash } = ended
  const { amount, logIndex } = partner ?? {}
  if (!partner || !txHash || amount === undefined || logIndex === undefined) return
  emit('partnerFeePaid', toPartnerReceipt(route, { partner, fee: { amount, logIndex }, txHash }))
}

function emitFailure(
  emit: ActivityContext['emit'],
  { route, process, ended, code }: { route: Route; process: Process; ended: ActivityEntry; code: ErrorCode },
): void {
  emit('routeExecutionFailed', { route, process })
  const tool = route.steps.find((step) => step.process?.id === process.id)?.tool
  emit('transactionError', {
    ...(ended.supportId !== undefined && { supportId: ended.supportId }),
    errorCode: code,
    errorMessage: ERROR_CODES[code].message,
    chainId: ended.chainId,
    tokenSymbol: ended.inputToken.symbol,
    ...(tool !== undefined && { toolName: tool }),
    stepType: process.type,
    ...(ended.hash && { txHash: ended.hash }),
    timestamp: new Date().toISOString(),
  })
}
