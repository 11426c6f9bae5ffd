import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { PARTNER, USER } from '../../../wire/fixtures/addresses.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import { fixtureIntent } from '../../testing/fixtures/fixture-swap.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

beforeEach(() => localStorage.clear())

/** Has the same first and last characters as `PARTNER`. */
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

it('shows the bookmark next to the whole address', async () => {
  await setUp({ bookmarks: [{ address: PARTNER, label: 'Treasury' }] })
  expect(screen.getByText('Treasury')).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
})

it('requires an acknowledgement before sending to a look-alike of a known address and emits an event', async () => {
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

it('shows the name next to the whole address and confirms while the name resolves to it', async () => {
  const { user, confirm, start } = await setUp({
    recipientName: 'treasury.eth',
    chain: { names: { 'treasury.eth': PARTNER } },
  })
  expect(screen.getByText('treasury.eth')).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'))
  await user.click(confirm)
  await waitFor(() => expect(start).toHaveBeenCalledOnce())
  expect(start.mock.calls[0]?.[0]).toMatchObject({ receiver: PARTNER })
})

it('stops when the name resolves to another address on Confirm', async () => {
  const names: Record<string, Address> = { 'treasury.eth': PARTNER }
  const { user, confirm, start } = await setUp({ recipientName: 'treasury.eth', chain: { names } })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'))
  names['treasury.eth'] = USER
  await user.click(confirm)
  const [title] = await screen.findAllByText('The name leads to another address now')
  expect(title).toBeVisible()
  expect(confirm).toHaveAttribute('aria-disabled')
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
})

it.each([
  ['no longer has an address', {}, 'The name has no address any more'],
  [
    'cannot be looked up',
    { 'treasury.eth': new SluiceError('RPC_UNAVAILABLE') },
    'The name could not be looked up',
  ],
])('cannot be confirmed while the name %s', async (_, names, words) => {
  const { user, confirm, start } = await setUp({ recipientName: 'treasury.eth', chain: { names } })
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
})
