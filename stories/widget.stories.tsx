import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { Isolated } from '../src/widget/isolated.tsx'
import { SwapWidget } from '../src/widget/swap-widget.tsx'
import { SwapWidgetSkeleton } from '../src/widget/swap-widget-skeleton.tsx'
import { FIXTURE_CONFIG } from './support/fixture-config.ts'
import { DISCONNECTED } from './support/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from './support/fixture-widget.tsx'
import { settled } from './support/settled.ts'

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
    await settled({ canvasElement })
    const [held, taken] = [...canvasElement.querySelectorAll('[data-sluice-root]')].map(
      (root) => root.getBoundingClientRect().height,
    )
    await expect(Math.abs((held ?? 0) - (taken ?? 0))).toBeLessThan(1)
  },
}

export const HostColors: Story = {
  play: settled,
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

export const German: Story = {
  play: settled,
  args: { config: { locale: 'de' } },
}

export const RightToLeft: Story = {
  play: settled,
  args: { config: { locale: 'ar-EG' } },
}

/** The host's config is wrong: the host is told what, the person that it is not their doing. */
export const ConfigError: Story = {
  render: () => <SwapWidget {...FIXTURE_CONFIG} integrator="" onError={() => {}} />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(MESSAGES_EN['error.CONFIG_INVALID'])).toBeVisible()
  },
}

/** A defect, here of an answer that no check of the service lets through, ends the page and not the host's. */
export const Crash: Story = {
  args: { service: { price: { effectiveOutputAmount: 'much' } }, onError: () => {} },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('The swap could not be shown')).toBeVisible()
    // A swap may be on its way: nothing is claimed of it.
    await expect(await canvas.findByText('Check your wallet before you try again.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Start again' })).toBeVisible()
  },
}

/** The host's own words for some texts. */
export const HostWords: Story = {
  args: {
    config: { messages: { 'swap.title': 'Trade', 'swap.pay': 'You give', 'swap.receive': 'You get' } },
  },
  play: settled,
}

/** It fades in. */
const expectDialog = (canvasElement: HTMLElement) =>
  waitFor(() => expect(within(canvasElement).getByRole('dialog', { name: 'Swap' })).toBeVisible())

const inDialog = (mode: 'modal' | 'drawer'): Story => ({
  args: { config: { mode }, onWidget: (widget) => widget.open() },
  // An open dialog covers a page: on that of the documentation it has a frame of its own.
  parameters: { docs: { story: { inline: false, height: '640px' } } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    await expectDialog(canvasElement)
  },
})

export const Modal = inDialog('modal')

export const Drawer = inDialog('drawer')

/** A button in the corner of the screen, which opens the swap and gets the focus back. */
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

/** Waits until the widget in a shadow root shows its main button as one to press, in the color of its theme. */
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

/** In a shadow root, where no rule of the page reaches it. */
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

/** Its code did not arrive: that is said in the page, and it can be tried again. */
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

/** The same, after “Try again”. */
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
