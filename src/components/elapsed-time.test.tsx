import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StageList } from '../pages/review/stages/stage-list.tsx'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { fixturePlan, fixtureRun, fixtureVerified } from '../testing/fixtures/fixture-swap.ts'
import { ElapsedTime } from './elapsed-time.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.queryByRole('timer')?.textContent

it('appears after some seconds and is not announced', async () => {
  render(
    <FixtureContext>
      <ElapsedTime />
    </FixtureContext>,
  )
  await pass(4_000)
  expect(shown()).toBeUndefined()
  await pass(2_000)
  expect(shown()).toBe('Waiting for 6 s')
  expect(screen.getByRole('timer').closest('[aria-live]')).toBeNull()
  await pass(60_000)
  expect(shown()).toBe('Waiting for 1 min 6 s')
})

it('counts from a given start', async () => {
  render(
    <FixtureContext>
      <ElapsedTime since={Date.now() - 90_000} />
    </FixtureContext>,
  )
  await pass(0)
  expect(shown()).toBe('Waiting for 1 min 30 s')
})

it('restarts with each stage of a swap and is hidden during user actions', async () => {
  const run = fixtureRun()
  const plan = fixturePlan(run.intent)
  const list = (state: Parameters<typeof StageList>[0]['state']) => (
    <FixtureContext>
      <StageList state={state} />
    </FixtureContext>
  )
  const { rerender } = render(list({ stage: 'quoting', ...run }))
  await pass(7_000)
  expect(shown()).toBe('Waiting for 7 s')
  rerender(list({ stage: 'approving', ...run, plan, step: 0, hash: undefined }))
  expect(shown()).toBeUndefined()
  await pass(8_000)
  expect(shown()).toBe('Waiting for 8 s')
  rerender(list({ stage: 'reconfirm', ...run, verified: fixtureVerified(run) }))
  await pass(8_000)
  expect(shown()).toBeUndefined()
})
