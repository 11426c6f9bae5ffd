import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent, within } from 'storybook/test'
import { MIXED_ACTIVITY } from '../src/testing/fixtures/fixture-activity.ts'
import { DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Wallet',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'wallet', wallet: { state: DISCONNECTED } },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const choose = async ({ canvasElement }: { canvasElement: HTMLElement }) => {
  await waitUntilSettled({ canvasElement })
  await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Harbour' }))
}

export const Choice: Story = { tags: ['preset'] }

export const Loading: Story = { args: { wallet: { state: DISCONNECTED, options: 'pending' } } }

export const NoneFound: Story = { args: { wallet: { state: DISCONNECTED, options: [] } } }

/** A phone has no extensions: links open this page in the browser of a wallet. */
export const OnAPhone: Story = {
  args: { wallet: { state: DISCONNECTED, options: [] } },
  beforeEach() {
    const value = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value })
    return () => void Reflect.deleteProperty(navigator, 'userAgent')
  },
}

export const TwoOfOneName: Story = {
  args: {
    wallet: {
      state: DISCONNECTED,
      options: [
        { id: 'harbour', name: 'Harbour', icon: undefined },
        { id: 'lantern', name: 'Lantern', icon: undefined, announcers: 2 },
        { id: 'lantern#2', name: 'Lantern', icon: undefined, announcers: 2 },
      ],
    },
  },
}

export const Connecting: Story = {
  args: { wallet: { state: DISCONNECTED, onConnect: 'pending' } },
  play: choose,
}

/** The user stopped waiting for a wallet that does not respond. */
export const ConnectingCancelled: Story = {
  ...Connecting,
  play: async (context) => {
    await choose(context)
    ;(await within(context.canvasElement).findByRole('button', { name: 'Cancel' })).click()
  },
}

export const Rejected: Story = {
  args: { wallet: { state: DISCONNECTED, onConnect: 'reject' } },
  play: choose,
}

export const Connected: Story = {
  tags: ['preset'],
  args: { wallet: {}, activity: MIXED_ACTIVITY },
}

/** The account has no token and made no swap here. */
export const ConnectedEmpty: Story = { args: { wallet: {}, chain: { balances: {} } } }

/** The balances have not been read yet. */
export const ConnectedLoading: Story = { args: { wallet: {}, service: { tokens: 'pending' } } }
