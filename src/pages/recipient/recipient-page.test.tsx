import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { PARTNER, SETTLEMENT, USDC, USER } from '../../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Widget } from '../../instance/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

// Recent recipients persist across widgets.
beforeEach(() => localStorage.clear())

const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** Has the same first and last characters as `PARTNER`. */
const IMITATION = `${PARTNER.slice(0, 6)}${'a'.repeat(32)}${PARTNER.slice(-4)}`.toLowerCase()

async function setUp(props: FixtureWidgetProps = {}) {
  let widget: Widget | undefined
  const { config, ...rest } = props
  render(
    <FixtureWidget
      {...rest}
      page="recipient"
      config={{ recipient: 'required', ...config }}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const field = await screen.findByRole('textbox', { name: 'Recipient address' })
  const use = screen.getByRole('button', { name: 'Use this address' })
  const page = () => widget!.navigation.getState().stack.at(-1)
  return { user: userEvent.setup(), field, use, page, form: () => widget!.form.getState() }
}

it('accepts a pasted address, shows it whole, and returns to the form', async () => {
  const { user, field, use, page, form } = await setUp()
  expect(use).toHaveAttribute('aria-disabled')
  await user.click(field)
  await user.paste(`  ${PARTNER} \n`)
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  expect(form().recipient).toBeUndefined()
  await user.click(use)
  expect(form().recipient).toBe(PARTNER)
  expect(page()).toBe('swap')
})

it('accepts a typed address with Enter once its checksum is verified', async () => {
  const { user, field, use, page, form } = await setUp()
  await user.type(field, '0x7099{Enter}')
  expect(page()).toBe('recipient')
  expect(field).not.toBeInvalid()
  expect(screen.getByText(/is 0x and 40 characters/)).toBeVisible()
  await user.type(field, PARTNER.slice(6))
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  await user.type(field, '{Enter}')
  expect(form().recipient).toBe(PARTNER)
})

it.each([
  ['a name', 'somebody', 'This is not an address'],
  ['too many digits', `${PARTNER}0`, 'This is not an address'],
  ['a wrong checksum', PARTNER.replace('C8', 'c8'), 'This address may be mistyped'],
  ['the zero address', ZERO_ADDRESS, 'What is sent to this address is lost'],
  ['the placeholder of the native token', NATIVE_TOKEN, 'What is sent to this address is lost'],
  ['the contract of the output token', USDC.toLowerCase(), 'This is a token of this swap, not a wallet'],
  ['the router', SETTLEMENT.toLowerCase(), 'This is the swap contract, not a wallet'],
])('rejects %s with an explanation', async (_, text, words) => {
  const { user, field, use, page, form } = await setUp()
  await user.click(field)
  await user.paste(text)
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(field).toBeInvalid()
  await user.click(use)
  await user.type(field, '{Enter}')
  expect(page()).toBe('recipient')
  expect(form().recipient).toBeUndefined()
})

it.each([
  ['is a contract', { isContract: true, isUsed: true }, 'The recipient is a contract'],
  ['shows no activity', { isContract: false, isUsed: false }, 'The recipient shows no activity on Ethereum'],
  ['could not be checked', new SluiceError('RPC_UNAVAILABLE'), 'The recipient could not be checked'],
])('warns about a recipient that %s and lets the user decide', async (_, activity, words) => {
  const { user, field, use, form } = await setUp({ chain: { activity } })
  await user.click(field)
  await user.paste(PARTNER)
  expect(await screen.findByText(words)).toBeVisible()
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  await user.click(use)
  expect(form().recipient).toBe(PARTNER)
})

it('shows no warning for an account in use and marks the user’s own wallet', async () => {
  const { user, field } = await setUp()
  await user.click(field)
  await user.paste(PARTNER)
  await waitFor(() => expect(screen.queryByText('Checking the recipient')).toBeNull())
  expect(screen.queryByText(/recipient is|could not be|no activity|own wallet/)).toBeNull()
  await user.clear(field)
  await user.paste(USER)
  expect(screen.getByText('This is your own wallet')).toBeVisible()
})

it('clears the recipient with the field', async () => {
  const { user, field, form } = await setUp({ recipient: PARTNER })
  expect(field).toHaveValue(PARTNER)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
  expect(form().recipient).toBeUndefined()
})

it('offers recent recipients for inspection and can clear them', async () => {
  const { user, field, use, form } = await setUp({ recentRecipients: [OTHER, PARTNER] })
  const recent = screen.getByRole('region', { name: 'Recent recipients' })
  expect(within(recent).getAllByRole('listitem')).toHaveLength(2)
  await user.click(within(recent).getByRole('button', { name: PARTNER }))
  expect(field).toHaveValue(PARTNER)
  expect(form().recipient).toBeUndefined()
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  await user.click(within(recent).getByRole('button', { name: 'Clear list' }))
  expect(recent).not.toBeInTheDocument()
  expect(field).toHaveValue(PARTNER)
})

it('saves a recipient with a label, fills the field with it later, and removes it', async () => {
  const { user, field, form } = await setUp()
  await user.click(field)
  await user.paste(PARTNER)
  const label = await screen.findByRole('textbox', { name: 'Label' })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled')
  await user.type(label, 'Treasury\u202e{Enter}')
  const saved = screen.getByRole('region', { name: 'Saved' })
  expect(screen.queryByRole('textbox', { name: 'Label' })).toBeNull()
  // The focus moves to the control before the removed one.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Use this address' })).toHaveFocus())
  await user.clear(field)
  await user.click(within(saved).getByRole('button', { name: `Treasury, ${PARTNER}` }))
  expect(field).toHaveValue(PARTNER)
  expect(field).toHaveFocus()
  expect(form().recipient).toBeUndefined()
  await user.click(within(saved).getByRole('button', { name: 'Remove Treasury' }))
  expect(saved).not.toBeInTheDocument()
  await waitFor(() => expect(document.body).not.toHaveFocus())
  expect(Object.keys(localStorage)).toEqual([])
})

it('keeps saved recipients after a reload', async () => {
  const bookmark = { address: PARTNER, label: 'Treasury' }
  localStorage.setItem('sluice:stories:settings', JSON.stringify({ bookmarks: [bookmark] }))
  await setUp()
  expect(screen.getByRole('button', { name: `Treasury, ${PARTNER}` })).toBeVisible()
})

it('warns about an address that looks like a saved one and shows the saved one', async () => {
  const { user, field } = await setUp({ bookmarks: [{ address: PARTNER, label: 'Treasury' }] })
  await user.click(field)
  await user.paste(IMITATION)
  const title = await screen.findByText('This is not the address you know')
  const warning = title.closest<HTMLElement>('[data-part="notice"]')!
  expect(warning).toHaveTextContent(`Treasury ${PARTNER}`)
  await user.clear(field)
  await user.paste(PARTNER)
  expect(screen.queryByText('This is not the address you know')).toBeNull()
})

const ens = [{ ...FIXTURE_CONFIG.chains[0]!, ensResolver: PARTNER }]

it('resolves an ENS name, shows its full address, and stores both', async () => {
  const { user, field, use, form } = await setUp({
    config: { chains: ens },
    chain: { names: { 'treasury.eth': PARTNER } },
  })
  await user.type(field, 'treas')
  expect(field).not.toBeInvalid()
  await user.type(field, 'ury.eth')
  expect(use).toHaveAttribute('aria-disabled')
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  expect(screen.getByText('treasury.eth')).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
  await user.click(use)
  expect(form()).toMatchObject({
    recipient: PARTNER,
    namedRecipient: { name: 'treasury.eth', address: PARTNER },
  })
})

it.each([
  ['has no address', {}, 'This name has no address on Ethereum'],
  ['cannot be looked up', { 'a.eth': new SluiceError('RPC_UNAVAILABLE') }, 'The name could not be looked up'],
  ['has an invalid syntax', { 'a.eth': new SluiceError('INVALID_REQUEST') }, 'This is not an address'],
  ['resolves to the output token', { 'a.eth': USDC }, 'This is a token of this swap, not a wallet'],
])('rejects a name that %s', async (_, names, words) => {
  const { user, field, use, form } = await setUp({ config: { chains: ens }, chain: { names } })
  await user.type(field, 'a.eth')
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  await user.click(use)
  expect(form().recipient).toBeUndefined()
})

it('drops the name when another address is entered', async () => {
  const { user, field, use, form } = await setUp({ recipient: PARTNER, recipientName: 'treasury.eth' })
  expect(field).toHaveValue('treasury.eth')
  await user.clear(field)
  await user.paste(OTHER)
  await waitFor(() => expect(use).not.toHaveAttribute('aria-disabled'))
  await user.click(use)
  expect(form()).toMatchObject({ recipient: OTHER, namedRecipient: undefined })
})
