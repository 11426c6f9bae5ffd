import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import { fixtureEntry } from '../src/testing/fixtures/fixture-activity.ts'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import { ETH, WBTC } from '../src/testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Settings',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'settings' },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

/** Opens the control of each named row, in order. */
async function open(canvasElement: HTMLElement, ...rows: readonly string[]) {
  await waitUntilSettled({ canvasElement })
  for (const row of rows) {
    const name = new RegExp(`^${row}`)
    await userEvent.click(await within(canvasElement).findByRole('button', { name }))
  }
}

const limit =
  (percent: string) =>
  async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await waitUntilSettled({ canvasElement })
    const field = await within(canvasElement).findByLabelText('Your own limit, in percent')
    await userEvent.type(field, percent)
  }

/** The first state fits a phone of 375 pixels without scrolling. */
export const Usual: Story = {
  tags: ['preset'],
  decorators: [(story) => <div style={{ inlineSize: 375 }}>{story()}</div>],
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const root = canvasElement.querySelector('[data-sluice-root]')
    await expect(root?.getBoundingClientRect().height).toBeLessThanOrEqual(700)
  },
}

/** Every control is open. */
export const Opened: Story = {
  play: ({ canvasElement }) =>
    open(
      canvasElement,
      'Theme',
      'Small balances',
      'Advanced',
      'Deadline',
      'Liquidity sources',
      'When the checks have passed',
    ),
}

/** A folded setting is not the default. */
export const AdvancedChanged: Story = {
  play: async ({ canvasElement }) => {
    await open(canvasElement, 'Advanced', 'When the checks have passed')
    await userEvent.click(await within(canvasElement).findByRole('radio', { name: 'Show me first' }))
    await open(canvasElement, 'Advanced Changed')
  },
}

export const VeryLow: Story = { play: limit('0.05') }

export const High: Story = { play: limit('3') }

export const TooHigh: Story = { play: limit('80') }

export const BelowTheBound: Story = {
  args: { config: { slippageBoundsBps: { min: 50, max: 300 } } },
  play: limit('0.2'),
}

export const Dark: Story = { args: { config: { theme: 'dark' } } }

/** The host lets the user choose between exact and unlimited approvals. */
export const UnlimitedApprovals: Story = {
  args: { config: { approvals: { unlimited: true } } },
  play: async ({ canvasElement }) => {
    await open(canvasElement, 'Advanced', 'How much to approve')
    await userEvent.click(await within(canvasElement).findByLabelText('Unlimited'))
  },
}

/** Current approvals, each with a button that revokes it. */
export const StandingApprovals: Story = {
  args: {
    activity: [fixtureEntry('approved', 'failed', { from: WBTC, to: ETH, amount: '0.004' })],
    chain: { allowance: 1_234_560_000n },
  },
  play: ({ canvasElement }) => open(canvasElement, 'Approvals'),
}

/** No node responds, so the allowances are shown as unknown. */
export const UnreadApprovals: Story = {
  args: {
    activity: [fixtureEntry('approved', 'failed', { from: WBTC, to: ETH, amount: '0.004' })],
    chain: {
      allowance: () => {
        throw new SluiceError('RATE_LIMITED')
      },
    },
  },
  play: async ({ canvasElement }) => {
    await open(canvasElement, 'Approvals')
    await within(canvasElement).findByText('The approval of WBTC could not be read')
  },
}

const chains = FIXTURE_CONFIG.chains.map((chain) => ({
  ...chain,
  privateRpcs: ['https://quiet.example/private'],
}))

/** The page and the service offer the same private RPC, and the user added it to the wallet. */
export const PrivateRpc: Story = {
  args: { config: { chains } },
  play: async ({ canvasElement }) => {
    await open(canvasElement, 'Advanced', 'Private RPC')
    const add = { name: 'Add to wallet: quiet.example, Ethereum' }
    await userEvent.click(await within(canvasElement).findByRole('button', add))
    await within(canvasElement).findByText(/^Your wallet reported no problem\./)
  },
}

/** The offers of the service could not be read. */
export const UnreadPrivateRpcs: Story = {
  args: {
    config: { chains },
    service: { privateRpcs: new SluiceError('FORBIDDEN') },
  },
  play: async ({ canvasElement }) => {
    await open(canvasElement, 'Advanced', 'Private RPC unknown')
  },
}

/** The limit follows the trade. */
export const Automatic: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await userEvent.click(await within(canvasElement).findByRole('radio', { name: 'Auto' }))
  },
}

export const Sources: Story = {
  args: { service: { modules: ['uniswap-v2', 'uniswap-v3', 'balancer-v2-weighted', 'aave-v3'] } },
  play: ({ canvasElement }) => open(canvasElement, 'Advanced', 'Liquidity sources'),
}

export const AskedBeforeReset: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Reset everything' }))
  },
}

/** The host fixes all settings except the theme. */
export const Fixed: Story = {
  args: {
    config: {
      fixedSettings: [
        'slippageBps',
        'deadlineSeconds',
        'modulesDisabled',
        'hidesSmallBalances',
        'pauseBeforeSigning',
        'language',
      ],
    },
  },
}
