import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFixtureExecution } from '../../../stories/support/fixture-execution.ts'
import { fixtureIntent } from '../../../stories/support/fixture-swap.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../../stories/support/fixture-widget.tsx'
import type { Address } from '../../lib/address.ts'
import { PARTNER } from '../../wire/fixtures/addresses.ts'

beforeEach(() => localStorage.clear())

/** Begins and ends like `PARTNER`. */
const IMITATION = `${PARTNER.slice(0, 6)}${'a'.repeat(32)}${PARTNER.slice(-4)}`.toLowerCase() as Address

async function setUp({ recipient = PARTNER, ...props }: FixtureWidgetProps) {
  const execution = createFixtureExecution()
  const start = vi.spyOn(execution, 'start')
  const warnings: unknown[] = []
  render(
    <FixtureWidget
      page="review"
      intent={fixtureIntent({ receiver: recipient })}
      recipient={recipient}
      config={{ recipient: 'optional' }}
      execution={execution}
      {...props}
      onWidget={(widget) => widget.events.on('warningAccepted', (warning) => warnings.push(warning))}
    />,
  )
  const confirm = await screen.findByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
  return { user: userEvent.setup(), confirm, start, warnings }
}

it('names the bookmark beside the whole address', async () => {
  await setUp({ bookmarks: [{ address: PARTNER, label: 'Treasury' }] })
  expect(screen.getByText('Treasury')).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
})

it('asks for a yes before it sends to an imitation of a known address, and tells the host', async () => {
  const { user, confirm, start, warnings } = await setUp({
    recipient: IMITATION,
    bookmarks: [{ address: PARTNER, label: 'Treasury' }],
  })
  expect(screen.getByText('This is not the address you know')).toBeVisible()
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  expect(screen.getByRole('checkbox')).toHaveFocus()
  await user.click(screen.getByRole('checkbox'))
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'recipient-look-alike', routeId: 'route-fixture' }])
})
