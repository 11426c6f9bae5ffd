import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { FixtureWidget } from '../../../stories/support/fixture-widget.tsx'
import type { WidgetConfig } from '../../config/types.ts'
import type { Widget } from '../../instance/types.ts'

// Settings persist across widgets.
beforeEach(() => localStorage.clear())

async function setUp(config: Partial<WidgetConfig> = {}) {
  let widget: Widget | undefined
  const { container } = render(
    <FixtureWidget
      page="settings"
      config={config}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  const field = await screen.findByLabelText('Your own limit, in percent')
  return { container, field, user: userEvent.setup(), settings: () => widget!.settings.getState() }
}

it('sets a usual limit with one click', async () => {
  const { user, settings } = await setUp()
  await user.click(screen.getByRole('radio', { name: '1%' }))
  expect(settings().slippageBps).toBe(100)
})

it.each([
  ['0.05', 5, /Below 0.1%/],
  ['3', 300, /Above 1%/],
  ['12', 1_200, /Above 5%/],
])('takes %s percent and warns', async (typed, bps, words) => {
  const { user, field, settings } = await setUp()
  await user.type(field, typed)
  expect(settings().slippageBps).toBe(50)
  await user.tab()
  expect(settings().slippageBps).toBe(bps)
  expect(screen.getAllByText(words)[0]).toBeVisible()
})

it('refuses more than half, and keeps the limit there was', async () => {
  const { user, field, settings } = await setUp()
  await user.type(field, '50.01{Enter}')
  expect(field).toBeInvalid()
  expect(settings().slippageBps).toBe(50)
  expect(screen.getAllByText(/cannot be above 50%/)[0]).toBeVisible()
})

it('offers and takes nothing outside the bounds of the host', async () => {
  const { user, field, settings } = await setUp({ slippageBoundsBps: { min: 50, max: 300 } })
  expect(screen.queryByRole('radio', { name: '0.1%' })).toBeNull()
  expect(screen.getByRole('radio', { name: '1%' })).toBeVisible()
  await user.type(field, '0.4{Enter}')
  expect(field).toBeInvalid()
  expect(screen.getAllByText(/cannot be below 0.5%/)[0]).toBeVisible()
  await user.clear(field)
  await user.type(field, '3.1{Enter}')
  expect(screen.getAllByText(/cannot be above 3%/)[0]).toBeVisible()
  expect(settings().slippageBps).toBe(50)
})

it('changes the theme of the widget alone', async () => {
  const { user, container } = await setUp()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(container.querySelector('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', 'dark')
  expect(document.documentElement).not.toHaveAttribute('data-sluice-theme')
})

it('offers unlimited approvals only where the host allows them, and says what each choice means', async () => {
  const { user, settings } = await setUp({ approvals: { unlimited: true } })
  expect(screen.getByText(/Nothing more can leave/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Unlimited' }))
  expect(settings().unlimitedApprovals).toBe(true)
  expect(screen.getByText(/at risk until you revoke/)).toBeVisible()
})

it('keeps the choice of unlimited approvals, which counts for nothing once the host forbids it', async () => {
  const { user } = await setUp({ approvals: { unlimited: true } })
  await user.click(screen.getByRole('radio', { name: 'Unlimited' }))
  cleanup()
  const { settings } = await setUp()
  expect(settings().unlimitedApprovals).toBe(true)
  expect(screen.queryByRole('radio', { name: 'Unlimited' })).toBeNull()
})
