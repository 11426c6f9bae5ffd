import type { Meta, StoryObj } from '@storybook/react-vite'
import { onlineManager } from '@tanstack/react-query'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { ErrorCode } from '../src/errors/codes.ts'
import { SluiceError } from '../src/errors/sluice-error.ts'
import type { Token } from '../src/events/types.ts'
import { IDLE_MS } from '../src/lib/thresholds.ts'
import { PARTNER } from '../src/wire/fixtures/addresses.ts'
import { BASE, ETH, ETHEREUM, LINK, USDC, WBTC, WETH } from '../testing/fixture-tokens.ts'
import { FIXTURE_CONFIG } from './support/fixture-config.ts'
import { createFixtureExecution } from './support/fixture-execution.ts'
import { fixtureIntent, fixtureRun, fixtureVerified, HASH } from './support/fixture-swap.ts'
import { CONNECTED, DISCONNECTED } from './support/fixture-wallet.ts'
import { FixtureWidget } from './support/fixture-widget.tsx'
import { settled } from './support/settled.ts'

const meta = {
  title: 'Pages/Swap',
  component: FixtureWidget,
  play: settled,
} satisfies Meta<typeof FixtureWidget>

export default meta

const run = fixtureRun()
const manyModules = Array.from({ length: 9 }, (_, index) => ({
  module: `source-${index}`,
  name: index % 2 ? 'Delta V2' : 'Uniswap V3',
  kind: 'dex' as const,
  portionBps: index === 0 ? 2_000 : 1_000,
  path: [USDC.address, WBTC.address],
}))
type Story = StoryObj<typeof meta>

export const Ready: Story = { tags: ['preset'] }

/** What the costs are made of is shown on demand. */
async function showDetails({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  await settled({ canvasElement })
  const canvas = within(canvasElement)
  await userEvent.click(await canvas.findByTitle('Price details'))
  await waitFor(() => expect(canvas.getByText('Price impact')).toBeVisible())
  await settled({ canvasElement })
}

export const Details: Story = { play: showDetails }

/** The price names no network cost: what is known is the least. */
export const CostPartlyUnknown: Story = { args: { service: { price: { gasCostUSD: null } } } }

/** One to one at the wrapper contract: nobody is asked for a price. */
export const Wrap: Story = { args: { config: { output: { token: WETH.address } } } }

export const Unwrap: Story = {
  args: { config: { input: { token: WETH.address, amount: '0.5' }, output: { token: ETH.address } } },
}

/** The wallet turned to another account during the review. */
export const ReviewClosed: Story = {
  args: { onWidget: ({ review }) => review.setState({ closedBy: 'account' }) },
}

export const SendToAnotherAddress: Story = { args: { config: { recipient: 'optional' } } }

export const SendToRecipient: Story = { args: { config: { recipient: 'optional' }, recipient: PARTNER } }

export const RecipientRequired: Story = { args: { config: { recipient: 'required' } } }

/** The host has set where the output goes. */
export const RecipientLocked: Story = {
  args: {
    config: {
      recipient: 'optional',
      output: { token: USDC.address, recipient: PARTNER },
      lockedFields: ['recipient'],
    },
  },
}

export const RecipientIsToken: Story = {
  args: { config: { recipient: 'optional' }, recipient: USDC.address },
}

export const Disconnected: Story = { args: { wallet: { state: DISCONNECTED } } }

export const Empty: Story = {
  args: { config: { input: { chainId: ETHEREUM }, output: {} }, wallet: { state: DISCONNECTED } },
}

export const EnterAmount: Story = {
  args: { config: { input: { chainId: ETHEREUM, token: USDC.address }, output: { token: WBTC.address } } },
}

export const LoadingPrice: Story = {
  args: { service: { price: 'pending' } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const field = canvasElement.querySelector('[data-part="amount"][data-state="loading"]')
    const around = field?.getBoundingClientRect().toJSON()
    const over = field?.nextElementSibling?.getBoundingClientRect().toJSON()
    // What waits lies over the empty field.
    await expect(around).toBeDefined()
    for (const side of ['left', 'right', 'top', 'bottom']) {
      await expect(Math.abs(over[side] - around[side])).toBeLessThanOrEqual(1)
    }
  },
}

export const NoRoute: Story = { args: { service: { price: new SluiceError('NO_ROUTE') } } }

export const RateLimited: Story = { args: { service: { price: new SluiceError('RATE_LIMITED') } } }

/** The last price stays in sight and says that it could not be refreshed. */
export const StalePrice: Story = {
  args: { service: { laterPrices: new SluiceError('SERVICE_UNAVAILABLE') } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Refresh price/ }))
    await waitFor(() => expect(canvas.getByText('This price could not be refreshed')).toBeVisible())
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

/** Nobody has used the page for minutes: no price is asked for, and the last one says so until somebody is back. */
export const PricesPaused: Story = {
  beforeEach: () => {
    const { setTimeout } = window
    const soon = (callback: () => void, ms?: number) => setTimeout(callback, ms === IDLE_MS ? 2_000 : ms)
    window.setTimeout = soon as typeof window.setTimeout
    return () => {
      window.setTimeout = setTimeout
    }
  },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByText('Prices are paused')).toBeVisible(), { timeout: 10_000 })
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

/** The browser has lost its connection: the last price stays in sight and says so at once, before anything fails. */
export const Offline: Story = {
  beforeEach: () => () => onlineManager.setOnline(true),
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    onlineManager.setOnline(false)
    await waitFor(() => expect(canvas.getByText('This price could not be refreshed')).toBeVisible())
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

const failsWith = (code: ErrorCode, words: RegExp): Story => ({
  args: { service: { price: new SluiceError(code, { supportId: 'a3c1f0d2-fixture' }) } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getAllByText(words)[0]).toBeVisible())
  },
})

/** The service answers with 403: it does not know this site. */
export const Forbidden = failsWith('FORBIDDEN', /isn’t allowed/)

/** The service answers with 500. */
export const ServiceError = failsWith('SERVICE_ERROR', /had a problem/)

export const ServiceUnavailable = failsWith('SERVICE_UNAVAILABLE', /is unavailable/)

export const NetworkLost: Story = { args: { service: { price: new SluiceError('NETWORK_LOST') } } }

export const NotEnoughGas: Story = { args: { chain: { balances: { ETH: '1.5001' } } } }

export const InsufficientBalance: Story = { args: { chain: { balances: { ETH: '0.2' } } } }

export const WrongChain: Story = { args: { wallet: { state: { ...CONNECTED, chainId: BASE } } } }

/** The pools of the route pay far less in the other direction. */
export const SurgeWarning: Story = { args: { service: { price: { surgeValue: 45 } } } }

/** What is no amount is not taken, and that is said. */
export const PasteRefused: Story = {
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('textbox', { name: 'Amount you pay' }))
    await userEvent.paste('1.5k')
    await waitFor(() => expect(canvas.getByText(/^Nothing was taken/)).toBeVisible(), { timeout: 5_000 })
  },
}

/** Digits that the token does not have are cut, and that is said. */
export const DigitsCut: Story = {
  args: { config: { input: { token: USDC.address, amount: '' }, output: { token: ETH.address } } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount you pay' }), '12.34567891')
    await waitFor(() => expect(canvas.getByText(/^Cut: /)).toBeVisible())
  },
}

export const HighImpact: Story = {
  args: { service: { price: { priceImpactBps: '812', outputAmountUSD: '3351.20' } } },
}

/** The service values 30 USDC at $3,643; the other sources disagree. */
export const ValueDisputed: Story = {
  args: { service: { price: { outputAmount: '30000000', effectiveOutputAmount: '30000000' } } },
}

export const ValueUnconfirmed: Story = { args: { poolPrices: { ETH: undefined } } }

export const ValueUnknown: Story = {
  args: {
    poolPrices: { LINK: undefined },
    config: { output: { token: LINK.address } },
    service: { price: { outputAmountUSD: null }, rates: { LINK: 0 } },
  },
}

export const LongAmount: Story = {
  args: {
    config: {
      input: { chainId: ETHEREUM, token: USDC.address, amount: '123456789.123456' },
      output: { token: WBTC.address },
    },
  },
}

export const BackgroundSwaps: Story = {
  args: {
    execution: createFixtureExecution({ stage: 'idle' }, [
      { stage: 'watching', ...run, verified: fixtureVerified(run), hash: HASH, awaitingSigners: false },
      {
        stage: 'failed',
        ...fixtureRun({ ...fixtureIntent({ amount: '2' }), id: 'route-undone' }),
        error: new SluiceError('TRANSACTION_REVERTED'),
        at: 'watching',
        hash: HASH,
      },
    ]),
  },
}

export const SplitRoute: Story = {
  play: showDetails,
  args: { service: { price: { liquidityModules: manyModules } } },
}

/** A part of the amount would find a fair price. */
export const SmallerAmountOffered: Story = {
  args: { service: { price: { priceImpactBps: '1200' }, partialFill: '412345678901234567' } },
}

const between = (name: string, portionBps: number, from: Token, to: Token) => ({
  module: name.toLowerCase(),
  name,
  kind: 'dex' as const,
  portionBps,
  path: [from.address, to.address],
})

/** Three paths, of which two share their last hop. */
export const RouteOverOtherTokens: Story = {
  play: showDetails,
  args: {
    service: {
      price: {
        liquidityModules: [
          between('Delta V2', 1_250, WETH, USDC),
          between('Uniswap V3', 4_500, WETH, WBTC),
          between('Balancer V2 weighted', 1_500, WETH, WBTC),
          between('Uniswap V2', 2_750, WETH, LINK),
          between('Uniswap V3', 2_750, LINK, WBTC),
          between('Uniswap V3', 8_750, WBTC, USDC),
        ],
      },
    },
  },
}

const buying = {
  input: { chainId: ETHEREUM, token: ETH.address },
  output: { token: USDC.address, amount: '1000' },
}

/** The exact amount to receive is typed; what is paid is estimated, and limited. */
export const ExactOutput: Story = { args: { config: buying } }

export const ExactOutputLoading: Story = {
  args: { config: buying, service: { price: 'pending' } },
}

/** The balance covers the estimate, and not the most it may cost. */
export const ExactOutputInsufficient: Story = {
  args: { config: buying, chain: { balances: { ETH: '0.4125' } } },
}

/** What is paid is entered in dollars; the amount of the token is what is traded. */
export const EnterDollars: Story = {
  parameters: { look: { direction: 'ltr' } },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Enter the amount in dollars' }))
    // Its code is loaded when it is wanted.
    const field = await canvas.findByLabelText('Dollars you pay', {}, { timeout: 10_000 })
    await userEvent.clear(field)
    await userEvent.type(field, '1000')
    await waitFor(() => expect(canvas.getByText('0.411234 ETH')).toBeVisible())
    await settled({ canvasElement })
  },
}

/** The host asks for more in one trade. */
export const BelowMinimum: Story = { args: { config: { minAmountUsd: 5_000 } } }

/** The host wants purchases alone: the paid amount follows. */
export const PurchasesOnly: Story = { args: { config: { ...buying, tradeType: 'buy' } } }

/** A router whose calls cannot be read: the received amount follows from the paid one. */
export const OutputFollows: Story = {
  args: { config: { chains: FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, codec: 'none' })) } },
}

export const DarkExactOutput: Story = { args: { config: { ...buying, theme: 'dark' } } }

export const Dark: Story = { args: { config: { theme: 'dark' } } }

export const DarkHighImpact: Story = {
  args: { ...HighImpact.args, config: { theme: 'dark' } },
}

export const DarkValueDisputed: Story = {
  args: { ...ValueDisputed.args, config: { theme: 'dark' } },
}

export const DarkNoRoute: Story = { args: { ...NoRoute.args, config: { theme: 'dark' } } }

/** The host has set the token that is received; the pair cannot be flipped. */
export const LockedOutput: Story = { args: { config: { lockedFields: ['output'] } } }

/** The host has set the whole trade. */
export const LockedTrade: Story = { args: { config: { lockedFields: ['input', 'output', 'amount'] } } }

/** The host hides every part that may be hidden. */
export const HiddenParts: Story = {
  args: { config: { hidden: ['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine'] } },
}

/** The host forbids the pair in this direction. */
export const PairNotOffered: Story = {
  args: {
    config: { forbiddenPairs: [{ chainId: ETHEREUM, input: USDC.address, output: ETH.address }] },
  },
  play: async ({ canvasElement }) => {
    await settled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Switch the two tokens' }))
    await waitFor(() =>
      expect(canvas.getByText('This site doesn’t offer this pair', { selector: 'p' })).toBeVisible(),
    )
  },
}
