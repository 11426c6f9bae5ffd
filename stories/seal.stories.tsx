import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Seal } from '../src/components/seal/seal.tsx'
import { FixtureSurface } from '../src/testing/fixtures/fixture-surface.tsx'

const meta = {
  title: 'Components/Seal',
  component: Seal,
  args: { seed: '0x8f0c3d5b7a1e4f2c', locks: [true, true, true, true], size: 120 },
  decorators: [
    (Story) => (
      <FixtureSurface>
        <Story />
      </FixtureSurface>
    ),
  ],
} satisfies Meta<typeof Seal>

export default meta
type Story = StoryObj<typeof meta>

/** Before the call is known. */
export const Empty: Story = { args: { seed: undefined, locks: [false, false, false, false] } }

/** The call is known, and no check has passed. */
export const Open: Story = { args: { locks: [false, false, false, false] } }

/** A segment locks with each passed check. */
export const Closing: Story = { args: { locks: [true, true, false, false] } }

export const Closed: Story = {}

/** Another call has another pattern. */
export const AnotherCall: Story = { args: { seed: '0x1b2d3f4a5c6e7f80' } }

/** Runs no animation under the reduced motion setting. */
export const ReducedMotion: Story = {
  play: async ({ canvasElement }) => {
    const running = [...canvasElement.querySelectorAll('svg *')].flatMap((shape) =>
      shape.getAnimations().filter(({ playState }) => playState === 'running'),
    )
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) await expect(running).toEqual([])
  },
}
