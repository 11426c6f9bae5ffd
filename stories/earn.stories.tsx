import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import { fixtureEntry } from '../src/testing/fixtures/fixture-activity.ts'
import { EARNING_WIDGET } from '../src/testing/fixtures/fixture-earning.ts'
import { fixtureIntent } from '../src/testing/fixtures/fixture-swap.ts'
import { AUSDC, ETHEREUM, USDC, VAULT } from '../src/testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { createFixtureYields, type FixtureYields } from '../src/testing/fixtures/fixture-yields.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Earn',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: EARNING_WIDGET,
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const withYields = (yields: FixtureYields) => ({
  service: { ...EARNING_WIDGET.service, yields: createFixtureYields(yields) },
})

/**
 * ETH is swapped into a lending token: its recent APY, the APY after this deposit, and its total
 * deposits.
 */
export const Deposit: Story = { tags: ['preset'] }

export const DepositIntoVault: Story = {
  args: { config: { ...EARNING_WIDGET.config, output: { token: VAULT.address } } },
}

/** A lending token is sold, and its yield is shown. */
export const Withdrawal: Story = {
  args: {
    config: {
      ...EARNING_WIDGET.config,
      input: { chainId: ETHEREUM, token: AUSDC.address, amount: '2500' },
      output: { token: USDC.address },
    },
    chain: { balances: { ETH: '1', aUSDC: '5000' } },
  },
}

export const Loading: Story = { args: withYields({ fails: 'never' }) }

/** The interface responds with implausible figures. */
export const Unknown: Story = { args: withYields({ historical: -3, diluted: 1e9, tvl: null }) }

export const Unavailable: Story = { args: withYields({ fails: 'unreachable' }) }

export const Review: Story = {
  args: { page: 'review', intent: { ...fixtureIntent(), outputToken: AUSDC } },
}

export const TokenDetails: Story = {
  parameters: { look: { direction: 'ltr' } },
  args: { page: 'tokens-output' },
  play: async (context) => {
    await waitUntilSettled(context)
    const page = within(context.canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'About aUSDC' }, { timeout: 10_000 }))
    await expect(await page.findByText('Total deposits')).toBeVisible()
  },
}

const DAY_MS = 86_400_000
const deposit = fixtureEntry('deposit', 'done', { from: USDC, to: AUSDC, amount: '5000' })

/** This browser recorded the first deposit; the cost of the second one is unknown. */
export const Positions: Story = {
  args: {
    page: 'positions',
    chain: { balances: { ETH: '1', aUSDC: '5041.331', svDAI: '220.5' } },
    activity: [{ ...deposit, received: '5000000000', startedAt: Date.now() - 90 * DAY_MS }],
  },
}

/** More than half of the deposit is lent out. */
export const PositionPartlyWithdrawable: Story = {
  args: { page: 'positions', chain: { balances: { aUSDC: '5041.331' }, freeShareBps: 4_000 } },
}

export const PositionsUnavailableApy: Story = {
  args: { ...Positions.args, ...withYields({ fails: 'unreachable' }) },
}

export const NoPositions: Story = { args: { page: 'positions', chain: { balances: { ETH: '1' } } } }

export const PositionsLoading: Story = {
  args: { page: 'positions', service: { ...EARNING_WIDGET.service, tokens: 'pending' } },
}

/** The catalogue cannot be reached. */
export const PositionsUnreadable: Story = {
  args: {
    page: 'positions',
    service: { ...EARNING_WIDGET.service, tokens: new SluiceError('CATALOGUE_UNAVAILABLE') },
  },
}

export const PositionsNotConnected: Story = {
  args: { page: 'positions', wallet: { state: DISCONNECTED } },
}
