import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FixtureWidget } from '../../../stories/support/fixture-widget.tsx'

const price = {
  settlementFee: '600000',
  inputAmountUSD: '2000',
  feeCostUSD: '0.6',
  priceImpactBps: '5',
  gasCostUSD: '0.4',
}

it('says what the trade costs in one line, and what it is made of on demand', async () => {
  render(<FixtureWidget service={{ price }} />)
  const line = await screen.findByRole('button', { name: 'Costs about $2.00 (0.1%)' })
  expect(line).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByText('Network cost')).not.toBeVisible()
  await userEvent.click(line)
  expect(line).toHaveAttribute('aria-expanded', 'true')
  for (const label of ['Minimum received', 'Price impact', 'Fees', 'Network cost']) {
    expect(screen.getByText(label)).toBeVisible()
  }
  await userEvent.click(line)
  expect(screen.getByText('Network cost')).not.toBeVisible()
})

it.each([
  [{ gasCostUSD: null }, 'Costs at least $1.60, the rest is unknown'],
  [{ inputAmountUSD: null, feeCostUSD: null, gasCostUSD: null }, 'Costs unknown'],
])('says what is not known of the costs', async (unknown, words) => {
  render(<FixtureWidget service={{ price: { ...price, ...unknown } }} />)
  expect(await screen.findByRole('button', { name: words })).toBeVisible()
})
