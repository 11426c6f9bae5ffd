import type { ApprovalStep } from '../../../execution/machine/types.ts'
import type { ConfirmingState } from './confirming-state.ts'

export type StageName =
  | 'switching'
  | 'quoting'
  | 'verifying'
  | 'permit'
  | ApprovalStep
  | 'requoting'
  | 'signing'
  | 'watching'
/** A step that the user takes part in. `swap` covers the checks and the signature of the swap. */
export type StepName = 'switching' | 'permit' | ApprovalStep | 'swap'
export type StageStatus = 'done' | 'now' | 'next' | 'failed'

export interface StageRow {
  name: StageName
  status: StageStatus
}

/** Returns the stages of a confirmed swap in order, each with its status. */
export function getStages(state: ConfirmingState): StageRow[] {
  const steps = getApprovalSteps(state)
  const names: StageName[] = [
    ...(hasSwitched(state) ? (['switching'] as const) : []),
    // A wrap has no quote.
    ...(state.intent.wrapper ? [] : (['quoting'] as const)),
    'verifying',
    ...steps,
    ...(steps.length > 0 ? (['requoting'] as const) : []),
    'signing',
    ...(state.stage === 'watching' ? (['watching'] as const) : []),
  ]
  const current = names.indexOf(nameNow(state, steps))
  return names.map((name, index) => ({ name, status: statusAt(index, current, state.stage === 'failed') }))
}

/** Returns the steps of a confirmed swap in order: the checks belong to the swap itself. */
export function getSteps(state: ConfirmingState): { name: StepName; status: StageStatus }[] {
  const stages = getStages(state)
  const own = stages.flatMap(({ name, status }) => (isOwnStep(name) ? [{ name, status }] : []))
  const rest = stages.filter(({ name }) => !isOwnStep(name)).map(({ status }) => status)
  const current = rest.find((status) => status === 'now' || status === 'failed')
  return [...own, { name: 'swap', status: current ?? 'next' }]
}

function isOwnStep(name: StageName): name is Exclude<StepName, 'swap'> {
  return name === 'switching' || name === 'permit' || name === 'approval' || name === 'approval-reset'
}

function statusAt(index: number, current: number, failed: boolean): StageStatus {
  if (index < current) return 'done'
  if (index > current) return 'next'
  return failed ? 'failed' : 'now'
}

function hasSwitched(state: ConfirmingState): boolean {
  return (
    state.stage === 'switching' ||
    (state.stage === 'failed' && state.at === 'switching') ||
    state.done.some(({ type }) => type === 'chain-switch')
  )
}

/** Returns the known approvals of this run. */
function getApprovalSteps(state: ConfirmingState): readonly (ApprovalStep | 'permit')[] {
  // A second approval of a larger amount counts as the same step.
  return [...new Set(getAllSteps(state))]
}

function getAllSteps(state: ConfirmingState): readonly (ApprovalStep | 'permit')[] {
  const done = state.done.flatMap(({ type }) => (type === 'chain-switch' ? [] : [type]))
  if (state.stage === 'approving') {
    const others = done.filter((type) => type === 'permit')
    return [...others, ...state.plan.steps]
  }
  if (state.stage === 'permitting') return [...done, 'permit']
  if (state.stage === 'failed' && state.at === 'permitting') return [...done, 'permit']
  if (state.stage === 'failed' && state.at === 'approving') return [...done, 'approval']
  if (state.stage === 'reconfirm') {
    const { isBatched, permit, steps = [] } = state.verified.approvals ?? {}
    if (isBatched && !state.batchRefused) return done
    return [...done, ...(permit ? (['permit'] as const) : steps)]
  }
  return done
}

function nameNow(state: ConfirmingState, steps: readonly StageName[]): StageName {
  const stage = state.stage === 'failed' ? state.at : state.stage
  const approved = state.done.some(({ type }) => type !== 'chain-switch')
  switch (stage) {
    case 'approving':
      return (state.stage === 'approving' ? state.plan.steps[state.step] : steps.at(-1)) ?? 'approval'
    case 'permitting':
      return 'permit'
    case 'quoting':
      if (state.intent.wrapper) return 'verifying'
      return approved ? 'requoting' : 'quoting'
    case 'verifying':
    case 'reconfirm':
      return approved ? 'requoting' : 'verifying'
    default:
      return stage
  }
}

/**
 * Returns whether the user can still leave because the swap's own transaction has not been sent.
 */
export function canLeave(state: ConfirmingState): boolean {
  return state.stage !== 'watching'
}
