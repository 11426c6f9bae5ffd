import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FixtureWidget, type FixtureWidgetProps } from '../../../stories/support/fixture-widget.tsx'
import { ETH, USDC, WBTC, WETH } from '../../../testing/fixture-tokens.ts'
import type { Widget } from '../../instance/types.ts'

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
  return { user, field, form: () => widget!.form.getState() }
}

it.each([
  ['-5', 'Nothing was taken: an amount is never below zero'],
  ['1e3', 'Nothing was taken: write 1e3 out in full'],
  ['1.5k', 'Nothing was taken: write 1.5k out in full'],
  ['1 or 2', 'Nothing was taken: 1 or 2 is not one amount'],
])('says why nothing was taken of %j, until something is typed', async (text, words) => {
  const { user, field } = await paste(text)
  expect(await screen.findByText(words)).toBeVisible()
  expect(field).toHaveValue('1.5')
  await user.type(field, '7')
  expect(screen.queryByText(words)).toBeNull()
})

it('sets the pair of a pasted question, with its amount', async () => {
  const { field, form } = await paste('0.12345678 wbtc to weth')
  await waitFor(() => expect(form()).toMatchObject({ inputToken: WBTC.address, outputToken: WETH.address }))
  expect(field).toHaveValue('0.12345678')
  expect(screen.queryByText(/^Only the amount was taken/)).toBeNull()
})

it.each<[string, string, FixtureWidgetProps['config']]>([
  ['a token of it is not known', '2 ETH to NOPE', {}],
  ['the host has locked the pair', '2 WBTC to WETH', { lockedFields: ['input'] }],
])('takes the amount alone of a question, and says so, where %s', async (_, text, config) => {
  const { field, form } = await paste(text, config)
  expect(await screen.findByText(/^Only the amount was taken: \w+ to \w+ cannot be set here$/)).toBeVisible()
  expect(field).toHaveValue('2')
  expect(form()).toMatchObject({ inputToken: ETH.address, outputToken: USDC.address })
})
