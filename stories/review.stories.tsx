import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import type { Token } from '../src/events/types.ts'
import { fixtureEntry } from '../src/testing/fixtures/fixture-activity.ts'
import { FIXTURE_CONFIG } from '../src/testing/fixtures/fixture-config.ts'
import {
  fixtureError,
  fixtureIntent,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  fixtureWrap,
  HASH,
} from '../src/testing/fixtures/fixture-swap.ts'
import { BASE, DAI, ETH, FAKE_USDT, LINK, USDC, WBTC, WETH } from '../src/testing/fixtures/fixture-tokens.ts'
import { CONNECTED } from '../src/testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { PARTNER } from '../wire/fixtures/addresses.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Review',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'review', intent: fixtureIntent() },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const run = fixtureRun()
const token = fixtureIntent({ from: USDC, to: ETH, amount: '2500' })
const sentElsewhere = {
  intent: fixtureIntent({ receiver: PARTNER }),
  recipient: PARTNER,
  config: { recipient: 'optional' },
} satisfies Story['args']
const tokenRun = fixtureRun(token)
const wrapRun = fixtureRun(fixtureWrap())
const wrap = {
  intent: wrapRun.intent,
  config: { output: { token: WETH.address } },
} satisfies Story['args']

export const Confirm: Story = { tags: ['preset'] }

const hop = (name: string, portionBps: number, from: Token, to: Token) => ({
  module: name.toLowerCase(),
  name,
  kind: 'dex' as const,
  portionBps,
  path: [from.address, to.address],
})

const split = {
  liquidityModules: [
    hop('Uniswap V3', 4_000, WETH, USDC),
    hop('Balancer V2', 2_500, WETH, WBTC),
    hop('Curve', 2_500, WBTC, USDC),
    hop('Uniswap V2', 2_000, WETH, LINK),
    hop('Uniswap V3', 2_000, LINK, USDC),
    hop('PancakeSwap V3', 1_500, WETH, DAI),
    hop('Curve', 1_500, DAI, USDC),
  ],
}

/** A route of four paths, of which three are drawn at first. */
export const SplitRoute: Story = {
  args: {
    intent: fixtureIntent({ price: split }),
    service: { price: split },
    config: { input: { amount: '' } },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Details' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: /1.* more$/ })).toBeVisible())
  },
}

export const Wrap: Story = { args: wrap }

export const WrapSigning: Story = {
  args: { ...wrap, execution: { stage: 'signing', ...wrapRun, verified: fixtureVerified(wrapRun) } },
}

/** An identical swap is pending, so an acknowledgement is required. */
export const IdenticalSwapPending: Story = {
  args: { activity: [fixtureEntry('first', 'pending', { amount: '1.5' })] },
}

/** The wallet still shows the request of an abandoned swap, which needs an answer first. */
export const WalletStillAsks: Story = {
  args: { wallet: { state: { ...CONNECTED, prompt: { about: token } } } },
}

export const DoubtfulToken: Story = {
  parameters: { look: { direction: 'ltr' } },
  args: {
    intent: fixtureIntent({ to: FAKE_USDT, price: { outputAmountUSD: null } }),
    config: { input: { amount: '' } },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getByText('Looks like USDT')).toBeVisible())
  },
}

export const AnotherRecipient: Story = { args: sentElsewhere }

export const RecipientWithoutActivity: Story = {
  args: { ...sentElsewhere, chain: { activity: { isContract: false, isUsed: false } } },
}

export const RecipientIsContract: Story = {
  args: { ...sentElsewhere, chain: { activity: { isContract: true, isUsed: true } } },
}

/** A contract wallet of another network that is not deployed on the network of the swap. */
export const RecipientIsContractElsewhere: Story = {
  parameters: { look: { direction: 'ltr' } },
  args: {
    ...sentElsewhere,
    chain: { activity: { isContract: false, isUsed: false }, contractOn: [BASE] },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const warning = 'The recipient is a contract on Base, not on Ethereum'
    await waitFor(() => expect(within(canvasElement).getByText(warning)).toBeVisible())
  },
}

export const RecipientUnknown: Story = {
  args: { ...sentElsewhere, chain: { activity: fixtureError('RPC_UNAVAILABLE') } },
}

export const ApprovalNeeded: Story = { args: { intent: token, config: { input: { amount: '' } } } }

export const UnlimitedApproval: Story = {
  args: {
    intent: token,
    config: { input: { amount: '' }, approvals: { unlimited: true } },
    onWidget: ({ settings }) => settings.setState({ unlimitedApprovals: true }),
  },
}

const permit = { kind: 'eip2612', name: 'USD Coin', version: '2', nonce: 0n } as const
const permitPlan = { ...fixturePlan(token), permit: { method: permit, deadline: 1n } }
const permitVerified = { ...fixtureVerified(tokenRun), approvals: permitPlan }

/** The token supports a permit signature instead of an approval. */
export const SignatureNeeded: Story = {
  args: { intent: token, config: { input: { amount: '' } }, chain: { permit } },
}

export const SigningPermit: Story = {
  args: {
    intent: token,
    execution: { stage: 'permitting', ...tokenRun, plan: permitPlan, verified: permitVerified },
  },
}

/** The wallet cannot sign typed data, so an approval is shown before its request. */
export const PermitRefused: Story = {
  args: {
    intent: token,
    execution: {
      stage: 'reconfirm',
      ...tokenRun,
      verified: { ...fixtureVerified(tokenRun), approvals: fixturePlan(token) },
      permitRefused: 'wallet',
    },
  },
}

const batchVerified = { ...fixtureVerified(tokenRun), approvals: { ...fixturePlan(token), isBatched: true } }

/** The wallet executes approval and swap as one batch. */
export const Batch: Story = {
  args: { intent: token, config: { input: { amount: '' } }, wallet: { batches: true } },
}

export const SigningBatch: Story = {
  args: { intent: token, execution: { stage: 'signing', ...tokenRun, verified: batchVerified } },
}

/** The wallet offered batches but refused this one. */
export const BatchRefused: Story = {
  args: {
    intent: token,
    execution: {
      stage: 'reconfirm',
      ...tokenRun,
      verified: { ...fixtureVerified(tokenRun), approvals: fixturePlan(token) },
      batchRefused: true,
    },
  },
}

export const HighLoss: Story = {
  args: {
    intent: fixtureIntent({ price: { outputAmountUSD: '2918.04', priceImpactBps: '1980' } }),
    config: { input: { amount: '' } },
  },
}

/** The service values 30 USDC at $3,643; the other sources disagree. */
export const ValueDisputed: Story = {
  args: {
    intent: fixtureIntent({ price: { outputAmount: '30000000', effectiveOutputAmount: '30000000' } }),
    config: { input: { amount: '' } },
  },
}

export const ValueUnconfirmed: Story = { args: { poolPrices: { ETH: undefined } } }

export const UnknownValue: Story = {
  args: {
    intent: fixtureIntent({
      price: { inputAmountUSD: null, outputAmountUSD: null, priceImpactBps: null, gasCostUSD: null },
    }),
    config: { input: { amount: '' } },
    poolPrices: { ETH: undefined, USDC: undefined },
    service: { rates: { ETH: 0 } },
  },
}

export const LossBlocked: Story = {
  args: {
    intent: fixtureIntent({ price: { outputAmountUSD: '2918.04', priceImpactBps: '1980' } }),
    config: { input: { amount: '' }, valueLossBps: { block: 1_500 } },
  },
}

export const UnknownValueBlocked: Story = {
  args: { ...UnknownValue.args, config: { input: { amount: '' }, unknownPrice: 'block' } },
}

export const StoppedByHost: Story = {
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('HOST_REJECTED'),
      at: 'signing',
      hash: undefined,
    },
  },
}

export const Quoting: Story = { args: { execution: { stage: 'quoting', ...run } } }

/** The review knows that an approval is needed. */
export const QuotingBeforeApproval: Story = {
  args: { intent: token, execution: { stage: 'quoting', ...tokenRun } },
}

export const SwitchingNetwork: Story = { args: { execution: { stage: 'switching', ...run } } }

export const Approving: Story = {
  args: {
    intent: token,
    execution: { stage: 'approving', ...tokenRun, plan: fixturePlan(token), step: 0, hash: undefined },
  },
}

export const ClearingOldApproval: Story = {
  args: {
    intent: token,
    execution: {
      stage: 'approving',
      ...tokenRun,
      plan: fixturePlan(token, ['approval-reset', 'approval']),
      step: 0,
      hash: HASH,
    },
  },
}

/** The user enabled a pause after the checks, before the wallet opens. */
export const PauseBeforeSigning: Story = {
  args: {
    execution: {
      stage: 'reconfirm',
      ...run,
      terms: { ...run.terms, pausesBeforeSigning: true },
      verified: { ...fixtureVerified(run), freshUntil: Number.MAX_SAFE_INTEGER },
    },
  },
}

export const SignInWallet: Story = {
  args: { execution: { stage: 'signing', ...run, verified: fixtureVerified(run) } },
}

export const PriceMoved: Story = {
  args: { execution: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 97n) } },
}

const bought = fixtureIntent({ buys: '1000' })
const boughtRun = fixtureRun(bought)

/** A purchase of an exact output, with its maximum input. */
export const ExactOutput: Story = { args: { intent: bought, config: { input: { amount: '' } } } }

export const ExactOutputApproval: Story = {
  args: { intent: fixtureIntent({ from: USDC, to: ETH, buys: '1' }), config: { input: { amount: '' } } },
}

export const ExactOutputSigning: Story = {
  args: { execution: { stage: 'signing', ...boughtRun, verified: fixtureVerified(boughtRun) } },
}

export const ExactOutputCostsMore: Story = {
  args: { execution: { stage: 'reconfirm', ...boughtRun, verified: fixtureVerified(boughtRun, 103n) } },
}

export const Rejected: Story = {
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('USER_REJECTED'),
      at: 'signing',
      hash: undefined,
    },
  },
}

const failsWith = (error: SluiceError, at: 'quoting' | 'verifying' | 'signing'): Story => ({
  args: { execution: { stage: 'failed', ...run, error, at, hash: undefined } },
})

/** The host's node was unavailable during the verification of the quote. */
export const NodeUnavailable = failsWith(fixtureError('RPC_UNAVAILABLE'), 'verifying')

/** The clock of the device is ahead, so the deadline that it computes would be wrong. */
export const WrongClock = failsWith(new SluiceError('CLOCK_WRONG', { clockSkewMs: -26 * 60_000 }), 'quoting')

export const ConfirmedInAnotherTab = failsWith(fixtureError('CONFIRMED_ELSEWHERE'), 'quoting')

export const AccountChanged = failsWith(fixtureError('ACCOUNT_CHANGED'), 'signing')

export const QuoteExpired = failsWith(fixtureError('QUOTE_EXPIRED'), 'signing')

export const SimulationFailed = failsWith(fixtureError('SIMULATION_FAILED'), 'verifying')

/** A price refresh failed. */
export const PriceNotRefreshed: Story = {
  args: { service: { laterPrices: new SluiceError('SERVICE_UNAVAILABLE') } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Refresh price' }))
    await waitFor(() => expect(canvas.getByText(/^This price could not be refreshed/)).toBeVisible())
  },
}

/** The pools of the route pay far less in the other direction. */
export const SurgeWarning: Story = {
  args: { intent: fixtureIntent({ price: { surgeValue: 45 } }), service: { price: { surgeValue: 45 } } },
}

export const UntrustedRouter: Story = {
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('UNTRUSTED_ROUTER'),
      at: 'verifying',
      hash: undefined,
    },
  },
}

/** Surge protection, which the host enabled, withheld the calldata. */
export const SurgeProtected: Story = {
  args: {
    config: { routing: { surgeProtection: true } },
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('SURGE_PROTECTION'),
      at: 'verifying',
      hash: undefined,
    },
  },
}

export const DarkApproving: Story = { args: { ...Approving.args, config: { theme: 'dark' } } }

export const DarkPriceMoved: Story = { args: { ...PriceMoved.args, config: { theme: 'dark' } } }

export const DarkRejected: Story = { args: { ...Rejected.args, config: { theme: 'dark' } } }

export const FirmQuoteLosesMuch: Story = {
  args: { execution: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 70n) } },
}

export const UnusualGas: Story = {
  args: {
    execution: {
      stage: 'reconfirm',
      ...run,
      verified: {
        ...fixtureVerified(run),
        gas: { limit: 29_000_000n, expected: 176_204n, priceWei: 12_000_000_000n },
      },
    },
  },
}

export const NoMinimum: Story = {
  args: {
    config: {
      input: { amount: '' },
      chains: FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, codec: 'none' })),
    },
  },
}

export const FeesIncluded: Story = {
  args: { intent: fixtureIntent({ price: { partnerFee: '72863400' } }), config: { input: { amount: '' } } },
}

/** The service reports no fees, but the host's partner receives a tenth. */
export const FeesLeftOut: Story = {
  args: {
    intent: {
      ...fixtureIntent({ price: { partnerFee: '0', settlementFee: '0' } }),
      partner: { address: PARTNER, feeBps: 1_000 },
    },
    config: { input: { amount: '' }, partner: { address: PARTNER, feeBps: 1_000 } },
  },
}

export const WrongDecimals: Story = {
  args: { intent: token, chain: { decimals: 18 }, config: { input: { amount: '' } } },
}

export const Unsimulated: Story = {
  args: {
    execution: {
      stage: 'reconfirm',
      ...run,
      verified: { ...fixtureVerified(run), simulation: undefined, measuresReceiver: false },
    },
  },
}

export const Unchecked: Story = {
  args: {
    execution: {
      stage: 'reconfirm',
      ...run,
      verified: { ...fixtureVerified(run), simulation: undefined, minOutputAmount: undefined },
    },
  },
}
