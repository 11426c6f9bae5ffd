import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createFixtureExecution } from '../../../stories/support/fixture-execution.ts'
import {
  fixtureIntent,
  fixtureOutcome,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../../../stories/support/fixture-swap.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../../stories/support/fixture-widget.tsx'
import { DAI, USDC } from '../../../testing/fixture-tokens.ts'
import type { ExecutionState } from '../../execution/machine/types.ts'

const intent = fixtureIntent({ buys: '1000' })
const run = fixtureRun(intent)
const fromToken = fixtureIntent({ from: DAI, to: USDC, buys: '1000' })

function show({ state, ...props }: FixtureWidgetProps & { state?: ExecutionState } = {}) {
  render(
    <FixtureWidget
      page="review"
      intent={intent}
      config={{ input: { amount: '' } }}
      execution={createFixtureExecution(state)}
      {...props}
    />,
  )
}

const detail = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement

it('shows the estimate, the most that leaves and the exact amount that arrives', async () => {
  show()
  expect(await screen.findByText('Leaves your wallet, about')).toBeVisible()
  expect(screen.getByText('At most 0.413787 ETH leaves')).toBeVisible()
  expect(screen.getByText('Arrives in your wallet')).toBeVisible()
  expect(screen.getByText('1,000 USDC')).toBeVisible()
  expect(screen.getByText('Exactly this amount')).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
})

it('asks to approve the most it may take', async () => {
  show({ intent: fromToken })
  expect(await screen.findByText(/Exactly 1,006\.004799 DAI/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Approve and swap' })).toBeVisible()
})

it('approves the most it may take', async () => {
  const approving = fixtureRun(fromToken)
  show({
    intent: fromToken,
    state: { stage: 'approving', ...approving, plan: fixturePlan(fromToken), step: 0, hash: undefined },
  })
  expect(await screen.findAllByText(/^Approve exactly 1,006\.004799 DAI/)).not.toHaveLength(0)
})

it('shows one bound on the signing screen: the enforced maximum', async () => {
  show({ state: { stage: 'signing', ...run, verified: fixtureVerified(run) } })
  await screen.findByText(/^Checked balance changes/)
  expect(detail('Enforced maximum')).toHaveTextContent('0.41378664 ETH')
  expect(screen.getByText('At most 0.41378664 ETH leaves')).toBeVisible()
  expect(screen.queryByText('Enforced minimum')).toBeNull()
})

it('asks again with old and new cost where the firm quote costs more', async () => {
  show({ state: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 103n) } })
  expect(await screen.findByText('You’d pay 3% more now')).toBeVisible()
  expect(screen.getByText('At most 0.41378664 ETH leaves')).toBeVisible()
  expect(screen.getAllByText('At most 0.4262002392 ETH leaves')[0]).toBeVisible()
})

it('warns where what it costs now loses much of the value', async () => {
  show({ state: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 150n) } })
  expect(await screen.findByText(/^You would lose about 33\.\d+% of the value/)).toBeVisible()
})

it('has a receipt with what was paid, the most that could leave, and the exact amount', async () => {
  show({
    page: 'progress',
    state: { stage: 'completed', ...run, verified: fixtureVerified(run), outcome: fixtureOutcome(run) },
  })
  await screen.findByRole('heading', { name: 'Swap complete' })
  expect(detail('Received')).toHaveTextContent('1,000 USDC')
  expect(detail('You paid')).toHaveTextContent('0.4116044816 ETH')
  expect(detail('You paid')).toHaveTextContent('-0.03% against the estimate')
  expect(detail('At most')).toHaveTextContent('0.41378664 ETH')
  expect(detail('Estimate')).toHaveTextContent('0.411728 ETH')
})

it('is named by what it buys while it is pending', async () => {
  const state = {
    stage: 'watching',
    ...run,
    verified: fixtureVerified(run),
    hash: HASH,
    awaitingSigners: false,
  } as const
  show({ page: 'progress', state })
  await waitFor(() => expect(screen.getByText(/^You pay about/)).toBeVisible())
  expect(screen.getByText('1,000 USDC')).toBeVisible()
})
