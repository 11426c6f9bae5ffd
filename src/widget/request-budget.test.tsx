import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

/** Counts the calls of all functions of an object by name. */
function count(calls: Map<string, number>, name: string, target: object): void {
  for (const [method, run] of Object.entries(target)) {
    if (typeof run !== 'function') continue
    Object.assign(target, {
      [method]: (...args: unknown[]) => {
        calls.set(`${name}.${method}`, (calls.get(`${name}.${method}`) ?? 0) + 1)
        return run(...args)
      },
    })
  }
}

it('sends few requests to services and nodes while a form is open', async () => {
  const calls = new Map<string, number>()
  render(
    <FixtureWidget
      config={{ priceRefreshMs: 10_000 }}
      onWidget={({ clients, chain, priceReader }) => {
        for (const [name, client] of Object.entries(clients)) if (client) count(calls, name, client)
        count(calls, 'chain', chain)
        count(calls, 'priceReader', priceReader)
      }}
    />,
  )
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await screen.findByRole('button', { name: 'Review swap' })
  calls.clear()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  // Real time passes as well, so one more round is allowed.
  const total = [...calls.values()].reduce((sum, number) => sum + number, 0)
  expect(calls.get('router.price')).toBeLessThanOrEqual(8)
  expect(total, JSON.stringify([...calls])).toBeLessThanOrEqual(30)
})
