import { type Hex, isNativeToken } from '../../wire/lib/address.ts'
import type { Process, ProcessType } from '../events/types.ts'
import { reasonsToAsk } from './machine/terms.ts'
import type { ExecutionState, SwapIntent } from './machine/types.ts'

/**
 * The processes of a running swap, oldest first: the completed ones, then the current one.
 * `previous` are the processes of the state before. After a failure, the one that was running is
 * the failed one.
 */
export function getProcesses(state: ExecutionState, previous: readonly Process[]): Process[] {
  if (state.stage === 'idle') return []
  const { id } = state.intent
  const done: Process[] = state.done.map((process, index) => ({
    id: toId(id, process.type, state.done.slice(0, index)),
    type: process.type,
    status: 'completed',
    ...('hash' in process && hashes(process.hash, process.replacedHash)),
  }))
  return [...done, current(state, previous)]
}

function current(state: Exclude<ExecutionState, { stage: 'idle' }>, previous: readonly Process[]): Process {
  const { id } = state.intent
  const swap = { id: `${id}:swap`, type: getSwapType(state.intent) }
  switch (state.stage) {
    case 'switching':
      return { id: `${id}:chain-switch`, type: 'chain-switch', status: 'running' }
    case 'approving': {
      const type = state.plan.steps[state.step] ?? 'approval'
      return { id: toId(id, type, state.done), type, status: 'running', ...hashes(state.hash) }
    }
    case 'permitting':
      return { id: toId(id, 'permit', state.done), type: 'permit', status: 'running' }
    case 'quoting':
    case 'verifying':
      return { ...swap, status: 'pending' }
    case 'reconfirm':
      return {
        ...swap,
        status: 'pending',
        ...(reasonsToAsk(state, state.verified).includes('worse-price') && {
          message: 'The firm quote is worse than shown.',
        }),
      }
    case 'signing':
      return { ...swap, status: 'running' }
    case 'watching':
      return {
        ...swap,
        status: 'running',
        ...hashes(state.hash),
        ...(state.awaitingSigners && { message: 'Waiting for the other signers.' }),
        ...(state.isUncertain && { message: 'The wallet did not say whether it sent the transaction.' }),
      }
    case 'completed':
      return {
        ...swap,
        status: 'completed',
        ...hashes(state.outcome.receipt.hash, state.outcome.replacedHash),
      }
    case 'failed':
      return {
        ...(previous.at(-1) ?? swap),
        status: 'failed',
        ...hashes(state.error.txHash ?? state.hash, state.hash),
        error: { code: state.error.code, message: state.error.message },
      }
    default:
      return state satisfies never
  }
}

/** A second approval of a larger amount is a separate process. */
function toId(id: string, type: ProcessType, before: readonly { type: ProcessType }[]): string {
  const earlier = before.filter((other) => other.type === type).length
  return `${id}:${type}${earlier > 0 ? `-${earlier + 1}` : ''}`
}

function getSwapType({ wrapper, inputToken }: SwapIntent): ProcessType {
  if (!wrapper) return 'swap'
  return isNativeToken(inputToken.address) ? 'wrap' : 'unwrap'
}

/** `sent` is included only if another transaction replaced it. */
function hashes(txHash: Hex | undefined, sent?: Hex): Pick<Process, 'txHash' | 'replacedHash'> {
  return {
    ...(txHash !== undefined && { txHash }),
    ...(sent !== undefined && sent !== txHash && { replacedHash: sent }),
  }
}
