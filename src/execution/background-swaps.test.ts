import { expect, it } from 'vitest'
import { fixtureRun, fixtureVerified } from '../../stories/support/fixture-swap.ts'
import { createBackgroundSwaps } from './background-swaps.ts'
import type { ExecutionEvent, ExecutionState } from './machine/types.ts'

const run = fixtureRun()
const verified = fixtureVerified(run)

/** Background swaps whose work the test does. */
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

it('a swap that was perhaps not sent can be given up, and is looked for no more', () => {
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

it('a swap that a node shows is not given up', () => {
  const { swaps } = createBench()
  swaps.keep({ stage: 'watching', ...run, verified, hash: `0x${'12'.repeat(32)}`, awaitingSigners: false })
  swaps.giveUpBackgroundSwap(swaps.list()[0]!)
  expect(swaps.list()).toMatchObject([{ stage: 'watching' }])
})
