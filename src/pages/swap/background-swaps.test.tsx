import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { BackgroundSwap } from '../../execution/machine/types.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import {
  fixtureError,
  fixtureIntent,
  fixtureOutcome,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../../testing/fixtures/fixture-swap.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'

const run = fixtureRun()
const failedRun = fixtureRun({ ...fixtureIntent({ amount: '2' }), id: 'failed' })
const watchedRun = fixtureRun({ ...fixtureIntent({ amount: '3' }), id: 'watched' })
const left: BackgroundSwap[] = [
  { stage: 'completed', ...run, verified: fixtureVerified(run), outcome: fixtureOutcome(run) },
  {
    stage: 'failed',
    ...failedRun,
    error: fixtureError('TRANSACTION_REVERTED'),
    at: 'watching',
    hash: HASH,
  },
  {
    stage: 'watching',
    ...watchedRun,
    verified: fixtureVerified(watchedRun),
    hash: HASH,
    awaitingSigners: false,
  },
]

it('shows and announces the outcome of each background swap', async () => {
  render(<FixtureWidget execution={createFixtureExecution({ stage: 'idle' }, left)} />)
  await screen.findByText('2 ETH for USDC')
  const notices = [...document.querySelectorAll('[data-part="notice"]')].map(({ textContent }) => textContent)
  expect(notices).toHaveLength(3)
  expect(notices[0]).toMatch(/^1\.5 ETH for USDCSwap complete\. You received 3,644/)
  expect(notices[1]).toMatch(/^2 ETH for USDCThe swap failed on the network/)
  expect(notices[2]).toMatch(/^3 ETH for USDCSent. Waiting for the network/)
  const announcements = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announcements.join()).toContain('1.5 ETH for USDC: Swap complete')
})

it('shows another account as the recipient, and no amount that the receipt lacks', async () => {
  const sent = fixtureRun(fixtureIntent({ receiver: PARTNER }))
  const unread = fixtureRun({ ...fixtureIntent({ amount: '2' }), id: 'unread' })
  const ended: BackgroundSwap[] = [
    { stage: 'completed', ...sent, verified: fixtureVerified(sent), outcome: fixtureOutcome(sent) },
    {
      stage: 'completed',
      ...unread,
      verified: fixtureVerified(unread),
      outcome: { ...fixtureOutcome(unread), received: undefined },
    },
  ]
  render(<FixtureWidget execution={createFixtureExecution({ stage: 'idle' }, ended)} />)
  await screen.findByText('2 ETH for USDC')
  const notices = [...document.querySelectorAll('[data-part="notice"]')].map(({ textContent }) => textContent)
  expect(notices[0]).toMatch(/^1\.5 ETH for USDCSwap complete\. The recipient received 3,644/)
  expect(notices[1]).toMatch(/^2 ETH for USDCSwap complete(?!.*received)/)
  const announcements = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announcements.join()).toContain('1.5 ETH for USDC: Swap complete. The recipient received')
})

it('shows the remaining permit or approval of an abandoned swap', async () => {
  const error = fixtureError('USER_REJECTED')
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 200)
  const permit = { data: '0x', amount: 1n, deadline } as const
  const signed: BackgroundSwap[] = [
    { stage: 'failed', ...run, error, at: 'approving', hash: HASH },
    { stage: 'failed', ...failedRun, permit, error, at: 'permitting', hash: undefined },
  ]
  render(<FixtureWidget execution={createFixtureExecution({ stage: 'idle' }, signed)} />)
  const [approval] = await screen.findAllByText(
    /its approval was sent\. Nothing was swapped; the approval stands/,
  )
  expect(approval).toBeVisible()
  const [signature] = screen.getAllByText(/signed for it\. Nothing was swapped; the signature counts until/)
  expect(signature).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('heading', { name: 'Swap details' })).toBeVisible()
})

it('lets the user dismiss an ended swap but not a pending one', async () => {
  render(<FixtureWidget execution={createFixtureExecution({ stage: 'idle' }, left)} />)
  const buttons = await screen.findAllByRole('button', { name: 'Dismiss' })
  expect(buttons).toHaveLength(2)
  await userEvent.setup().click(buttons[0]!)
  expect(screen.queryByText('1.5 ETH for USDC')).toBeNull()
  expect(screen.getByText('2 ETH for USDC')).toBeVisible()
})

it('shows the current swap and lets the user dismiss it after it has ended', async () => {
  const execution = createFixtureExecution(left[2])
  const dismiss = vi.spyOn(execution, 'dismiss')
  render(<FixtureWidget execution={execution} />)
  expect(await screen.findByText('3 ETH for USDC')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  act(() => execution.set(left[0]!))
  expect(await screen.findByText('1.5 ETH for USDC')).toBeVisible()
  expect(screen.getByText(/^Swap complete\. You received 3,644/)).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledOnce()
})
