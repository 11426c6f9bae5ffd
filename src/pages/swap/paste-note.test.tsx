import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Widget } from '../../instance/types.ts'
import { ETH, ETHEREUM, USDC, WBTC, WETH } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'
import { applyPastedPair } from './apply-pasted-pair.ts'

async function paste(text: string, config: FixtureWidgetProps['config'] = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      config={config}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Amount you pay')
  await user.tripleClick(field)
  await user.paste(text)
  return { user, field, widget: () => widget!, form: () => widget!.form.getState() }
}

it.each([
  ['-5', 'Nothing was taken: an amount is never below zero'],
  ['1e3', 'Nothing was taken: write 1e3 out in full'],
  ['1.5k', 'Nothing was taken: write 1.5k out in full'],
  ['‒5', 'Nothing was taken: an amount is never below zero'],
  ['5万', 'Nothing was taken: write 5万 out in full'],
  ['1 or 2', 'Nothing was taken: 1 or 2 is not one amount'],
  ['$100', 'Nothing was taken: $100 is not an amount of ETH'],
  ['100 €', 'Nothing was taken: 100 € is not an amount of ETH'],
])('explains why %j was not applied until the next input', async (text, words) => {
  const { user, field } = await paste(text)
  const [note] = await screen.findAllByText(words)
  expect(note).toBeVisible()
  // The live region must exist before its text.
  await waitFor(() => expect(screen.getAllByText(words).at(-1)).toHaveRole('status'))
  expect(field).toHaveValue('1.5')
  await user.type(field, '7')
  expect(screen.queryByText(words)).toBeNull()
})

it('explains why a dollar amount was not applied to the output', async () => {
  const { user, form } = await paste('2')
  await user.tripleClick(screen.getByLabelText('Amount you receive'))
  await user.paste('$100')
  const [note] = await screen.findAllByText('Nothing was taken: $100 is not an amount of USDC')
  expect(note).toBeVisible()
  expect(form()).toMatchObject({ inputAmount: '2', outputAmount: '' })
})

it('sets the pair and amount of a pasted text', async () => {
  const { field, form } = await paste('0.12345678 wbtc to weth')
  await waitFor(() => expect(form()).toMatchObject({ inputToken: WBTC.address, outputToken: WETH.address }))
  expect(field).toHaveValue('0.12345678')
  expect(await screen.findByText('0.12345678 wbtc for weth')).toHaveRole('status')
  expect(screen.queryByText(/^Only the amount was taken/)).toBeNull()
})

it('keeps tokens that the user chose while the pasted pair was loading', async () => {
  const { widget, form } = await paste('2')
  const pasted = { text: '2 wbtc to weth', separator: '.', input: 'wbtc', output: 'weth' }
  const applied = applyPastedPair(widget(), { ...pasted, signal: new AbortController().signal })
  act(() => form().selectToken('output', { chainId: ETHEREUM, token: WBTC.address }))
  await act(() => applied)
  expect(form()).toMatchObject({ inputToken: ETH.address, outputToken: WBTC.address })
})

it('explains that text pasted into the output sets no pair', async () => {
  const { user } = await paste('1')
  await user.tripleClick(screen.getByLabelText('Amount you receive'))
  await user.paste('1.5 ETH to WBTC')
  const [note] = await screen.findAllByText('Only the amount was taken: ETH to WBTC cannot be set here')
  expect(note).toBeVisible()
})

it.each<[string, string, FixtureWidgetProps['config']]>([
  ['one of its tokens is unknown', '2 ETH to NOPE', {}],
  [
    'the host forbids the pair',
    '2 WBTC to WETH',
    { forbiddenPairs: [{ chainId: ETHEREUM, input: WBTC.address, output: WETH.address }] },
  ],
  ['the host has locked the pair', '2 WBTC to WETH', { lockedFields: ['input'] }],
])('applies only the amount with a note when %s', async (_, text, config) => {
  const { field, form } = await paste(text, config)
  const [note] = await screen.findAllByText(/^Only the amount was taken: \w+ to \w+ cannot be set here$/)
  expect(note).toBeVisible()
  expect(field).toHaveValue('2')
  expect(form()).toMatchObject({ inputToken: ETH.address, outputToken: USDC.address })
})
