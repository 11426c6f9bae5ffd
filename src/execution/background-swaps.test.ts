import { expect, it } from 'vitest'
import {
  fixtureIntent,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../testing/fixtures/fixture-swap.ts'
import { USDC, WETH } from '../testing/fixtures/fixture-tokens.ts'
import { type BackgroundSwaps, createBackgroundSwaps } from './background-swaps.ts'
import type { ExecutionEvent, ExecutionState } from './machine/types.ts'

const run = fixtureRun()
const verified = fixtureVerified(run)

/** Background swaps whose effects the test controls. */
function createBench() {
  const works: { signal: AbortSignal; emit: (event: ExecutionEvent) => void }[] = []
  const swaps = createBackgroundSwaps(
    async (_state, signal, emit) => void works.push({ signal, emit }),
    () => {},
  )
  const told: ExecutionState['stage'][] = []
  swaps.onChange((_, { stage }) => told.push(stage))
  return { swaps, works, told }
}

it('stops searching for an uncertain swap that the user gives up', () => {
  const { swaps, works, told } = createBench()
  const uncertain = { hash: undefined, isUncertain: true, awaitingSigners: false } as const
  swaps.keep({ stage: 'watching', ...run, verified, ...uncertain })
  swaps.giveUpBackgroundSwap(swaps.list()[0]!)
  expect(told).toEqual(['failed'])
  expect(swaps.list()).toMatchObject([{ stage: 'failed', error: { code: 'TRANSACTION_DROPPED' } }])
  expect(swaps.count()).toBe(0)
  expect(works[0]?.signal.aborted).toBe(true)
  works[0]?.emit({ type: 'traced', trace: { fromBlock: 7n, nonce: undefined } })
  expect(swaps.list()).toMatchObject([{ stage: 'failed' }])
})

it('does not give up a swap whose transaction a node returns', () => {
  const { swaps } = createBench()
  swaps.keep({ stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false })
  swaps.giveUpBackgroundSwap(swaps.list()[0]!)
  expect(swaps.list()).toMatchObject([{ stage: 'watching' }])
})

it('watches an abandoned approval that waits for signers until it is mined', () => {
  const { swaps, works } = createBench()
  leaveApproval(swaps)
  works[0]?.emit({ type: 'awaiting-signers' })
  expect(swaps.count()).toBe(1)
  works[0]?.emit({ type: 'approval-mined', hash: HASH, allowance: 5n })
  expect(swaps.count()).toBe(0)
  expect(swaps.list()).toMatchObject([{ done: [{ type: 'approval', hash: HASH, amount: 5n }] }])
})

it('stops watching an abandoned approval once destroyed', () => {
  const { swaps, works } = createBench()
  leaveApproval(swaps)
  works[0]?.emit({ type: 'awaiting-signers' })
  swaps.destroy()
  expect(works[0]?.signal.aborted).toBe(true)
})

function leaveApproval(swaps: BackgroundSwaps): void {
  const approved = fixtureRun(fixtureIntent({ from: WETH, to: USDC, amount: '1' }))
  const plan = fixturePlan(approved.intent)
  swaps.keepApproval({ stage: 'approving', ...approved, plan, step: 0, hash: HASH }, { hash: HASH })
}
