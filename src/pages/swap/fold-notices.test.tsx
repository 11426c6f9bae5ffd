import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Notice } from '../../components/notice.tsx'
import { FixtureContext } from '../../testing/fixtures/fixture-context.tsx'
import { FoldNotices } from './fold-notices.tsx'

interface FormProps {
  tone?: 'negative' | 'warning' | 'neutral'
  isFolded?: boolean
}

/** A form with a warning and a second notice. */
const Form = ({ tone = 'neutral', isFolded = true }: FormProps) => (
  <FixtureContext>
    <Notice tone="warning" title="Low gas" />
    <Notice tone={tone} title="High loss" />
    {isFolded && <FoldNotices />}
  </FixtureContext>
)

it('shows the most serious notice, and the others on request', async () => {
  render(<Form />)
  expect(screen.getByText('Low gas')).toBeVisible()
  expect(screen.getByText('High loss')).not.toBeVisible()
  await userEvent.setup().click(await screen.findByRole('button', { name: '+1 more' }))
  expect(screen.getByText('High loss')).toBeVisible()
  expect(screen.queryByRole('button', { name: '+1 more' })).toBeNull()
})

it('shows a notice that becomes the most serious one', async () => {
  const { rerender } = render(<Form />)
  rerender(<Form tone="negative" />)
  await waitFor(() => expect(screen.getByText('High loss')).toBeVisible())
  expect(screen.getByText('Low gas')).not.toBeVisible()
})

it('shows all notices once it is removed', () => {
  const { rerender } = render(<Form />)
  rerender(<Form isFolded={false} />)
  expect(screen.getByText('Low gas')).toBeVisible()
  expect(screen.getByText('High loss')).toBeVisible()
})
