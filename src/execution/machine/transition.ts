import { SluiceError } from '../../errors/sluice-error.ts'
import { acceptedTerms, getApprovalKind, keepsTerms, reasonsToAsk } from './terms.ts'
import type {
  ApprovalPlan,
  DoneProcess,
  ExecutionEvent,
  ExecutionState,
  FailableStage,
  Run,
  Sent,
  Stage,
  StateOf,
  VerifiedQuote,
} from './types.ts'

type Handler<Name extends Stage, Event extends ExecutionEvent> = (
  state: StateOf<Name>,
  event: Event,
) => ExecutionState
type EventOf<Type extends ExecutionEvent['type']> = Extract<ExecutionEvent, { type: Type }>
type Table = {
  readonly [Name in Stage]: {
    readonly [Type in ExecutionEvent['type']]?: Handler<Name, EventOf<Type>>
  }
}

/**
 * Returns the next state of a swap. Pure. Returns the same state object for an event that has no
 * handler in the current stage (a late result, a second click).
 */
export function transition(state: ExecutionState, event: ExecutionEvent): ExecutionState {
  const handler = table[state.stage][event.type] as Handler<Stage, ExecutionEvent> | undefined
  return handler ? handler(state, event) : state
}

const idle: ExecutionState = { stage: 'idle' }
const toIdle = () => idle

function start(_state: ExecutionState, { intent, terms, onChain }: EventOf<'started'>): ExecutionState {
  return { stage: onChain ? 'quoting' : 'switching', intent, terms, done: [] }
}

function fail(state: StateOf<FailableStage>, { error, hash }: EventOf<'failed'>): ExecutionState {
  const known = hash ?? ('hash' in state ? state.hash : undefined)
  const isBatched = state.stage === 'watching' && state.verified.approvals !== undefined
  return {
    stage: 'failed',
    ...getRun(state),
    error,
    at: state.stage,
    hash: known,
    ...(isBatched && { approvedInBatch: true }),
    ...('gasPaidWei' in state && { gasPaidWei: state.gasPaidWei }),
  }
}

/**
 * `cancelled` has no effect once the transaction of the swap is sent. A sent approval stays valid
 * after cancellation.
 */
const table: Table = {
  idle: {
    started: start,
    resumed: (_state, { from, ...sent }) => watching(from, sent),
  },
  switching: {
    'chain-ready': (state) => ({
      stage: 'quoting',
      ...getRun(state),
      done: [...state.done, { type: 'chain-switch' }],
    }),
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  quoting: {
    quoted: (state, { type: _, ...firm }) => ({ stage: 'verifying', ...getRun(state), ...firm }),
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  verifying: {
    checked: (state, { facts }) => ({ ...state, checked: [...(state.checked ?? []), ...facts] }),
    verified: (state, { verified }) =>
      reasonsToAsk(state, verified).length > 0
        ? { stage: 'reconfirm', ...getRun(state), verified }
        : proceed(state, verified),
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  reconfirm: {
    accepted: (state, { isFresh }) => {
      const terms = acceptedTerms(state, state.verified)
      const run = getRun(state)
      if (!isFresh) return { stage: 'quoting', ...run, terms }
      // The user has seen and accepted this quote, so a later one is shown only if it is worse.
      return proceed({ ...run, terms: { ...terms, pausesBeforeSigning: false } }, state.verified)
    },
    cancelled: toIdle,
    dismissed: toIdle,
  },
  approving: {
    'approval-sent': (state, { hash, since }) =>
      state.hash === undefined ? { ...state, hash, ...(since !== undefined && { since }) } : state,
    'approval-mined': (state, { hash, allowance: amount, isLagging }) => {
      const type = state.plan.steps[state.step]
      if (type === undefined || state.hash === undefined) return state
      const replaced = hash === state.hash ? {} : { replacedHash: state.hash }
      const lagging = isLagging ? { isLagging } : {}
      const approval: DoneProcess = { type, hash, amount, ...lagging, ...replaced }
      const run = { ...getRun(state), done: [...state.done, approval] }
      const { awaitingSigners: _, since: __, ...next } = state
      return state.step + 1 < state.plan.steps.length
        ? { ...next, ...run, step: state.step + 1, hash: undefined }
        : { stage: 'quoting', ...run }
    },
    'awaiting-signers': (state) => (state.hash === undefined ? state : { ...state, awaitingSigners: true }),
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  permitting: {
    'permit-signed': (state, { permit }) => ({
      stage: 'quoting',
      ...getRun(state),
      done: [...state.done, { type: 'permit' }],
      permit,
    }),
    'permit-refused': (state, { by }) => askForApproval({ ...state, permitRefused: by }, state),
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  signing: {
    sent: (state, sent) => watching(state, sent),
    'batch-refused': (state) => {
      const { verified } = state
      const plan = verified.approvals
      return plan ? askForApproval({ ...state, batchRefused: true }, { plan, verified }) : state
    },
    failed: fail,
    cancelled: toIdle,
    dismissed: toIdle,
  },
  watching: {
    started: start,
    included: (state, { hash }) => {
      const { isUncertain: _, isUnseen: __, ...known } = state
      return state.hash === undefined ? { ...known, hash } : state
    },
    uncertain: (state, { isUncertain }) => (state.batchId && !state.hash ? { ...state, isUncertain } : state),
    'awaiting-signers': (state) => (state.awaitingSigners ? state : { ...state, awaitingSigners: true }),
    unseen: (state, { isUnseen }) => ({ ...state, isUnseen }),
    traced: (state, { trace }) => ({ ...state, trace }),
    reverted: (state, { gasPaidWei }) => ({ ...state, gasPaidWei }),
    settled: (state, { outcome }) => ({
      stage: 'completed',
      ...getRun(state),
      verified: state.verified,
      outcome,
    }),
    failed: fail,
    dismissed: toIdle,
  },
  completed: { started: start, dismissed: toIdle },
  failed: { started: start, dismissed: toIdle },
}

export function getRun({ intent, terms, done, permit, permitRefused, batchRefused }: Run): Run {
  return {
    intent,
    terms,
    done,
    ...(permit && { permit }),
    ...(permitRefused && { permitRefused }),
    ...(batchRefused && { batchRefused }),
  }
}

function watching(state: StateOf<'signing'>, sent: Sent): ExecutionState {
  const { verified } = state
  return {
    stage: 'watching',
    ...getRun(state),
    verified,
    hash: sent.hash,
    ...(sent.batchId !== undefined && { batchId: sent.batchId, batchWallet: sent.batchWallet }),
    ...(sent.isUncertain && { isUncertain: true }),
    ...(sent.since !== undefined && { trace: { fromBlock: sent.since, nonce: undefined } }),
    awaitingSigners: false,
  }
}

/**
 * The state after an accepted quote: missing approvals first, once for each agreed amount. A quote
 * that enforces less than the agreed minimum, or can take more than the agreed maximum, is never
 * signed or approved for.
 */
function proceed(run: Run, verified: VerifiedQuote): ExecutionState {
  if (!keepsTerms(run.terms, verified)) {
    const { terms } = run
    const least = verified.minOutputAmount ?? verified.outputAmount
    return refuse(
      run,
      new SluiceError('QUOTE_MISMATCH', {
        details: `minimum: agreed ${terms.minOutputAmount}, enforced ${least}; maximum: agreed ${terms.maxInputAmount}, enforced ${verified.maxInputAmount}`,
        supportId: verified.supportId,
      }),
    )
  }
  const plan = verified.approvals
  if (!plan) return { stage: 'signing', ...getRun(run), verified }
  if (isShortOfApproved(run, plan)) return refuse(run, new SluiceError('ALLOWANCE_TOO_LOW'))
  const kind = getApprovalKind(plan, run)
  if (kind === 'batch') return { stage: 'signing', ...getRun(run), verified }
  const { permit } = plan
  if (permit && kind === 'permit') {
    return { stage: 'permitting', ...getRun(run), verified, plan: { ...plan, permit } }
  }
  return toApprovals({ plan, verified }, verified.isPermitRefused ? { ...run, permitRefused: 'chain' } : run)
}

/** True if this run has approved the needed amount, but the allowance is still too low. */
function isShortOfApproved({ done }: Run, { needed }: ApprovalPlan): boolean {
  return done.some(
    (process) => process.type === 'approval' && (process.amount === undefined || process.amount >= needed),
  )
}

/**
 * Shows the quote again after a rejected permit or batch, because an approval transaction costs a
 * fee.
 */
function askForApproval(
  run: Run,
  { plan, verified }: { plan: ApprovalPlan; verified: VerifiedQuote },
): ExecutionState {
  const { permit: _, ...approvals } = plan
  return {
    stage: 'reconfirm',
    ...getRun(run),
    verified: { ...verified, approvals: { ...approvals, isBatched: false } },
  }
}

function toApprovals(
  { plan, verified }: { plan: ApprovalPlan; verified: VerifiedQuote },
  run: Run,
): ExecutionState {
  return { stage: 'approving', ...getRun(run), verified, plan, step: 0, hash: undefined }
}

function refuse(run: Run, error: SluiceError): ExecutionState {
  return { stage: 'failed', ...getRun(run), error, at: 'verifying', hash: undefined }
}
