import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { PriceRequest } from '../../../wire/price-request.ts'
import type { Widget } from '../../instance/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import { ETH, ETHEREUM, USDC } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

function setUp(props: FixtureWidgetProps = {}) {
  let widget: Widget | undefined
  const requests: PriceRequest[] = []
  render(
    <FixtureWidget
      {...props}
      onWidget={(made) => {
        widget = made
        const { router } = made.clients
        const price = router.price.bind(router)
        router.price = (request, options) => {
          requests.push(request)
          return price(request, options)
        }
      }}
    />,
  )
  const pay = () => screen.getByLabelText<HTMLInputElement>('Amount you pay')
  const receive = () => screen.getByLabelText<HTMLInputElement>('Amount you receive')
  return { user: userEvent.setup(), widget: () => widget!, requests, pay, receive }
}

const buying = { input: { token: ETH.address, amount: '' }, output: { token: USDC.address, amount: '1000' } }

it('buys the amount typed on the output side and estimates the input', async () => {
  const { user, requests, pay, receive } = setUp()
  await screen.findByRole('button', { name: 'Review swap' })
  await user.clear(receive())
  await user.type(receive(), '1000')
  expect(receive()).toHaveValue('1,000')
  await waitFor(() => expect(pay()).toHaveValue('0.411728'))
  expect(requests.at(-1)).toMatchObject({ orderType: 'BUY', outputAmount: '1000000000' })
  expect(requests.at(-1)).not.toHaveProperty('inputAmount')
})

it('sells again when the input is typed', async () => {
  const { user, widget, requests, pay, receive } = setUp({ config: buying })
  await waitFor(() => expect(pay()).toHaveValue('0.411728'))
  await user.clear(pay())
  await user.type(pay(), '1')
  expect(widget().form.getState()).toMatchObject({ inputAmount: '1', outputAmount: '' })
  await waitFor(() => expect(receive()).toHaveValue('2,428.78'))
  expect(requests.at(-1)).toMatchObject({ orderType: 'SELL', inputAmount: '1000000000000000000' })
})

it('shows the maximum input, rounded up, instead of a minimum', async () => {
  const { user } = setUp({ config: buying })
  await user.click(await screen.findByTitle('Price details'))
  expect(await screen.findByText('Most you pay')).toBeVisible()
  // 0.411728 ETH plus 0.5 % is 0.41378664 ETH.
  expect(screen.getByText('0.413787 ETH')).toBeVisible()
  expect(screen.queryByText('Minimum received')).toBeNull()
  expect(screen.getByRole('button', { name: /^1 ETH = 2,429/ })).toBeVisible()
})

it('requires the maximum input as balance', async () => {
  setUp({ config: buying, chain: { balances: { ETH: '0.4125' } } })
  expect(await screen.findByRole('button', { name: 'Needs up to 0.413787 ETH' })).toBeVisible()
})

it('announces the cost to screen readers', async () => {
  setUp({ config: buying })
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1,000 USDC costs about 0.411728 ETH',
    ),
  )
})

it('replaces the purchase with a share of the balance', async () => {
  const { user, pay, receive } = setUp({ config: buying, chain: { balances: { ETH: '4' }, gasPrice: 0n } })
  await user.click(await screen.findByRole('button', { name: 'Pay 25% of your ETH' }))
  await waitFor(() => expect(pay()).toHaveValue('0.98'))
  await waitFor(() => expect(receive().value).toMatch(/^2,3/))
})

it('keeps a typed amount with its token when the tokens are switched', async () => {
  const { user, widget, pay, receive } = setUp({ config: buying })
  await waitFor(() => expect(pay()).toHaveValue('0.411728'))
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(widget().form.getState()).toMatchObject({
    inputToken: USDC.address,
    inputAmount: '1000',
    outputAmount: '',
  })
  await waitFor(() => expect(receive().value).toMatch(/^0\.41/))
})

it('opens the review with Enter', async () => {
  const { user, receive } = setUp({ config: buying })
  await screen.findByRole('button', { name: 'Review swap' })
  await user.type(receive(), '{Enter}')
  expect(await screen.findByRole('heading', { name: 'Review swap' })).toBeVisible()
  expect(screen.getByText(/^At most 0\.413787 ETH leaves/)).toBeVisible()
})

it('keeps the focus in the output while its price loads, without an earlier estimate', async () => {
  const { user, pay, receive } = setUp({ service: { price: 'pending' } })
  await screen.findByRole('button', { name: 'Finding the best price…' })
  await user.type(receive(), '5')
  expect(receive()).toHaveFocus()
  expect(receive()).toHaveValue('5')
  expect(pay()).toHaveValue('')
  expect(pay()).toHaveAttribute('aria-busy', 'true')
})

it('is unavailable when no maximum can be enforced', async () => {
  const chains = FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, codec: 'none' as const }))
  const { user, widget, receive } = setUp({ config: { chains } })
  await screen.findByRole('button', { name: 'Review swap' })
  expect(receive()).toHaveAttribute('readonly')
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(widget().form.getState()).toMatchObject({ inputToken: USDC.address, outputAmount: '' })
  expect(widget().form.getState().inputAmount).toMatch(/^3643\./)
})

it('is the only mode when the host allows only purchases, also after the tokens are switched', async () => {
  const { user, widget, pay, receive } = setUp({ config: { ...buying, tradeType: 'buy' } })
  await waitFor(() => expect(pay()).toHaveValue('0.411728'))
  expect(pay()).toHaveAttribute('readonly')
  expect(receive()).not.toHaveAttribute('readonly')
  expect(screen.queryByRole('button', { name: /^Pay \d+%|^Max|in dollars/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(widget().form.getState()).toMatchObject({ inputToken: USDC.address, inputAmount: '' })
  expect(widget().form.getState().outputAmount).toMatch(/^0\.41172/)
  await expect(widget().setFields({ amount: '1' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
})

it('is unavailable when the host allows only sales', async () => {
  const { user, widget, pay, receive } = setUp({ config: { tradeType: 'sell' } })
  await screen.findByRole('button', { name: 'Review swap' })
  expect(receive()).toHaveAttribute('readonly')
  expect(pay()).not.toHaveAttribute('readonly')
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(widget().form.getState()).toMatchObject({ inputToken: USDC.address, outputAmount: '' })
  expect(widget().form.getState().inputAmount).toMatch(/^3643\./)
})

it('is read-only when the host locks the amount', async () => {
  const { pay, receive } = setUp({ config: { ...buying, lockedFields: ['amount'] } })
  await waitFor(() => expect(pay()).toHaveValue('0.411728'))
  expect(pay()).toHaveAttribute('readonly')
  expect(receive()).toHaveAttribute('readonly')
  expect(receive()).toHaveValue('1,000')
})

it('emits the typed output', async () => {
  const { user, widget, receive } = setUp()
  const changes: unknown[] = []
  await screen.findByRole('button', { name: 'Review swap' })
  widget().events.on('formFieldChanged', (change) => changes.push(change))
  await user.clear(receive())
  await user.type(receive(), '7')
  expect(changes).toContainEqual({ fieldName: 'outputAmount', newValue: '7', oldValue: '' })
  expect(changes).toContainEqual({ fieldName: 'inputAmount', newValue: '', oldValue: '1.5' })
})

it("shows a note when typed digits exceed the token's decimals", async () => {
  const { user, receive } = setUp({ config: buying })
  await screen.findByRole('button', { name: 'Review swap' })
  await user.clear(receive())
  await user.type(receive(), '1.2345678')
  expect(receive()).toHaveValue('1.234567')
  expect(await screen.findByText('Cut: USDC has 6 decimals')).toBeVisible()
  await user.type(receive(), '{Backspace}')
  expect(screen.queryByText('Cut: USDC has 6 decimals')).toBeNull()
})

it('shows the note when the new token has fewer decimals', async () => {
  const { widget } = setUp({ config: { input: { token: ETH.address, amount: '1.12345678' }, output: {} } })
  await screen.findByRole('button', { name: 'Token you pay: ETH, Ethereum' })
  act(() => widget().form.getState().selectToken('input', { chainId: ETHEREUM, token: USDC.address }))
  expect(await screen.findByText('Cut: USDC has 6 decimals')).toBeVisible()
})
