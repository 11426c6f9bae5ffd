import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ExecutionState } from '../../execution/machine/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import {
  fixtureError,
  fixtureIntent,
  fixtureOutcome,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../../testing/fixtures/fixture-swap.ts'
import { DAI, USDC } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

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

it('shows the estimated input, its maximum and the exact output', async () => {
  show()
  expect(await screen.findByText('You pay about')).toBeVisible()
  expect(screen.getByText('At most 0.413787 ETH leaves')).toBeVisible()
  expect(screen.getByText('You receive')).toBeVisible()
  expect(screen.getByText('1,000 USDC')).toBeVisible()
  expect(screen.getByText('Exactly this amount')).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
})

it('requests an approval of the maximum input', async () => {
  show({ intent: fromToken })
  expect(await screen.findByText(/Exactly 1,006\.004799 DAI/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Approve and swap' })).toBeVisible()
})

it('approves the maximum input', async () => {
  const approving = fixtureRun(fromToken)
  show({
    intent: fromToken,
    state: { stage: 'approving', ...approving, plan: fixturePlan(fromToken), step: 0, hash: undefined },
  })
  expect(await screen.findAllByText(/^Approve exactly 1,006\.004799 DAI/)).not.toHaveLength(0)
})

it('shows the enforced maximum as the only bound on the signing screen', async () => {
  show({ state: { stage: 'signing', ...run, verified: fixtureVerified(run) } })
  await screen.findByText('Checked and sealed')
  expect(screen.getByText('Most you pay').closest('div')).toHaveTextContent('0.41378664 ETH')
  expect(screen.queryByText('At most 0.41378664 ETH leaves')).toBeNull()
  expect(screen.queryByText('Minimum received')).toBeNull()
})

it('requires another confirmation with old and new cost when the firm quote costs more', async () => {
  show({ state: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 103n) } })
  expect(await screen.findByText('You’d pay 3% more now')).toBeVisible()
  expect(screen.getByText('At most 0.41378664 ETH leaves')).toBeVisible()
  expect(screen.getAllByText('At most 0.4262002392 ETH leaves')[0]).toBeVisible()
})

it('warns when the new cost loses much of the value', async () => {
  show({ state: { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 150n) } })
  expect(await screen.findByText(/^You would lose about 33\.\d+% of the value/)).toBeVisible()
})

it('shows a receipt with the paid amount, its maximum and the exact output', async () => {
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

it('names a pending purchase by its output', async () => {
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

it('shows the approval before the wallet opens', async () => {
  const paused = fixtureRun(fromToken)
  const approvals = { ...fixturePlan(fromToken), amount: 1_050n * 10n ** 18n }
  const terms = { ...paused.terms, pausesBeforeSigning: true }
  show({
    intent: fromToken,
    state: { stage: 'reconfirm', ...paused, terms, verified: { ...fixtureVerified(paused), approvals } },
  })
  expect(await screen.findByText(/Exactly 1,050 DAI, nothing more/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open wallet' })).toBeVisible()
})

it('shows the amount of an approval that remains after a declined swap', async () => {
  const done = [{ type: 'approval' as const, hash: HASH, amount: 1_050n * 10n ** 18n }]
  const error = fixtureError('USER_REJECTED')
  show({
    intent: fromToken,
    state: { stage: 'failed', ...fixtureRun(fromToken), done, error, at: 'signing', hash: undefined },
  })
  expect(await screen.findByText(/^Your approval of 1,050 DAI still stands/)).toBeVisible()
  expect(screen.getByText('Approve exactly 1,050 DAI', { selector: 'li *' })).toBeVisible()
})

it('requires an acknowledgement before an identical purchase, whatever its cost', async () => {
  const bought = { ...fixtureEntry('first', 'pending', { amount: '9' }), purchase: { maximum: '1' } }
  const entry = {
    ...bought,
    inputToken: intent.inputToken,
    outputToken: intent.outputToken,
    indicative: `${intent.outputAmount}`,
  }
  show({ activity: [entry] })
  expect(await screen.findByText('The same swap is already pending')).toBeVisible()
})

it('offers to remove the rest of an approval on the receipt', async () => {
  const bought = fixtureRun(fromToken)
  const done = [{ type: 'approval' as const, hash: HASH, amount: 1_050n * 10n ** 18n }]
  show({
    page: 'progress',
    intent: fromToken,
    chain: { allowance: 5n },
    state: {
      stage: 'completed',
      ...bought,
      done,
      verified: fixtureVerified(bought),
      outcome: fixtureOutcome(bought),
    },
  })
  expect(await screen.findByRole('button', { name: 'Remove approval of DAI' })).toBeVisible()
})
