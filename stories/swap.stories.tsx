import type { Meta, StoryObj } from '@storybook/react-vite'
import { onlineManager } from '@tanstack/react-query'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { ErrorCode } from '../src/errors/codes.ts'
import { SluiceError } from '../src/errors/sluice-error.ts'
import type { Token } from '../src/events/types.ts'
import { IDLE_MS } from '../src/lib/thresholds.ts'
import { fixtureEntry } from '../src/testing/fixtures/fixture-activity.ts'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../src/testing/fixtures/fixture-execution.ts'
import { fixtureIntent, fixtureRun, fixtureVerified, HASH } from '../src/testing/fixtures/fixture-swap.ts'
import { BASE, ETH, ETHEREUM, LINK, USDC, WBTC, WETH } from '../src/testing/fixtures/fixture-tokens.ts'
import { CONNECTED, DISCONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { PARTNER } from '../wire/fixtures/addresses.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Swap',
  component: FixtureWidget,
  play: waitUntilSettled,
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

/** Opens the details of the costs. */
async function showDetails({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  await waitUntilSettled({ canvasElement })
  const canvas = within(canvasElement)
  await userEvent.click(await canvas.findByTitle('Price details'))
  await waitFor(() => expect(canvas.getByText('Price impact')).toBeVisible())
  await waitUntilSettled({ canvasElement })
}

export const Details: Story = { play: showDetails }

/** The price reports no network cost, so the sum is a lower bound. */
export const CostPartlyUnknown: Story = { args: { service: { price: { gasCostUSD: null } } } }

/** A wrap exchanges one to one without a price request. */
export const Wrap: Story = { args: { config: { output: { token: WETH.address } } } }

export const Unwrap: Story = {
  args: { config: { input: { token: WETH.address, amount: '0.5' }, output: { token: ETH.address } } },
}

/** The wallet changed the account during the review. */
export const ReviewClosed: Story = {
  args: { onWidget: ({ review }) => review.setState({ closedBy: 'account' }) },
}

export const SendToAnotherAddress: Story = { args: { config: { recipient: 'optional' } } }

export const SendToRecipient: Story = { args: { config: { recipient: 'optional' }, recipient: PARTNER } }

export const RecipientRequired: Story = { args: { config: { recipient: 'required' } } }

/** The host has locked the recipient. */
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

/** The visitor has swapped before, and has not entered an amount. */
export const RecentPairs: Story = {
  args: {
    config: { input: { chainId: ETHEREUM, token: ETH.address }, output: { token: USDC.address } },
    activity: [
      fixtureEntry('first', 'done', { from: USDC, to: WBTC }),
      fixtureEntry('second', 'done', { from: LINK, to: ETH, daysAgo: 1 }),
    ],
    wallet: { state: DISCONNECTED },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const group = await within(canvasElement).findByRole('group', { name: 'Recent' })
    await expect(within(group).getAllByRole('button')).toHaveLength(2)
  },
}

/** A swap was pending when the last page closed, and no wallet has reconnected. */
export const PendingBeforeReconnect: Story = {
  args: { activity: [fixtureEntry('pending', 'pending')], wallet: { state: DISCONNECTED } },
}

/** Many digits are grouped and set in a smaller type. */
export const GroupedAmount: Story = {
  args: {
    config: {
      input: { chainId: ETHEREUM, token: USDC.address, amount: '25750977.40' },
      output: { token: WBTC.address },
    },
  },
}

export const EnterAmount: Story = {
  args: { config: { input: { chainId: ETHEREUM, token: USDC.address }, output: { token: WBTC.address } } },
}

export const LoadingPrice: Story = {
  args: { service: { price: 'pending' } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const field = canvasElement.querySelector('[data-part="amount"][data-state="loading"]')
    const around = field?.getBoundingClientRect().toJSON()
    const over = field?.nextElementSibling?.getBoundingClientRect().toJSON()
    // The loading indicator overlays the empty field.
    await expect(around).toBeDefined()
    for (const side of ['left', 'right', 'top', 'bottom']) {
      await expect(Math.abs(over[side] - around[side])).toBeLessThanOrEqual(1)
    }
  },
}

export const NoRoute: Story = { args: { service: { price: new SluiceError('NO_ROUTE') } } }

export const RateLimited: Story = { args: { service: { price: new SluiceError('RATE_LIMITED') } } }

/** The last price stays visible with a note that it could not be refreshed. */
export const StalePrice: Story = {
  args: { service: { laterPrices: new SluiceError('SERVICE_UNAVAILABLE') } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Refresh price/ }))
    await waitFor(() => expect(canvas.getByText('This price could not be refreshed')).toBeVisible())
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

/**
 * The user has been idle for minutes: no price is requested, and the last one is marked until the
 * next input.
 */
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
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByText('Prices are paused')).toBeVisible(), { timeout: 10_000 })
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

/** The browser is offline: the last price stays visible and is marked before any request fails. */
export const Offline: Story = {
  beforeEach: () => () => onlineManager.setOnline(true),
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    onlineManager.setOnline(false)
    await waitFor(() => expect(canvas.getByText('This price could not be refreshed')).toBeVisible())
    await expect(canvas.getByRole('button', { name: /ETH.* = / })).toBeVisible()
  },
}

const failsWith = (code: ErrorCode, words: RegExp): Story => ({
  args: { service: { price: new SluiceError(code, { supportId: 'a3c1f0d2-fixture' }) } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getAllByText(words)[0]).toBeVisible())
  },
})

/** The service responds with 403, because it does not allow this site. */
export const Forbidden = failsWith('FORBIDDEN', /isn’t allowed/)

/** The service responds with 500. */
export const ServiceError = failsWith('SERVICE_ERROR', /had a problem/)

export const ServiceUnavailable = failsWith('SERVICE_UNAVAILABLE', /is unavailable/)

export const NetworkLost: Story = { args: { service: { price: new SluiceError('NETWORK_LOST') } } }

export const NotEnoughGas: Story = { args: { chain: { balances: { ETH: '1.5001' } } } }

export const InsufficientBalance: Story = { args: { chain: { balances: { ETH: '0.2' } } } }

export const WrongChain: Story = { args: { wallet: { state: { ...CONNECTED, chainId: BASE } } } }

/** The pools of the route pay far less in the other direction. */
export const SurgeWarning: Story = { args: { service: { price: { surgeValue: 45 } } } }

/** A pasted text without an amount is not applied, and a note explains it. */
export const PasteRefused: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('textbox', { name: 'Amount you pay' }))
    await userEvent.paste('1.5k')
    await waitFor(() => expect(canvas.getByText(/^Nothing was taken/)).toBeVisible(), { timeout: 5_000 })
  },
}

const INVALID_PASTES = ['abc', '1e400', '9'.repeat(300), '🚀🚀🚀', 'not\nan amount', 'word '.repeat(40)]

/** A refused paste moves nothing and does not cut the balance, also on a narrow page. */
export const PasteMovesNothing: Story = {
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    const field = canvas.getByRole('textbox', { name: 'Amount you pay' })
    for (const width of ['100%', '360px', '320px']) {
      canvasElement.style.inlineSize = width
      await waitUntilSettled({ canvasElement })
      const balance = canvas.getAllByText(/^Balance/).slice(0, 1)
      const places = () =>
        [...balance, field, ...canvas.getAllByRole('button', { name: 'Review swap' })].map((part) =>
          JSON.stringify(part.getBoundingClientRect()),
        )
      const before = places()
      for (const text of INVALID_PASTES) {
        await userEvent.tripleClick(field)
        await userEvent.paste(text)
        await waitUntilSettled({ canvasElement })
        await waitFor(() => expect(canvas.getByTitle(/^Nothing was taken/)).toBeVisible(), { timeout: 5_000 })
        await expect(places()).toEqual(before)
      }
    }
    canvasElement.style.inlineSize = ''
  },
}

/** Digits beyond the token's decimals are cut, and a note explains it. */
export const DigitsCut: Story = {
  args: { config: { input: { token: USDC.address, amount: '' }, output: { token: ETH.address } } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
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

/** A smaller amount would have a fair price. */
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

/** Three paths, two of which share their last hop. */
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

/** The output is typed; the input is estimated and limited. */
export const ExactOutput: Story = { args: { config: buying } }

export const ExactOutputLoading: Story = {
  args: { config: buying, service: { price: 'pending' } },
}

/** The balance covers the estimated input, but not the maximum. */
export const ExactOutputInsufficient: Story = {
  args: { config: buying, chain: { balances: { ETH: '0.4125' } } },
}

/** The input is entered in dollars; the trade uses the token amount. */
export const EnterDollars: Story = {
  parameters: { look: { direction: 'ltr' } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Enter the amount in dollars' }))
    // The field is lazily loaded.
    const field = await canvas.findByLabelText('Dollars you pay', {}, { timeout: 10_000 })
    await userEvent.clear(field)
    await userEvent.type(field, '1000')
    await waitFor(() => expect(canvas.getByText('0.411234 ETH')).toBeVisible())
    await waitUntilSettled({ canvasElement })
  },
}

/** The trade is worth less than the host's minimum. */
export const BelowMinimum: Story = { args: { config: { minAmountUsd: 5_000 } } }

/** The host allows only purchases, so the input follows. */
export const PurchasesOnly: Story = { args: { config: { ...buying, tradeType: 'buy' } } }

/** The router's calldata cannot be decoded, so the output follows the input. */
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

/** The host has locked the output token, so the pair cannot be flipped. */
export const LockedOutput: Story = { args: { config: { lockedFields: ['output'] } } }

/** The host has locked the whole trade. */
export const LockedTrade: Story = { args: { config: { lockedFields: ['input', 'output', 'amount'] } } }

/** The host hides every part that can be hidden. */
export const HiddenParts: Story = {
  args: { config: { hidden: ['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine'] } },
}

/** The host forbids the pair in this direction. */
export const PairNotOffered: Story = {
  args: {
    config: { forbiddenPairs: [{ chainId: ETHEREUM, input: USDC.address, output: ETH.address }] },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Switch the two tokens' }))
    await waitFor(() =>
      expect(canvas.getByText('This site doesn’t offer this pair', { selector: 'p' })).toBeVisible(),
    )
  },
}
