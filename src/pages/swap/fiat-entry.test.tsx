import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Widget } from '../../instance/types.ts'
import { ETH, ETHEREUM, LINK, USDC } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

async function setUp(props: FixtureWidgetProps = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      {...props}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('button', { name: /^Token you pay: / })
  const user = userEvent.setup()
  const enterUsd = async () => {
    await user.click(await screen.findByRole('button', { name: 'Enter the amount in dollars' }))
    return screen.findByLabelText<HTMLInputElement>('Dollars you pay')
  }
  return { user, widget: () => widget!, form: () => widget!.form.getState(), enterUsd }
}

const empty = { config: { input: { token: ETH.address, amount: '' } } }

it('converts entered dollars into an amount of the token', async () => {
  const { user, form, enterUsd } = await setUp(empty)
  const field = await enterUsd()
  await user.type(field, '1000')
  expect(field).toHaveValue('1,000')
  // 1,000 / 2,431.7, rounded down.
  expect(form().inputAmount).toBe('0.411234')
  expect(await screen.findByText('0.411234 ETH')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
})

it('shows the token amount zero below empty dollars, and $0 below the amount 0', async () => {
  const { user, enterUsd } = await setUp(empty)
  await enterUsd()
  expect(screen.getByText('0 ETH')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enter the amount in ETH' }))
  await user.type(screen.getByLabelText('Amount you pay'), '0')
  expect(screen.getByText('$0')).toBeVisible()
})

it('shows the dollar value of an amount and returns to the same amount', async () => {
  const { user, form, enterUsd } = await setUp()
  expect(await enterUsd()).toHaveValue('3,647.55')
  expect(form().inputAmount).toBe('1.5')
  await user.click(screen.getByRole('button', { name: 'Enter the amount in ETH' }))
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
})

it.each([
  ['1000.129', '1,000.12', 'Cut: USD has 2 decimals'],
  ['-5', '', 'Nothing was taken: an amount is never below zero'],
  ['1 or 2', '', 'Nothing was taken: 1 or 2 is not one amount'],
  ['€100', '', 'Nothing was taken: €100 is not an amount of USD'],
  ['15 ETH to USDC', '15', 'Only the amount was taken: ETH to USDC cannot be set here'],
])('explains which part of a pasted %j was not applied until the next input', async (text, taken, words) => {
  const { user, enterUsd } = await setUp(empty)
  const field = await enterUsd()
  await user.click(field)
  await user.paste(text)
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(field).toHaveValue(taken)
  await user.clear(field)
  await user.type(field, '7')
  expect(screen.queryByText(words)).toBeNull()
})

it.each(['$1,000', '1,000 $'])('accepts a pasted %j without a note', async (text) => {
  const { user, form, enterUsd } = await setUp(empty)
  const field = await enterUsd()
  await user.click(field)
  await user.paste(text)
  await waitFor(() => expect(field).toHaveValue('1,000'))
  expect(form().inputAmount).toBe('0.411234')
  expect(screen.queryByText(/^Nothing was taken/)).toBeNull()
})

it('keeps the token amount when its price changes', async () => {
  const { user, widget, form, enterUsd } = await setUp(empty)
  await user.type(await enterUsd(), '1000')
  const { inputAmount } = form()
  widget().clients.rates.rates = async (pairs) => pairs.map((pair) => ({ ...pair, price: 5_000 }))
  await widget().queryClient.refetchQueries()
  expect(form().inputAmount).toBe(inputAmount)
  expect(screen.getByLabelText('Dollars you pay')).toHaveValue('1,000')
})

it('waits for the next price when the current one is too old', async () => {
  const { user, widget, form, enterUsd } = await setUp(empty)
  const field = await enterUsd()
  const before = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => before() + 60_000)
  widget().clients.rates.rates = async (pairs) => pairs.map((pair) => ({ ...pair, price: 5_000 }))
  await user.type(field, '1000')
  await waitFor(() => expect(form().inputAmount).toBe('0.2'))
  expect(field).toHaveValue('1,000')
  later.mockRestore()
})

it('uses the highest known price, so that a false low price cannot increase the amount', async () => {
  const { user, form, enterUsd } = await setUp({ ...empty, service: { rates: { ETH: 1 } } })
  await user.type(await enterUsd(), '1000')
  expect(form().inputAmount).toBe('0.411234')
})

it('works with the shares of a balance', async () => {
  const { user, form, enterUsd } = await setUp({
    config: { input: { token: USDC.address, amount: '' }, output: { token: ETH.address } },
    chain: { balances: { USDC: '400' } },
  })
  const field = await enterUsd()
  await user.type(field, '7')
  await user.click(await screen.findByRole('button', { name: 'Pay 25% of your USDC' }))
  await waitFor(() => expect(form().inputAmount).toBe('100'))
  expect(field.value).toMatch(/^(100|99\.9\d?|100\.\d+)$/)
})

it('keeps the amount with its token when the tokens are switched, and shows dollars for the input', async () => {
  const { user, form, enterUsd } = await setUp(empty)
  await user.type(await enterUsd(), '1000')
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(form()).toMatchObject({
    inputToken: USDC.address,
    inputAmount: '',
    outputAmount: '0.411234',
  })
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Dollars you pay').value).toMatch(/^1,00\d/),
  )
})

it('never reuses the amount of one token for another', async () => {
  const { user, widget, form, enterUsd } = await setUp(empty)
  await user.type(await enterUsd(), '1000')
  widget().form.getState().selectToken('input', { chainId: ETHEREUM, token: LINK.address })
  expect(form()).toMatchObject({ inputAmount: '', inputUsd: '' })
})

it('is hidden when the price is unknown', async () => {
  const { widget } = await setUp({ service: { rates: { ETH: 0 } } })
  await waitFor(() => expect(widget().queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('button', { name: 'Enter the amount in dollars' })).toBeNull()
})

it('is hidden when the host locks the amount', async () => {
  const { widget } = await setUp({ config: { lockedFields: ['amount'] } })
  await waitFor(() => expect(widget().queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('button', { name: 'Enter the amount in dollars' })).toBeNull()
})
