import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import { DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../src/testing/fixtures/fixture-widget.tsx'
import { accentTheme } from '../src/theme/accent-theme.ts'
import { Isolated } from '../src/widget/isolated.tsx'
import { SwapWidget } from '../src/widget/swap-widget.tsx'
import { SwapWidgetSkeleton } from '../src/widget/swap-widget-skeleton.tsx'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Widget',
  component: FixtureWidget,
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

export const Skeleton: Story = {
  render: ({ config }) => <SwapWidgetSkeleton theme={config?.theme ?? 'system'} />,
}

/** The skeleton has the size of the widget. */
export const SkeletonBesideEmpty: Story = {
  args: { config: { input: {}, output: {} }, wallet: { state: DISCONNECTED } },
  render: (args) => (
    <>
      <SwapWidgetSkeleton theme={args.config?.theme ?? 'system'} />
      <FixtureWidget {...args} />
    </>
  ),
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const [held, taken] = [...canvasElement.querySelectorAll('[data-sluice-root]')].map(
      (root) => root.getBoundingClientRect().height,
    )
    await expect(Math.abs((held ?? 0) - (taken ?? 0))).toBeLessThan(1)
  },
}

export const HostColors: Story = {
  play: waitUntilSettled,
  args: {
    config: {
      themeTokens: {
        accent: 'light-dark(#4b3fd1, #b3abff)',
        accentHover: 'light-dark(#3a2fb4, #cbc5ff)',
        onAccent: 'light-dark(#ffffff, #140f45)',
        accentSoft: 'light-dark(#e8e6fb, #241f52)',
        accentText: 'light-dark(#4034bd, #c1bbff)',
        radius: '12px',
        radiusField: '8px',
        radiusControl: '6px',
      },
    },
  },
}

/** Every color is derived from one. */
export const OneColor: Story = {
  play: waitUntilSettled,
  args: { config: { themeTokens: accentTheme('#7c3aed') } },
}

/** The font of the page instead of the widget's own. */
export const FontOfThePage: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const root = canvasElement.querySelector('[data-sluice-root]')
    await expect(root && getComputedStyle(root).fontFamily).toContain('Georgia')
  },
  args: { config: { font: 'inherit' } },
  decorators: [
    (Story) => (
      <div style={{ fontFamily: 'Georgia, serif' }}>
        <Story />
      </div>
    ),
  ],
}

/** The texts of a language are loaded on demand. */
async function expectLanguage(
  language: string,
  context: Parameters<typeof waitUntilSettled>[0],
): Promise<void> {
  await waitUntilSettled(context)
  const root = context.canvasElement.querySelector('[data-sluice-root]')
  await waitFor(() => expect(root).toHaveAttribute('lang', language), { timeout: 10_000 })
}

export const German: Story = {
  play: (context) => expectLanguage('de', context),
  args: { config: { locale: 'de' } },
}

export const RightToLeft: Story = {
  play: (context) => expectLanguage('ar', context),
  args: { config: { locale: 'ar-EG' } },
}

/** The host's config is invalid: the host receives the details, and the user a neutral notice. */
export const ConfigError: Story = {
  render: () => <SwapWidget {...FIXTURE_CONFIG} integrator="" onError={() => {}} />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(MESSAGES_EN['error.CONFIG_INVALID'])).toBeVisible()
  },
}

/**
 * An unexpected error, here from a response that skips all checks of the service, replaces only the
 * widget's page.
 */
export const Crash: Story = {
  args: { service: { price: { effectiveOutputAmount: 'much' } }, onError: () => {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('The swap could not be shown')).toBeVisible()
    // A swap may be pending, so the notice makes no claim about it.
    await expect(await canvas.findByText('Check your wallet before you try again.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Start again' })).toBeVisible()
  },
}

/** The host overrides some texts. */
export const HostWords: Story = {
  args: {
    config: { messages: { 'swap.title': 'Trade', 'swap.pay': 'You give', 'swap.receive': 'You get' } },
  },
  play: waitUntilSettled,
}

/** Waits until the dialog has faded in. */
const expectDialog = (canvasElement: HTMLElement) =>
  waitFor(() => expect(within(canvasElement).getByRole('dialog', { name: 'Swap' })).toBeVisible())

const inDialog = (mode: 'modal' | 'drawer'): Story => ({
  args: { config: { mode }, onWidget: (widget) => widget.open() },
  // An open dialog covers the documentation page, so it is shown in a frame.
  parameters: { docs: { story: { inline: false, height: '640px' } } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await expectDialog(canvasElement)
  },
})

export const Modal = inDialog('modal')

export const Drawer = inDialog('drawer')

/** A button in the corner of the screen opens the swap, and receives the focus afterwards. */
export const Floating: Story = {
  args: { config: { mode: 'floating' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const launcher = await canvas.findByRole('button', { name: 'Swap' })
    await userEvent.click(launcher)
    await userEvent.click(await canvas.findByRole('button', { name: 'Close' }))
    await expect(canvas.queryByRole('dialog')).toBeNull()
    await expect(launcher).toHaveFocus()
    await userEvent.click(launcher)
    await expectDialog(canvasElement)
  },
}

/**
 * Waits until the widget in a shadow root shows an enabled main button in the color of its theme.
 */
async function expectMainButton(canvasElement: HTMLElement): Promise<void> {
  await waitFor(
    () => {
      const shadow = canvasElement.querySelector('[data-sluice-host]')?.shadowRoot
      const button = shadow?.querySelector('[data-focus-key="main"]')
      return expect(button && getComputedStyle(button).backgroundColor).toBe('rgb(10, 106, 99)')
    },
    { timeout: 10_000 },
  )
}

/** In a shadow root, out of reach of the page's rules. */
export const Shadow: Story = {
  parameters: { look: { theme: 'light' } },
  render: (args) => (
    <Isolated>
      <FixtureWidget {...args} />
    </Isolated>
  ),
  play: ({ canvasElement }) => expectMainButton(canvasElement),
}

const neverLoads = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** The code of the shadow root could not be loaded: the page shows an error with a retry. */
export const ShadowFailed: Story = {
  render: (args) => (
    <Isolated isInline load={neverLoads} onError={() => {}}>
      <FixtureWidget {...args} />
    </Isolated>
  ),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('alert')).toBeVisible()
  },
}

function LoadedAtSecondTry(props: FixtureWidgetProps) {
  const [load] = useState(() => {
    const tries = [neverLoads, () => import('../src/widget/shadow-root.tsx')]
    return () => (tries.shift() ?? neverLoads)()
  })
  return (
    <Isolated isInline load={load} onError={() => {}}>
      <FixtureWidget {...props} />
    </Isolated>
  )
}

/** The shadow root after “Try again”. */
export const ShadowFailedThenLoaded: Story = {
  parameters: { look: { theme: 'light' } },
  render: (args) => <LoadedAtSecondTry {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await expectMainButton(canvasElement)
    await expect(canvas.queryByRole('alert')).toBeNull()
  },
}
