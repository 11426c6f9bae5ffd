import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { FixtureContext } from '../testing/fixtures/fixture-context.tsx'
import { fixtureIntent } from '../testing/fixtures/fixture-swap.ts'
import { ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { RemainingApproval, type RemainingApprovalProps } from './remaining-approval.tsx'

const intent = fixtureIntent({ from: USDC, to: ETH, amount: '2500' })

function setUp(allowance: () => bigint, run: Partial<RemainingApprovalProps['run']> = {}) {
  const read = vi.fn(allowance)
  const view = (
    <FixtureContext chain={{ allowance: read }}>
      <RemainingApproval run={{ intent, done: [{ type: 'approval' }], ...run }} />
    </FixtureContext>
  )
  const { container } = render(view)
  return { read, container }
}

const isAway = (): bigint => {
  throw new SluiceError('RATE_LIMITED')
}

it('offers to revoke an approval whose allowance cannot be read', async () => {
  setUp(isAway)
  expect(await screen.findByRole('button', { name: 'Remove approval of USDC' })).toBeVisible()
})

it('is absent when the allowance is 0', async () => {
  const { read, container } = setUp(() => 0n)
  await waitFor(() => expect(read).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(container).toBeEmptyDOMElement()
})

it('does not read the allowance when the swap approved nothing', () => {
  const { read, container } = setUp(isAway, { done: [] })
  expect(container).toBeEmptyDOMElement()
  expect(read).not.toHaveBeenCalled()
})
