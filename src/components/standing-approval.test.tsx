import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FixtureContext } from '../../stories/support/fixture-context.tsx'
import { fixtureIntent } from '../../stories/support/fixture-swap.ts'
import { ETH, USDC } from '../../testing/fixture-tokens.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { StandingApproval, type StandingApprovalProps } from './standing-approval.tsx'

const intent = fixtureIntent({ from: USDC, to: ETH, amount: '2500' })

function setUp(allowance: () => bigint, run: Partial<StandingApprovalProps['run']> = {}) {
  const read = vi.fn(allowance)
  const view = (
    <FixtureContext chain={{ allowance: read }}>
      <StandingApproval run={{ intent, done: [{ type: 'approval' }], ...run }} />
    </FixtureContext>
  )
  const { container } = render(view)
  return { read, container }
}

const isAway = (): bigint => {
  throw new SluiceError('RATE_LIMITED')
}

it('offers to remove an approval of which nobody can read whether it stands', async () => {
  setUp(isAway)
  expect(await screen.findByRole('button', { name: 'Remove approval of USDC' })).toBeVisible()
})

it('is not there where the chain says that nothing is allowed', async () => {
  const { read, container } = setUp(() => 0n)
  await waitFor(() => expect(read).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(container).toBeEmptyDOMElement()
})

it('asks for no approval that the swap did not give', () => {
  const { read, container } = setUp(isAway, { done: [] })
  expect(container).toBeEmptyDOMElement()
  expect(read).not.toHaveBeenCalled()
})
