import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { SluiceError } from '../src/errors/sluice-error.ts'
import { fixtureEntry, REPLACED_HASH } from '../src/testing/fixtures/fixture-activity.ts'
import {
  fixtureError,
  fixtureIntent,
  fixtureOutcome,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../src/testing/fixtures/fixture-swap.ts'
import { ETH, USDC } from '../src/testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../src/testing/fixtures/fixture-widget.tsx'
import { PARTNER } from '../wire/fixtures/addresses.ts'
import { waitUntilSettled } from './support/wait-until-settled.ts'

const meta = {
  title: 'Pages/Progress',
  component: FixtureWidget,
  play: waitUntilSettled,
  args: { page: 'progress' },
} satisfies Meta<typeof FixtureWidget>

export default meta
type Story = StoryObj<typeof meta>

const run = fixtureRun()
const tokenRun = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
const verified = fixtureVerified(run)

export const Watching: Story = {
  tags: ['preset'],
  args: { execution: { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false } },
}

/** The approval of this swap is mined, and an earlier swap took 14 seconds. */
export const WatchingAfterApproval: Story = {
  args: {
    execution: {
      stage: 'watching',
      ...tokenRun,
      done: [{ type: 'approval', hash: HASH }],
      verified: fixtureVerified(tokenRun),
      hash: HASH,
      awaitingSigners: false,
    },
    activity: [fixtureEntry('earlier', 'done')],
  },
}

/** The host enables notifications. The browser's permission prompt opens only after a click. */
export const WatchingWithNotifications: Story = {
  args: { ...Watching.args, config: { notifyEnd: 'system' } },
}

/** A multisig, which sends the swap once enough owners have signed. */
export const AwaitingSigners: Story = {
  args: { execution: { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: true } },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    const messages = within(canvasElement).getAllByText('Waiting for the other signers of your wallet')
    await expect(messages[0]).toBeVisible()
  },
}

const sentAMinuteAgo = { ...fixtureEntry('slow', 'pending'), startedAt: Date.now() - 60_000 }

/** Pending for much longer than usual, so it can be sped up or cancelled. */
export const Stuck: Story = {
  args: {
    execution: {
      stage: 'watching',
      ...run,
      intent: { ...run.intent, id: 'slow' },
      verified,
      hash: HASH,
      awaitingSigners: false,
    },
    activity: [sentAMinuteAgo],
    chain: {
      replaceable: {
        nonce: 7,
        isMined: false,
        gas: 200_000n,
        fees: { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
        blockMs: 1_000,
      },
    },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await waitFor(() => expect(within(canvasElement).getByText('This takes longer than usual')).toBeVisible())
  },
}

export const Unseen: Story = {
  args: {
    execution: { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false, isUnseen: true },
  },
}

/** The wallet failed without reporting whether it sent the swap. */
export const Uncertain: Story = {
  args: {
    execution: {
      stage: 'watching',
      ...run,
      verified,
      hash: undefined,
      awaitingSigners: false,
      isUncertain: true,
    },
  },
}

/**
 * The wallet accepted approval and swap as one batch, and has not reported its state for a while.
 */
export const UncertainBatch: Story = {
  args: {
    execution: {
      stage: 'watching',
      ...tokenRun,
      verified: {
        ...fixtureVerified(tokenRun),
        approvals: { ...fixturePlan(tokenRun.intent), isBatched: true },
      },
      hash: undefined,
      batchId: '0x01',
      batchWallet: 'Dev wallet',
      awaitingSigners: false,
      isUncertain: true,
    },
  },
}

export const Completed: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...run,
      verified,
      outcome: fixtureOutcome(run),
    },
    activity: [fixtureEntry(run.intent.id, 'done')],
  },
}

/** Exactly the quoted amount was received. */
export const CompletedAsQuoted: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...run,
      verified,
      outcome: { ...fixtureOutcome(run), received: verified.outputAmount },
    },
    activity: [fixtureEntry(run.intent.id, 'done')],
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await expect(within(canvasElement).getByText('As quoted')).toBeVisible()
  },
}

/** The receipt contains neither the received amount nor the whole network cost. */
export const CompletedWithUnknowns: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...run,
      verified,
      outcome: { ...fixtureOutcome(run), received: undefined, gasPaidWei: undefined },
    },
  },
}

/** Another transaction of the wallet with the same effect replaced it, such as a speed-up. */
export const Replaced: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...run,
      verified,
      outcome: { ...fixtureOutcome(run), replacedHash: REPLACED_HASH },
    },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await expect(within(canvasElement).getByText(/replaced/i)).toBeVisible()
  },
}

/** The user cancelled the transaction in the wallet. */
export const Cancelled: Story = {
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('TRANSACTION_CANCELLED'),
      at: 'watching',
      hash: HASH,
    },
  },
  play: async ({ canvasElement }) => {
    await waitUntilSettled({ canvasElement })
    await expect(within(canvasElement).getAllByText(/cancelled/i)[0]).toBeVisible()
  },
}

const boughtRun = fixtureRun(fixtureIntent({ buys: '1000' }))

export const WatchingExactOutput: Story = {
  args: {
    execution: {
      stage: 'watching',
      ...boughtRun,
      verified: fixtureVerified(boughtRun),
      hash: HASH,
      awaitingSigners: false,
    },
  },
}

/** The exact output was received for slightly less than estimated. */
export const CompletedExactOutput: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...boughtRun,
      verified: fixtureVerified(boughtRun),
      outcome: fixtureOutcome(boughtRun),
    },
  },
}

export const CompletedForRecipient: Story = {
  args: {
    execution: {
      stage: 'completed',
      ...fixtureRun(fixtureIntent({ receiver: PARTNER })),
      verified,
      outcome: fixtureOutcome(run),
    },
  },
}

const revertedWith = (code: 'TRANSACTION_REVERTED' | 'SLIPPAGE_EXCEEDED', details?: string): Story => ({
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: new SluiceError(code, { details, supportId: fixtureError(code).supportId }),
      at: 'watching',
      hash: HASH,
      gasPaidWei: 2_062_584_000_000_000n,
    },
  },
})

/** The network gave no reason. */
export const Reverted = revertedWith('TRANSACTION_REVERTED')

/** The price had moved past the limit, so the contract reverted. */
export const PriceMovedPastLimit = revertedWith('SLIPPAGE_EXCEEDED')

export const OutOfGas = revertedWith('TRANSACTION_REVERTED', 'out of gas')

export const MinedAfterDeadline = revertedWith('TRANSACTION_REVERTED', 'Expired(1767225600)')

/** The approval of a reverted swap stands, and its network cost could not be read. */
export const RevertedWithApproval: Story = {
  args: {
    chain: { allowance: 2_500_000_000n },
    execution: {
      stage: 'failed',
      ...tokenRun,
      done: [{ type: 'approval', hash: HASH, amount: 2_500_000_000n }],
      error: fixtureError('TRANSACTION_REVERTED'),
      at: 'watching',
      hash: HASH,
    },
  },
}

/** The host has a support page. */
export const RevertedWithSupport: Story = {
  args: { ...Reverted.args, config: { supportUrl: 'https://support.fixture.test' } },
}

/** The host has no support page, so the reference is copied. */
export const RevertedWithReferenceCopied: Story = {
  args: { ...Reverted.args },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    ;(await canvas.findByRole('button', { name: 'Contact support' })).click()
    await waitFor(() => expect(canvas.getByText(/reference/i, { selector: 'p' })).toBeVisible())
  },
}

export const Dropped: Story = {
  args: {
    execution: {
      stage: 'failed',
      ...run,
      error: fixtureError('TRANSACTION_DROPPED'),
      at: 'watching',
      hash: HASH,
    },
  },
}

export const DarkCompleted: Story = { args: { ...Completed.args, config: { theme: 'dark' } } }
