import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { WatchOutcome } from '../../chain/types.ts'
import { fixtureEntry, MIXED_ACTIVITY } from '../../testing/fixtures/fixture-activity.ts'
import { CONNECTED, DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'

it('shows a swap that was pending when the last page closed, with a link to its details', async () => {
  render(<FixtureWidget activity={MIXED_ACTIVITY} />)
  expect(await screen.findByText('0.25 ETH for USDC')).toBeVisible()
  const notices = document.querySelectorAll('[data-part="notice"]')
  expect(notices).toHaveLength(1)
  expect(notices[0]).toHaveTextContent('Sent. Waiting for the network')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('heading', { name: 'Swap details' })).toBeVisible()
})

it('shows a pending swap and its details before the wallet reconnects', async () => {
  render(<FixtureWidget activity={MIXED_ACTIVITY} wallet={{ state: DISCONNECTED }} />)
  expect(await screen.findByText('0.25 ETH for USDC')).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Sent. Waiting for the network')).toBeVisible()
})

it('hides the pending swap of another account than the connected one', async () => {
  render(
    <FixtureWidget
      activity={MIXED_ACTIVITY}
      wallet={{ state: { ...CONNECTED, address: PARTNER } }}
      onWidget={({ activity }) => activity.setState({ entries: MIXED_ACTIVITY })}
    />,
  )
  await screen.findByRole('button', { name: 'Review swap' })
  expect(screen.queryByText('0.25 ETH for USDC')).toBeNull()
})

it('shows and announces the outcome until the user dismisses it', async () => {
  let end = (_outcome: WatchOutcome) => {}
  const outcome = new Promise<WatchOutcome>((resolve) => {
    end = resolve
  })
  render(<FixtureWidget activity={[fixtureEntry('pending', 'pending')]} chain={{ watch: () => outcome }} />)
  expect(await screen.findByText('1.5 ETH for USDC')).toBeVisible()
  end({ kind: 'dropped' })
  await waitFor(() =>
    expect(document.querySelector('[data-part="notice"]')).toHaveTextContent(
      'The network does not show the transaction',
    ),
  )
  const announcements = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announcements.join()).toContain('1.5 ETH for USDC: The network does not show the transaction')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('1.5 ETH for USDC')).toBeNull()
  expect(screen.getByRole('button', { name: 'Activity' })).toBeVisible()
})

it('shows the recipient, and no amount that the receipt lacks', async () => {
  const entries = [
    fixtureEntry('own', 'done'),
    fixtureEntry('sent', 'done', { receiver: PARTNER }),
    { ...fixtureEntry('unread', 'done', { receiver: PARTNER }), received: undefined },
  ]
  const resumed = entries.map(({ id }) => id)
  render(
    <FixtureWidget activity={entries} onWidget={({ activity }) => activity.setState({ entries, resumed })} />,
  )
  expect(await screen.findAllByText('1.5 ETH for USDC')).toHaveLength(3)
  const notices = [...document.querySelectorAll('[data-part="notice"]')].map(({ textContent }) => textContent)
  expect(notices).toEqual([
    expect.stringMatching(/USDCSwap complete\. You received 3,644/),
    expect.stringMatching(/USDCSwap complete\. The recipient received 3,644/),
    expect.stringMatching(/USDCSwap completeDismiss$/),
  ])
})
