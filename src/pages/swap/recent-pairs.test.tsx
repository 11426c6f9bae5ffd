import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { Widget } from '../../instance/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { ETH, ETHEREUM, LINK, USDC, WBTC } from '../../testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

const entries = [
  fixtureEntry('same', 'done'),
  fixtureEntry('first', 'done', { from: USDC, to: WBTC, daysAgo: 1 }),
  fixtureEntry('again', 'done', { from: USDC, to: WBTC, daysAgo: 2 }),
  fixtureEntry('second', 'failed', { from: LINK, to: ETH, daysAgo: 3 }),
]

function setUp(props: FixtureWidgetProps = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      activity={entries}
      {...props}
      config={{ input: { chainId: ETHEREUM, token: ETH.address }, ...props.config }}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  return { user: userEvent.setup(), form: () => widget!.form.getState(), widget: () => widget! }
}

const findPairs = async () => {
  const group = await screen.findByRole('group', { name: 'Recent' })
  return within(group)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
}

it('offers each other pair of the last swaps once, newest first, below an empty form', async () => {
  const { user, form } = setUp()
  expect(await findPairs()).toEqual(['USDC for WBTC', 'LINK for ETH'])
  await user.click(screen.getByRole('button', { name: 'USDC for WBTC' }))
  expect(form()).toMatchObject({ inputToken: USDC.address, outputToken: WBTC.address, inputAmount: '' })
  expect(await findPairs()).toEqual(['ETH for USDC', 'LINK for ETH'])
  await user.type(screen.getByLabelText('Amount you pay'), '1')
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
})

it('offers the pairs of all accounts before a wallet is connected', async () => {
  setUp({ wallet: { state: DISCONNECTED } })
  expect(await findPairs()).toEqual(['USDC for WBTC', 'LINK for ETH'])
})

it.each<[string, FixtureWidgetProps]>([
  ['the form has an amount', { config: { input: { token: ETH.address, amount: '1' } } }],
  ['the host has locked a token', { config: { lockedFields: ['input'] } }],
  ['there are no other pairs', { activity: entries.slice(0, 1) }],
  [
    'a stored token has the symbol of a listed one and another address',
    {
      activity: [fixtureEntry('fake', 'done', { from: ETH, to: { ...WBTC, address: PARTNER } })],
    },
  ],
])('offers no pair if %s', async (_, props) => {
  const { widget } = setUp(props)
  await screen.findByRole('button', { name: 'Activity' })
  await waitFor(() => expect(widget().queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
})
