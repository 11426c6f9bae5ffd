import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { fixtureEntry, MIXED_ACTIVITY } from '../src/testing/fixtures/fixture-activity.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Activity',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'activity', activity: MIXED_ACTIVITY },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = { args: { activity: [] } }

export const Mixed: Story = { tags: ['preset'] }

export const Menu: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'More actions' }))
  },
}

/** The rows fit 320 pixels. */
export const Narrow: Story = {
  decorators: [(story) => <div style={{ inlineSize: 320 }}>{story()}</div>],
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const root = canvasElement.querySelector('[data-sluice-root]')
    await expect(root?.scrollWidth).toBeLessThanOrEqual(320)
  },
}

/** A swap that neither the contract nor the simulation could prove has no seal. */
export const Unverified: Story = {
  args: { activity: [{ ...fixtureEntry('done', 'done'), isUnverified: true }] },
}

export const AskBeforeClearing: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'More actions' }))
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Clear history' }))
  },
}

export const OnlyPending: Story = { args: { activity: [fixtureEntry('pending', 'pending')] } }

export const PendingOnTheSwapPage: Story = { args: { page: 'swap' } }

export const DetailsDone: Story = {
  tags: ['preset'],
  args: { page: 'activity-details', selectedActivity: 'done' },
}

export const DetailsFailed: Story = { args: { page: 'activity-details', selectedActivity: 'failed' } }

export const DetailsPending: Story = { args: { page: 'activity-details', selectedActivity: 'pending' } }

/** A swap of an earlier page that other owners of the account have not signed yet. */
export const DetailsAwaitingSigners: Story = {
  args: {
    ...DetailsPending.args,
    chain: {
      watch({ onAwaitingSigners }) {
        onAwaitingSigners?.()
        return new Promise(() => {})
      },
    },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await within(canvasElement).findByRole('button', { name: 'Stop looking' })
  },
}

export const Dark: Story = { args: { config: { theme: 'dark' } } }
