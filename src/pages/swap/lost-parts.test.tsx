import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { needForLaterParts } from '../../components/later-parts.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

let areLost = true
let loads = 0
// Simulates a new version of the site that no longer hosts the files of this one.
needForLaterParts(async () => {
  loads += 1
  if (areLost) throw new TypeError('Failed to fetch dynamically imported module')
})
beforeEach(() => {
  areLost = true
  loads = 0
})

async function setUp(props: FixtureWidgetProps) {
  render(<FixtureWidget {...props} />)
  await act(async () => {})
  return userEvent.setup()
}

it('keeps the form with the price error when no lazy part loads, and loads the parts later', async () => {
  const user = await setUp({ service: { price: new SluiceError('SERVICE_UNAVAILABLE') } })
  expect(await screen.findByText('The price service is unavailable', { selector: 'p' })).toBeVisible()
  await act(() => expect.poll(() => loads).toBeGreaterThan(0))
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
  expect(screen.queryByText('The swap could not be shown')).toBeNull()
  expect(screen.queryByText(/Next try in/)).toBeNull()
  areLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/Next try in/)).toBeVisible()
})

it('keeps the form with a price when no lazy part loads, and loads the parts later', async () => {
  const user = await setUp({})
  expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
  await act(() => expect.poll(() => loads).toBeGreaterThan(0))
  expect(screen.queryByText('The swap could not be shown')).toBeNull()
  expect(document.querySelector('[data-part="price"]')).toBeNull()
  areLost = false
  await user.type(screen.getByLabelText('Amount you pay'), '1')
  await waitFor(() => expect(document.querySelector('[data-part="price"]')).toBeVisible())
})
