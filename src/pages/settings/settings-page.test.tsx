import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { USER } from '../../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { createTranslation } from '../../i18n/create-translation.ts'
import { addMessages } from '../../i18n/create-translator.ts'
import type { Widget } from '../../instance/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'
import type { FixtureOptions } from '../../testing/fixtures/fixture-widget-instance.ts'

// Settings persist across widgets.
beforeEach(() => localStorage.clear())

const getField = () => screen.getByLabelText('Your own limit, in percent')

async function setUp(
  config: Partial<WidgetConfig> = {},
  options: Omit<FixtureOptions, 'config' | 'page'> = {},
) {
  let widget: Widget | undefined
  const { container } = render(
    <FixtureWidget
      {...options}
      page="settings"
      config={config}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('heading', { name: 'Settings' })
  const user = userEvent.setup()
  return { container, user, widget: widget!, settings: () => widget!.settings.getState() }
}

/** Opens the control of each named row, in order. */
async function open(user: UserEvent, ...rows: readonly string[]) {
  for (const row of rows) await user.click(await screen.findByRole('button', { name: new RegExp(`^${row}`) }))
}

/** Collects the setting events that the host receives from now on. */
function listen({ events }: Widget) {
  const changes: unknown[] = []
  events.on('settingUpdated', ({ setting, oldValue, newValue }) =>
    changes.push([setting, oldValue, newValue]),
  )
  return changes
}

it('emits a changed setting with all settings before and after', async () => {
  const { user, widget } = await setUp()
  const payloads: unknown[] = []
  widget.events.on('settingUpdated', (payload) => payloads.push(payload))
  await user.click(screen.getByRole('radio', { name: '1%' }))
  const before = {
    slippageBps: 50,
    isSlippageAuto: false,
    deadlineSeconds: null,
    modulesDisabled: [],
    hidesSmallBalances: false,
    theme: 'system',
    language: null,
    pauseBeforeSigning: false,
    unlimitedApprovals: false,
  }
  expect(payloads).toEqual([
    {
      setting: 'slippageBps',
      newValue: 100,
      oldValue: 50,
      newSettings: { ...before, slippageBps: 100 },
      oldSettings: before,
    },
  ])
})

it('emits no event for settings that the user did not change', async () => {
  const [first] = FIXTURE_CONFIG.chains
  const chains = [first, { ...first, id: 2, name: 'two' }] as unknown as WidgetConfig['chains']
  const config = { ...FIXTURE_CONFIG, chains, slippageBps: { 31337: 30, 2: 70 } }
  localStorage.setItem('sluice:fixture:settings', JSON.stringify({ hidesSmallBalances: true }))
  const { user, widget, settings } = await setUp({ ...config, storageKey: 'fixture' })
  const changes = listen(widget)
  const update = (next: Partial<WidgetConfig>) =>
    act(() => widget.update({ ...config, storageKey: 'fixture', ...next }))
  update({ theme: 'dark' })
  await act(() => widget.setFields({ input: { chainId: 2 } }))
  expect(settings()).toMatchObject({ theme: 'dark', slippageBps: 70, hidesSmallBalances: true })
  update({ theme: 'dark', hidden: ['settings'] })
  expect(settings().hidesSmallBalances).toBe(false)
  update({ theme: 'dark' })
  expect(settings().hidesSmallBalances).toBe(true)
  expect(changes).toEqual([])
  await open(user, 'Theme')
  await user.click(screen.getByRole('radio', { name: 'Light' }))
  await user.click(screen.getByRole('radio', { name: '1%' }))
  expect(changes).toEqual([
    ['theme', 'dark', 'light'],
    ['slippageBps', 70, 100],
  ])
})

it('sets a preset limit with one click', async () => {
  const { user, settings } = await setUp()
  await user.click(screen.getByRole('radio', { name: '1%' }))
  expect(settings().slippageBps).toBe(100)
})

it.each([
  ['0.05', 5, /Below 0.1%/],
  ['3', 300, /Above 1%/],
  ['12', 1_200, /Above 5%/],
])('accepts %s percent with a warning', async (typed, bps, words) => {
  const { user, settings } = await setUp()
  const field = getField()
  await user.type(field, typed)
  expect(settings().slippageBps).toBe(50)
  await user.tab()
  expect(settings().slippageBps).toBe(bps)
  expect(screen.getAllByText(words)[0]).toBeVisible()
})

it('rejects more than 50 % and keeps the previous limit', async () => {
  const { user, settings } = await setUp()
  const field = getField()
  await user.type(field, '50.01{Enter}')
  expect(field).toBeInvalid()
  expect(settings().slippageBps).toBe(50)
  expect(screen.getAllByText(/cannot be above 50%/)[0]).toBeVisible()
})

it('offers and accepts nothing outside the bounds of the host', async () => {
  const { user, settings } = await setUp({ slippageBoundsBps: { min: 50, max: 300 } })
  const field = getField()
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

it('changes only the theme of the widget', async () => {
  const { user, container } = await setUp()
  await open(user, 'Theme')
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(container.querySelector('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', 'dark')
  expect(document.documentElement).not.toHaveAttribute('data-sluice-theme')
})

it('offers unlimited approvals only when the host allows them, and explains each choice', async () => {
  const { user, settings } = await setUp({ approvals: { unlimited: true } })
  await open(user, 'Advanced', 'How much to approve')
  expect(screen.getByText(/Nothing more can leave/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Unlimited' }))
  expect(settings().unlimitedApprovals).toBe(true)
  expect(screen.getByText(/at risk until you revoke/)).toBeVisible()
})

it('ignores the stored choice of unlimited approvals while the host forbids them', async () => {
  const { user } = await setUp({ approvals: { unlimited: true } })
  await open(user, 'Advanced', 'How much to approve')
  await user.click(screen.getByRole('radio', { name: 'Unlimited' }))
  cleanup()
  const { settings } = await setUp()
  expect(settings().unlimitedApprovals).toBe(false)
  expect(screen.queryByRole('radio', { name: 'Unlimited' })).toBeNull()
  cleanup()
  const { settings: again } = await setUp({ approvals: { unlimited: true } })
  expect(again().unlimitedApprovals).toBe(true)
})

it('hides the pause before signing when the host requires it', async () => {
  const { user: first } = await setUp({ pauseBeforeSigning: true })
  await open(first, 'Advanced')
  expect(screen.queryByRole('button', { name: /^When the checks have passed/ })).toBeNull()
  cleanup()
  const { user } = await setUp()
  await open(user, 'Advanced', 'When the checks have passed')
  expect(screen.getByRole('group', { name: 'When the checks have passed' })).toBeVisible()
})

it('shows the minimum that the limit leaves for the trade in the form', async () => {
  const { user } = await setUp()
  await waitFor(() =>
    expect(screen.getByText('Minimum received').closest('div')).toHaveTextContent('3,624.95 USDC'),
  )
  await user.click(screen.getByRole('radio', { name: '1%' }))
  await waitFor(() =>
    expect(screen.getByText('Minimum received').closest('div')).toHaveTextContent('3,606.74 USDC'),
  )
})

it('shows the minimum of a typed limit, which applies when the page is left', async () => {
  const { user, settings, widget } = await setUp()
  const changes = listen(widget)
  await screen.findByText('3,624.95 USDC')
  await user.type(getField(), '7')
  expect(screen.getByText('Minimum received').closest('div')).toHaveTextContent('3,388.15 USDC')
  expect(screen.getByRole('button', { name: 'Slippage limit 7%' })).toBeVisible()
  expect(settings().slippageBps).toBe(50)
  await user.keyboard('{Escape}')
  await screen.findByRole('heading', { name: 'Swap' })
  expect(settings().slippageBps).toBe(700)
  expect(changes).toEqual([['slippageBps', 50, 700]])
})

it('keeps the previous limit if the page is left with a limit outside the bounds', async () => {
  const { user, settings } = await setUp()
  await user.type(getField(), '50.01{Escape}')
  await screen.findByRole('heading', { name: 'Swap' })
  expect(settings().slippageBps).toBe(50)
})

it('offers the limit of the host, which then follows the network again', async () => {
  const { user, widget, settings } = await setUp({ slippageBps: 30 })
  await user.click(screen.getByRole('radio', { name: '1%' }))
  expect(settings()).toMatchObject({ slippageBps: 100, isSlippageChosen: true })
  await user.click(screen.getByRole('radio', { name: '0.3%' }))
  expect(widget.settings.getState()).toMatchObject({ slippageBps: 30, isSlippageChosen: false })
})

it('shows each value in its row, and that a folded setting has changed', async () => {
  const { user } = await setUp()
  expect(screen.getByRole('button', { name: 'Theme System' })).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('radio', { name: 'Dark' })).toBeNull()
  await open(user, 'Theme')
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(screen.getByRole('button', { name: 'Theme Dark' })).toHaveAttribute('aria-expanded', 'true')
  await open(user, 'Advanced', 'Deadline 5 min')
  await user.click(screen.getByRole('radio', { name: '1 hr' }))
  expect(screen.getByRole('button', { name: 'Deadline 1 hr' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Advanced Changed' })).toBeVisible()
})

it('derives the limit from the trade and shows the reason', async () => {
  const { user, settings } = await setUp()
  await screen.findByText('Minimum received')
  await user.click(screen.getByRole('radio', { name: 'Auto' }))
  expect(settings().isSlippageAuto).toBe(true)
  expect(await screen.findByText('0.3% for this trade')).toBeVisible()
  expect(screen.getByText('Enough for usual changes of the price.')).toBeVisible()
  // A custom limit ends the automatic mode.
  await user.type(getField(), '0.7{Enter}')
  expect(settings()).toMatchObject({ isSlippageAuto: false, slippageBps: 70 })
})

it('explains that an automatic limit needs a price', async () => {
  const { user } = await setUp({}, { service: { price: 'pending' } })
  await user.click(screen.getByRole('radio', { name: 'Auto' }))
  expect(screen.getByText('It follows the trade, once there is a price.')).toBeVisible()
})

it('stores a longer deadline, but not the default of the host', async () => {
  const { user, settings } = await setUp()
  await open(user, 'Advanced', 'Deadline')
  await user.click(screen.getByRole('radio', { name: '1 hr' }))
  expect(settings().deadlineSeconds).toBe(3_600)
  await user.click(screen.getByRole('radio', { name: '5 min' }))
  expect(settings().deadlineSeconds).toBeUndefined()
})

it('disables liquidity sources but never the last one', async () => {
  const { user, settings } = await setUp()
  await screen.findByText('2 of 2 on')
  await open(user, 'Advanced', 'Liquidity sources')
  await user.click(screen.getByRole('switch', { name: 'Uniswap V2' }))
  expect(settings().modulesDisabled).toEqual(['uniswap-v2'])
  const last = screen.getByRole('switch', { name: 'Uniswap V3' })
  expect(last).toHaveAttribute('aria-disabled', 'true')
  expect(last).toHaveAccessibleDescription('At least one stays on.')
  await user.click(last)
  expect(settings().modulesDisabled).toEqual(['uniswap-v2'])
  await user.click(screen.getByRole('switch', { name: 'Uniswap V2' }))
  expect(settings().modulesDisabled).toEqual([])
})

it('hides sources that the host has fixed', async () => {
  const routing = { modulesFilter: ['uniswap_v3'] }
  await setUp({ routing })
  await screen.findByText('Minimum received')
  expect(screen.queryByText('Liquidity sources')).toBeNull()
})

it('shows an error when the sources could not be loaded', async () => {
  const { user } = await setUp({}, { service: { modules: new SluiceError('FORBIDDEN') } })
  await open(user, 'Advanced', 'Liquidity sources unknown')
  expect(await screen.findByText('This site isn’t allowed to use the swap service')).toBeVisible()
})

it('hides settings that the host has fixed', async () => {
  await setUp({
    fixedSettings: [
      'slippageBps',
      'deadlineSeconds',
      'modulesDisabled',
      'hidesSmallBalances',
      'pauseBeforeSigning',
      'theme',
      'language',
    ],
  })
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Advanced' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reset everything' })).toBeVisible()
})

it('clears the custom limit on reset and does not apply it again on blur', async () => {
  const { user, settings, widget } = await setUp()
  const field = screen.getByRole('textbox', { name: 'Your own limit, in percent' })
  await user.type(field, '2.5{Enter}')
  expect(settings().slippageBps).toBe(250)
  const changes = listen(widget)
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(changes).toEqual([['slippageBps', 250, 50]])
  expect(settings().slippageBps).toBe(50)
  expect(field).toHaveValue('')
  await user.click(field)
  await user.tab()
  expect(settings().slippageBps).toBe(50)
})

it('offers the configured languages by their own names and stores the choice', async () => {
  const { user, settings, widget } = await setUp({ languages: ['fr', 'en', 'ja'] })
  const list = screen.getByRole('combobox', { name: 'Language' })
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Automatic', 'Français', 'English', '日本語'])
  await user.selectOptions(list, 'English')
  expect(settings().language).toBe('en')
  expect(JSON.parse(localStorage.getItem(`sluice:${FIXTURE_CONFIG.integrator}:settings`) ?? '')).toEqual({
    language: 'en',
  })
  await user.selectOptions(list, 'Automatic')
  expect(settings().language).toBeUndefined()
  expect(widget.translation.getState().lang).toBe('en')
})

it('is marked as English while only the form is translated', async () => {
  const { widget } = await setUp()
  addMessages({ 'swap.title': 'تبادله' }, 'ps')
  act(() => widget.translation.setState(createTranslation('ps'), true))
  const page = screen.getByRole('region', { name: 'Settings' })
  const root = page.closest('[data-sluice-root]')
  expect(
    [root, page.closest('[lang]')].map((element) => [
      element?.getAttribute('lang'),
      element?.getAttribute('dir'),
    ]),
  ).toEqual([
    ['ps', 'rtl'],
    ['en', 'ltr'],
  ])
  addMessages({ 'settings.title': 'تنظیمات' }, 'ps')
  act(() => widget.translation.setState(createTranslation('ps'), true))
  expect(screen.getByRole('region', { name: 'تنظیمات' }).closest('[lang]')).toBe(root)
})

it('hides the language setting with a single language', async () => {
  await setUp({ languages: ['en'] })
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('clears all choices including tokens after a confirmation', async () => {
  const token = { chainId: 31_337, address: USER }
  const { user, settings, widget } = await setUp(
    {},
    {
      tokenMemory: { pinned: [token], recent: [token], imported: [token] },
      recentRecipients: [USER],
    },
  )
  await open(user, 'Theme')
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  expect(screen.getByText('Reset all settings?')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(settings().theme).toBe('dark')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(settings()).toMatchObject({ theme: 'system', recentRecipients: [] })
  expect(widget.tokenMemory.getState()).toEqual({
    pinned: [],
    recent: [],
    imported: [],
    accepted: [],
    pinnedChains: [],
  })
  expect(Object.keys(localStorage)).toEqual([])
  expect(screen.getByRole('button', { name: 'Reset everything' })).toHaveFocus()
})

it('keeps the row of the limited amount while its price loads', async () => {
  await setUp({}, { service: { price: 'pending' } })
  const row = (await screen.findByText('Minimum received')).closest('div')!
  expect(row.querySelector('[aria-hidden="true"][data-height]')).toBeInTheDocument()
})
