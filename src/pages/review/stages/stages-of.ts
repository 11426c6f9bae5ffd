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
export type StageStatus = 'done' | 'now' | 'next' | 'failed'

export interface StageRow {
  name: StageName
  status: StageStatus
}

/** A step that the user takes part in, with its stages. */
export interface StepRow {
  name: 'approve' | 'swap'
  status: StageStatus
  stages: StageRow[]
}

/** The approval that a swap needs as far as its review knows. */
export type ExpectedApproval = 'approval' | 'permit' | undefined

/** Returns the stages of a confirmed swap in order, each with its status. */
export function getStages(state: ConfirmingState, expected?: ExpectedApproval): StageRow[] {
  const steps = getApprovalSteps(state, expected)
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

/**
 * Returns the steps of a confirmed swap in order. The stages up to the last approval belong to the
 * approval, and all others to the swap.
 */
export function getSteps(state: ConfirmingState, expected?: ExpectedApproval): StepRow[] {
  const stages = getStages(state, expected)
  const firstOfSwap = stages.findLastIndex(({ name }) => isApproval(name)) + 1
  const approve = stages.slice(0, firstOfSwap)
  const swap = toStep('swap', stages.slice(firstOfSwap))
  return approve.length === 0 ? [swap] : [toStep('approve', approve), swap]
}

function toStep(name: StepRow['name'], stages: StageRow[]): StepRow {
  const current = stages.find(({ status }) => status === 'now' || status === 'failed')
  const isDone = stages.every(({ status }) => status === 'done')
  return { name, stages, status: current?.status ?? (isDone ? 'done' : 'next') }
}

function isApproval(name: StageName): boolean {
  return name === 'permit' || name === 'approval' || name === 'approval-reset'
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

/** Returns the approvals of this run: the known ones, or before the checks the expected one. */
function getApprovalSteps(
  state: ConfirmingState,
  expected: ExpectedApproval,
): readonly (ApprovalStep | 'permit')[] {
  // A second approval of a larger amount counts as the same step.
  const known = [...new Set(getAllSteps(state))]
  const stage = state.stage === 'failed' ? state.at : state.stage
  const isEarly = stage === 'switching' || stage === 'quoting' || stage === 'verifying'
  return known.length === 0 && expected && isEarly ? [expected] : known
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
