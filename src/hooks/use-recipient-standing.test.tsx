import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FixtureContext } from '../../stories/support/fixture-context.tsx'
import { BASE, ETHEREUM } from '../../testing/fixture-tokens.ts'
import type { AccountActivity } from '../chain/types.ts'
import type { Widget } from '../instance/types.ts'
import { PARTNER } from '../wire/fixtures/addresses.ts'
import { useRecipientStanding } from './use-recipient-standing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Renders a recipient on Ethereum. Base responds when `answer` or `fail` is called. */
async function setUp(here: AccountActivity) {
  const asked: number[] = []
  let answer = (_: AccountActivity) => {}
  let fail = () => {}
  let widget: Widget | undefined
  const read = ({ chainId }: { chainId: number }) => {
    asked.push(chainId)
    if (chainId === ETHEREUM) return Promise.resolve(here)
    return new Promise<AccountActivity>((resolve, reject) => {
      answer = resolve
      fail = () => reject(new Error('away'))
    })
  }
  const onWidget = (made: Widget) => {
    Object.assign(made.chain, { accountActivity: read })
    widget = made
  }
  const { result } = renderHook(() => useRecipientStanding({ chainId: ETHEREUM, recipient: PARTNER }), {
    wrapper: ({ children }) => <FixtureContext onWidget={onWidget}>{children}</FixtureContext>,
  })
  await pass(100)
  return {
    asked,
    view: () => result.current,
    refetch: () => void widget?.queryClient.refetchQueries(),
    answer: (activity: AccountActivity) => answer(activity),
    fail: () => fail(),
  }
}

const USED = { isContract: false, isUsed: true }
const CONTRACT = { isContract: true, isUsed: true }

it('sends the address to no other chain when it is a contract on its own chain', async () => {
  const { asked, view } = await setUp(CONTRACT)
  expect(view()).toMatchObject({ standing: 'contract', isChecking: false })
  expect(asked).toEqual([ETHEREUM])
})

it('waits three seconds for a slow chain and uses its late response', async () => {
  const { asked, view, answer } = await setUp(USED)
  expect(asked).toEqual([ETHEREUM, BASE])
  expect(view()).toMatchObject({ standing: 'loading', isChecking: true })
  await pass(3_000)
  expect(view()).toMatchObject({ standing: 'active', isChecking: false })
  answer(CONTRACT)
  await pass(100)
  expect(view()).toMatchObject({ standing: 'contract-elsewhere', elsewhere: 'Base' })
})

it('does not wait again for a chain that failed', async () => {
  const { view, fail, refetch } = await setUp(USED)
  fail()
  await pass(100)
  expect(view()).toMatchObject({ standing: 'active', isChecking: false })
  refetch()
  await pass(100)
  expect(view()).toMatchObject({ standing: 'active', isChecking: false })
})

it('reports low activity immediately while another chain is being read', async () => {
  const { view } = await setUp({ isContract: false, isUsed: false })
  expect(view()).toMatchObject({ standing: 'low-activity', isChecking: true })
  await pass(3_000)
  expect(view()).toMatchObject({ standing: 'low-activity', isChecking: false })
})
