import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PARTNER } from '../../wire/fixtures/addresses.ts'
import type { AccountActivity } from '../chain/types.ts'
import type { Widget } from '../instance/types.ts'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { BASE, ETHEREUM } from '../testing/fixtures/fixture-tokens.ts'
import { useRecipientStatus } from './use-recipient-status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Renders a recipient on Ethereum. Base responds when `answer` or `fail` is called. */
async function setUp(here: AccountActivity) {
  const requested: number[] = []
  let respond = (_: AccountActivity) => {}
  let fail = () => {}
  let widget: Widget | undefined
  const read = ({ chainId }: { chainId: number }) => {
    requested.push(chainId)
    if (chainId === ETHEREUM) return Promise.resolve(here)
    return new Promise<AccountActivity>((resolve, reject) => {
      respond = resolve
      fail = () => reject(new Error('away'))
    })
  }
  const onWidget = (made: Widget) => {
    Object.assign(made.chain, { accountActivity: read })
    widget = made
  }
  const { result } = renderHook(() => useRecipientStatus({ chainId: ETHEREUM, recipient: PARTNER }), {
    wrapper: ({ children }) => <FixtureContext onWidget={onWidget}>{children}</FixtureContext>,
  })
  await pass(100)
  return {
    requested,
    view: () => result.current,
    refetch: () => void widget?.queryClient.refetchQueries(),
    respond: (activity: AccountActivity) => respond(activity),
    fail: () => fail(),
  }
}

const USED = { isContract: false, isUsed: true }
const CONTRACT = { isContract: true, isUsed: true }

it('sends the address to no other chain when it is a contract on its own chain', async () => {
  const { requested, view } = await setUp(CONTRACT)
  expect(view()).toMatchObject({ status: 'contract', isChecking: false })
  expect(requested).toEqual([ETHEREUM])
})

it('waits three seconds for a slow chain and uses its late response', async () => {
  const { requested, view, respond } = await setUp(USED)
  expect(requested).toEqual([ETHEREUM, BASE])
  expect(view()).toMatchObject({ status: 'loading', isChecking: true })
  await pass(3_000)
  expect(view()).toMatchObject({ status: 'active', isChecking: false })
  respond(CONTRACT)
  await pass(100)
  expect(view()).toMatchObject({ status: 'contract-elsewhere', elsewhere: 'Base' })
})

it('does not wait again for a chain that failed', async () => {
  const { view, fail, refetch } = await setUp(USED)
  fail()
  await pass(100)
  expect(view()).toMatchObject({ status: 'active', isChecking: false })
  refetch()
  await pass(100)
  expect(view()).toMatchObject({ status: 'active', isChecking: false })
})

it('reports low activity immediately while another chain is being read', async () => {
  const { view } = await setUp({ isContract: false, isUsed: false })
  expect(view()).toMatchObject({ status: 'low-activity', isChecking: true })
  await pass(3_000)
  expect(view()).toMatchObject({ status: 'low-activity', isChecking: false })
})
