import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Widget } from '../instance/types.ts'
import { fixtureIntent, fixtureRun, fixtureVerified } from '../testing/fixtures/fixture-swap.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../testing/fixtures/fixture-widget.tsx'

async function setUp(props: FixtureWidgetProps) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      {...props}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const heading = await screen.findByRole('heading', { level: 2 })
  act(() => heading.focus())
  await userEvent.setup().keyboard('{Escape}')
  return widget?.navigation.getState().stack.at(-1)
}

it.each(['tokens-input', 'settings', 'wallet', 'review'] as const)('leaves %s with Escape', async (page) => {
  expect(await setUp({ page, intent: fixtureIntent() })).toBe('swap')
})

it('does not leave a running swap with Escape', async () => {
  const run = fixtureRun()
  const execution = { stage: 'signing', ...run, verified: fixtureVerified(run) } as const
  expect(await setUp({ page: 'review', intent: run.intent, execution })).toBe('review')
})

it('submits no surrounding form with Enter in a field of the widget', async () => {
  let submitted = 0
  const user = userEvent.setup()
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted += 1
      }}
    >
      <input aria-label="Of the page" />
      <FixtureWidget page="settings" />
      <button type="submit">Save</button>
    </form>,
  )
  for (const field of await screen.findAllByRole('radio')) {
    act(() => field.focus())
    await user.keyboard('{Enter}')
  }
  expect(submitted).toBe(0)
  await user.type(screen.getByRole('textbox', { name: 'Of the page' }), '{Enter}')
  expect(submitted).toBe(1)
})
