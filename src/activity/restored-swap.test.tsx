import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ACTIVITY_KEY } from '../testing/fixtures/fixture-activity.ts'
import {
  fixtureIntent,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../testing/fixtures/fixture-swap.ts'
import { ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import { readActivity } from './activity-storage.ts'

it('shows the approval of a batch and the unverified output after the page was reloaded', async () => {
  const run = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
  const verified = {
    ...fixtureVerified(run),
    approvals: { ...fixturePlan(run.intent), isBatched: true },
    simulation: undefined,
    measuresReceiver: false,
  }
  const sent = { hash: undefined, batchId: '0x01', batchWallet: 'dev', awaitingSigners: false }
  render(<FixtureWidget page="progress" execution={{ stage: 'watching', ...run, verified, ...sent }} />)
  await waitFor(() =>
    expect(readActivity(ACTIVITY_KEY)).toMatchObject([{ status: 'pending', batchId: '0x01' }]),
  )
  expect(readActivity(ACTIVITY_KEY)[0]?.isUnverified).toBe(true)
  cleanup()

  render(
    <FixtureWidget
      page="activity-details"
      activity="stored"
      selectedActivity={run.intent.id}
      chain={{
        allowance: 5n,
        findSent: async () => HASH,
        watch: async () => ({ kind: 'dropped' }),
      }}
    />,
  )
  expect(await screen.findByText('The network does not show the transaction')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove approval of USDC' })).toBeVisible()
})
