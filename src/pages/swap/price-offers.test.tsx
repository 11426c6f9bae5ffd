import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ETH, ETHEREUM } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

const OFFER = 'About 0.1234 ETH would find a fair price'
const costly = { price: { priceImpactBps: '1200' }, partialFill: '123456789012345678' }

function setUp(props: FixtureWidgetProps) {
  render(<FixtureWidget {...props} />)
  return { user: userEvent.setup(), pay: () => screen.getByLabelText('Amount you pay') }
}

it('offers the amount with a fair price when the full amount moves the price', async () => {
  const { user, pay } = setUp({ service: costly })
  await userEvent.click(await screen.findByRole('button', { name: '+1 more' }, { timeout: 8_000 }))
  expect(await screen.findByText(OFFER)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Swap 0.1234 ETH' }))
  expect(pay()).toHaveValue('0.1234')
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull())
})

it('offers nothing when the price is fair or a partial fill covers the full amount', async () => {
  const { rerender } = render(<FixtureWidget service={{ partialFill: '1000' }} />)
  await screen.findByText('Minimum received')
  expect(screen.queryByText(/would find a fair price/)).toBeNull()
  rerender(<FixtureWidget key="all" service={{ price: { priceImpactBps: '1200' } }} />)
  await screen.findByText(/^You would lose about 12/)
  await screen.findByText('Minimum received')
  expect(screen.queryByText(/would find a fair price/)).toBeNull()
})

it('shows the offer without a button when the host has locked the amount', async () => {
  const input = { chainId: ETHEREUM, token: ETH.address, amount: '1.5' }
  setUp({ service: costly, config: { input, lockedFields: ['amount'] } })
  await userEvent.click(await screen.findByRole('button', { name: '+1 more' }, { timeout: 8_000 }))
  expect(await screen.findByText(OFFER)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Swap 0.1234 ETH' })).toBeNull()
})
