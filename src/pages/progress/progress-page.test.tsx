import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Execution, ExecutionState } from '../../execution/machine/types.ts'
import type { Widget } from '../../instance/types.ts'
import type { FormState } from '../../store/types.ts'
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
import { ETH, ETHEREUM, LINK, UNLISTED, USDC, WETH } from '../../testing/fixtures/fixture-tokens.ts'
import type { FixtureWalletOptions } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'

const run = fixtureRun()
const verified = fixtureVerified(run, 99n)
const sentRun = fixtureRun(fixtureIntent({ receiver: PARTNER }))
const completed: ExecutionState = { stage: 'completed', ...run, verified, outcome: fixtureOutcome(run) }
const sent: ExecutionState = { stage: 'completed', ...sentRun, verified, outcome: fixtureOutcome(sentRun) }

async function setUp(execution: ExecutionState | Execution, config: Partial<WidgetConfig> = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      page="progress"
      config={config}
      execution={execution}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('heading', { level: 2 })
  return { user: userEvent.setup(), widget: () => widget! }
}

it('shows the hash of a pending transaction with a link to the explorer', async () => {
  await setUp({ stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false })
  expect(screen.getByRole('heading', { name: 'Swap in progress' })).toBeVisible()
  expect(screen.getByTitle(HASH)).toHaveTextContent('0x8f0c…8c0f')
  expect(screen.getByRole('link', { name: /View on explorer/ })).toHaveAttribute(
    'href',
    `https://explorer.fixture.test/tx/${HASH}`,
  )
})

const getSteps = () =>
  [...document.querySelectorAll('[data-part="stage"]')].map(
    (step) => `${step.getAttribute('data-state')}: ${step.querySelector('p')?.textContent}`,
  )

it('shows a pending swap as the current step, with the usual time', async () => {
  await setUp({ stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false })
  expect(getSteps()).toEqual(['now: Swap (now)'])
  expect(screen.getByText('Sent. Waiting for the network', { selector: 'li *' })).toBeVisible()
  expect(await screen.findByText('Usually about 12 sec')).toBeVisible()
})

it('shows the approval of a pending swap as a done step', async () => {
  const tokenRun = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
  await setUp({
    stage: 'watching',
    ...tokenRun,
    done: [{ type: 'approval', hash: HASH }],
    verified: fixtureVerified(tokenRun),
    hash: HASH,
    awaitingSigners: false,
  })
  expect(getSteps()).toEqual(['done: Approve USDC (done)', 'now: Swap (now)'])
})

it('takes the usual time from earlier swaps on the chain', async () => {
  const earlier = fixtureEntry('earlier', 'done')
  render(
    <FixtureWidget
      page="progress"
      activity={[{ ...earlier, endedAt: earlier.startedAt + 21_000 }]}
      execution={{ stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false }}
    />,
  )
  expect(await screen.findByText('Usually about 21 sec')).toBeVisible()
})

it('shows no usual time when it is unknown, or while other signers are awaited', async () => {
  const watching = { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false } as const
  render(<FixtureWidget page="progress" chain={{ blockMs: 0 }} execution={watching} />)
  await screen.findByRole('heading', { level: 2 })
  expect(screen.queryByText(/Usually about/)).toBeNull()
  cleanup()
  await setUp({ ...watching, awaitingSigners: true })
  expect(screen.queryByText(/Usually about/)).toBeNull()
})

it('shows the deadline for the signers of a multisig and lets the user stop waiting', async () => {
  const deadlineAt = new Date(2027, 0, 5, 14, 30).getTime()
  const execution = createFixtureExecution({
    stage: 'watching',
    ...run,
    verified: { ...verified, deadlineAt },
    hash: HASH,
    awaitingSigners: true,
  })
  const giveUp = vi.spyOn(execution, 'giveUp')
  const { user } = await setUp(execution)
  expect(screen.getAllByText('Waiting for the other signers of your wallet')[0]).toBeVisible()
  expect(screen.getByText(/until Jan 5, 2027, 2:30.PM. After that nothing is swapped/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(giveUp).toHaveBeenCalledOnce()
})

it('warns that signers without a deadline can still execute after the user stopped waiting', async () => {
  await setUp({
    stage: 'watching',
    ...run,
    verified: { ...verified, deadlineAt: undefined },
    hash: HASH,
    awaitingSigners: true,
  })
  expect(screen.getByText(/at any time, even after you stop looking/)).toBeVisible()
})

it('offers to remove an approval that was sent with the swap in one batch', async () => {
  const tokenRun = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
  const approvals = { ...fixturePlan(tokenRun.intent), isBatched: true }
  render(
    <FixtureWidget
      page="progress"
      chain={{ allowance: 5n }}
      execution={{
        stage: 'completed',
        ...tokenRun,
        verified: { ...fixtureVerified(tokenRun), approvals },
        outcome: fixtureOutcome(tokenRun),
      }}
    />,
  )
  expect(await screen.findByRole('button', { name: 'Remove approval of USDC' })).toBeVisible()
})

it('warns that a swap may have been sent when the wallet returned no answer', async () => {
  const execution = createFixtureExecution({
    stage: 'watching',
    ...run,
    verified,
    hash: undefined,
    isUncertain: true,
    awaitingSigners: false,
  })
  const giveUp = vi.spyOn(execution, 'giveUp')
  const { user } = await setUp(execution)
  expect(screen.getAllByText('Your wallet did not say whether it sent the swap')[0]).toBeVisible()
  expect(screen.getByText(/do not swap again before you know/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(giveUp).toHaveBeenCalledOnce()
})

it('marks a transaction that no node shows as unseen and lets the user stop waiting', async () => {
  const execution = createFixtureExecution({
    stage: 'watching',
    ...run,
    verified,
    hash: HASH,
    awaitingSigners: false,
    isUnseen: true,
  })
  const giveUp = vi.spyOn(execution, 'giveUp')
  const { user } = await setUp(execution)
  expect(screen.getAllByText('Sent, but not seen on the network so far')[0]).toBeVisible()
  expect(screen.queryByText('Sent. Waiting for the network')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stop looking' }))
  expect(giveUp).toHaveBeenCalledOnce()
})

it('shows the indicative, quoted and received amounts, and the gas paid with its estimate', async () => {
  await setUp(completed)
  expect(screen.getByRole('heading', { name: 'Swap complete' })).toBeVisible()
  const facts = () =>
    Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
  const factOf = (label: string) => facts()[label]
  expect(facts()).toMatchObject({
    'You paid': '1.5 ETH',
    Estimate: '3,643.17 USDC',
    'Final price': '3,606.742185 USDC',
    Received: '3,644.378236 USDC+0.03% against the estimate',
  })
  await waitFor(() => expect(factOf('Network cost paid')).toBe('0.002062 ETH · $5.02'))
  expect(screen.getByText('estimated 0.002114 ETH')).toBeInTheDocument()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Swap complete. You received 3,644.37 USDC.',
  )
})

it.each([
  [400, '1 sec'],
  [14_000, '14 sec'],
  [60_000, '1 min'],
  [66_000, '1 min 6 sec'],
  [7_505_000, '2 hr 5 min'],
])('shows how long a swap took since it was sent: %d ms', async (ms, words) => {
  const sent = fixtureEntry(run.intent.id, 'pending')
  const activity = [{ ...sent, status: 'done' as const, endedAt: sent.startedAt + ms }]
  render(<FixtureWidget page="progress" execution={completed} activity={activity} />)
  const label = await screen.findByText('Time taken')
  expect(label.nextElementSibling).toHaveTextContent(new RegExp(`^${words}$`))
})

it('shows no duration when none was recorded', async () => {
  await setUp(completed)
  expect(screen.queryByText('Time taken')).toBeNull()
})

it('shows the exact received amount and its value', async () => {
  await setUp(completed)
  const hero = document.querySelector('[data-part="received"]')
  expect(hero).toHaveTextContent('3,644.378236 USDC')
  expect(await screen.findByText(/^\$3,6\d\d\.\d\d$/)).toBeVisible()
})

it('shows the addresses of the tokens on a receipt', async () => {
  const swap = fixtureRun(fixtureIntent({ from: WETH, to: USDC }))
  const receipt = { verified: fixtureVerified(swap), outcome: fixtureOutcome(swap) }
  const { user } = await setUp({ stage: 'completed', ...swap, ...receipt })
  await user.click(screen.getByText('Details'))
  for (const { symbol, address } of [WETH, USDC]) {
    expect(screen.getByText(`${symbol} address`, { selector: 'dt' }).nextElementSibling).toContainElement(
      screen.getByTitle(address),
    )
    expect(screen.getByRole('button', { name: `Copy ${symbol} address` })).toBeVisible()
  }
})

it('shows token warnings on the receipt', async () => {
  const swap = fixtureRun(fixtureIntent({ from: UNLISTED, to: USDC }))
  await setUp({ stage: 'completed', ...swap, verified: fixtureVerified(swap), outcome: fixtureOutcome(swap) })
  expect(await screen.findByText('Unverified')).toBeVisible()
})

it('shows a received amount that could not be read as unknown', async () => {
  await setUp({ ...completed, outcome: { ...fixtureOutcome(run), received: undefined } })
  expect(screen.getByText(/could not be read from the receipt/)).toBeVisible()
  expect(screen.getByText('Received').closest('div')).toHaveTextContent('unknown')
})

it('shows a network cost that could not be read as unknown', async () => {
  await setUp({ ...completed, outcome: { ...fixtureOutcome(run), gasPaidWei: undefined } })
  const cost = screen.getByText('Network cost paid', { selector: 'dt' }).nextElementSibling
  expect(cost).toHaveTextContent(/^unknown(?!.*\$)/)
})

it('reports that the wallet replaced the transaction', async () => {
  await setUp({ ...completed, outcome: { ...fixtureOutcome(run), replacedHash: HASH } })
  expect(screen.getByText(/Your wallet replaced the transaction/)).toBeVisible()
})

it('copies a proof with the terms, the call, the transaction and the outcome', async () => {
  const { user } = await setUp(completed)
  await user.click(screen.getByRole('button', { name: 'Copy proof' }))
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
    terms: { account: run.intent.account, minimumOutput: verified.minOutputAmount?.toString() },
    call: { to: verified.to, data: verified.data },
    transaction: { hash: HASH },
    outcome: { received: fixtureOutcome(run).received?.toString() },
  })
})

it.each([
  [0n, 'As quoted'],
  [1_204_311n, '+0.03% against the quote'],
  [-36_500_000n, '-1% against the quote'],
])('compares the received amount with the signed quote: %d', async (more, words) => {
  const quote = fixtureVerified(run)
  const outcome = { ...fixtureOutcome(run), received: quote.outputAmount + more }
  await setUp({ stage: 'completed', ...run, verified: quote, outcome })
  expect(screen.getByText(words)).toBeVisible()
})

it('compares an unknown received amount with no quote', async () => {
  await setUp({ ...completed, outcome: { ...fixtureOutcome(run), received: undefined } })
  expect(screen.queryByText(/quoted?$/)).toBeNull()
})

describe('the share button', () => {
  const text = '1.5 ETH for 3,644.378236 USDC'
  const url = `https://explorer.fixture.test/tx/${HASH}`
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'))

  it('shares both amounts and the explorer page through the system', async () => {
    const share = vi.fn(async () => {})
    const { user } = await setUp(completed)
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(share.mock.calls).toEqual([[{ text, url }]])
  })

  it('copies both where the browser cannot share, and announces it', async () => {
    const { user } = await setUp(completed)
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(await navigator.clipboard.readText()).toBe(`${text} ${url}`)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied')
  })

  it('shows nothing when the user closes the dialog of the system', async () => {
    const { user } = await setUp(completed)
    const share = () => Promise.reject(new DOMException('closed', 'AbortError'))
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain('Copied')
  })
})

it('has one large button on the receipt, and an icon link to the explorer', async () => {
  await setUp(completed)
  expect(screen.getByRole('link', { name: /View on explorer/ })).toHaveAttribute(
    'href',
    `https://explorer.fixture.test/tx/${HASH}`,
  )
  expect(screen.getByTitle(HASH)).toHaveTextContent('0x8f0c…8c0f')
  const large = screen.getAllByRole('button').filter(({ className }) => /large/.test(className))
  expect(large.map(({ textContent }) => textContent)).toEqual(['Done'])
})

it('clears the form with Done', async () => {
  const first = await setUp(completed)
  await first.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(first.widget().form.getState().inputAmount).toBe('')
  expect(first.widget().execution.getState().stage).toBe('idle')
})

it('keeps the form with Swap again', async () => {
  const { user, widget } = await setUp(completed)
  await user.click(screen.getByRole('button', { name: 'Swap again' }))
  expect(widget().form.getState().inputAmount).toBe('1.5')
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
})

it.each([
  ['TRANSACTION_REVERTED', 'The swap failed on the network', 'Swap not completed'],
  ['TRANSACTION_CANCELLED', 'The transaction was cancelled in your wallet', 'Swap not completed'],
  ['TRANSACTION_DROPPED', 'The network does not show the transaction', 'Outcome unknown'],
] as const)('explains %s and keeps the form', async (code, words, title) => {
  const { user, widget } = await setUp({
    stage: 'failed',
    ...run,
    error: fixtureError(code),
    at: 'watching',
    hash: HASH,
  })
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(screen.getByText('7f1e2a90-4c1b-4d2e-9a77-0c5be2f6a1d3')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit swap' }))
  expect(widget().form.getState().inputAmount).toBe('1.5')
})

const getFact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

it.each<[string, SluiceError, string, RegExp]>([
  [
    'out of gas',
    new SluiceError('TRANSACTION_REVERTED', { details: 'out of gas' }),
    'The transaction ran out of gas.',
    /keep the gas limit/,
  ],
  [
    'the price',
    new SluiceError('SLIPPAGE_EXCEEDED', { details: 'InsufficientOutput(1, 2)' }),
    'The price moved further than your limit of 0.5% allows.',
    /at the current price/,
  ],
  [
    'the deadline',
    new SluiceError('TRANSACTION_REVERTED', { details: 'Expired(1767225600)' }),
    'The network took it after its deadline.',
    /higher network fee/,
  ],
  [
    'no known reason',
    new SluiceError('TRANSACTION_REVERTED', { details: 'TransferFailed(0x01)' }),
    'The network gave no reason.',
    /every check is repeated/,
  ],
])('names the cause of a revert, and what to do: %s', async (_, error, cause, advice) => {
  await setUp({ stage: 'failed', ...run, error, at: 'watching', hash: HASH })
  expect(getFact('What happened')).toHaveTextContent(cause)
  expect(getFact('What to do')).toHaveTextContent(advice)
  expect(getFact('What remains')).toHaveTextContent(/^Your 1.5 ETH stayed in your wallet.$/)
  expect(getFact('What it cost')).toHaveTextContent(/^unknown$/)
})

it('shows the allowance that remains after a revert', async () => {
  const tokenRun = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
  render(
    <FixtureWidget
      page="progress"
      chain={{ allowance: 2_500_000_000n }}
      execution={{
        stage: 'failed',
        ...tokenRun,
        done: [{ type: 'approval', hash: HASH, amount: 2_500_000_000n }],
        error: fixtureError('TRANSACTION_REVERTED'),
        at: 'watching',
        hash: HASH,
      }}
    />,
  )
  expect(await screen.findByText('The approval of 2,500 USDC still stands.')).toBeVisible()
  expect(screen.getByText('Your 2,500 USDC stayed in your wallet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove approval of USDC' })).toBeVisible()
})

it('does not claim what remains or what a swap cost when its outcome is unknown', async () => {
  await setUp({
    stage: 'failed',
    ...run,
    error: fixtureError('TRANSACTION_DROPPED'),
    at: 'watching',
    hash: HASH,
  })
  expect(getFact('What to do')).toHaveTextContent(/Check your wallet/)
  expect(screen.queryByText('What remains')).toBeNull()
  expect(screen.queryByText('What it cost')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Review again' })).toBeNull()
})

it('shows the gas of a reverted swap in dollars, and reviews the same swap again', async () => {
  const { user, widget } = await setUp({
    stage: 'failed',
    ...run,
    error: new SluiceError('TRANSACTION_REVERTED', { details: 'out of gas' }),
    at: 'watching',
    hash: HASH,
    gasPaidWei: 1_234_000_000_000_000n,
  })
  await waitFor(() => expect(getFact('What it cost')).toHaveTextContent('0.001234 ETH · $3.00'))
  await user.click(screen.getByRole('button', { name: 'Review again' }))
  await waitFor(() => expect(widget().navigation.getState().stack.at(-1)).toBe('review'))
  const { intent } = widget().review.getState()
  expect(intent).toMatchObject({ inputAmount: run.intent.inputAmount, outputToken: run.intent.outputToken })
  expect(intent?.id).not.toBe(run.intent.id)
})

describe('the support reference', () => {
  const failed: ExecutionState = {
    stage: 'failed',
    ...run,
    error: fixtureError('TRANSACTION_REVERTED'),
    at: 'watching',
    hash: HASH,
  }

  it('links to the host’s support in a new tab and emits an event', async () => {
    const { user, widget } = await setUp(failed, { supportUrl: 'mailto:help@example.com' })
    const contacted = vi.fn()
    widget().events.on('contactSupport', contacted)
    const link = screen.getByRole('link', { name: /Contact support.*opens in a new tab/ })
    expect(link).toHaveAttribute('href', 'mailto:help@example.com')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    expect(contacted.mock.calls).toEqual([[{ supportId: failed.error.supportId }]])
  })

  it('copies the reference and emits an event when the host has no support URL', async () => {
    const { user, widget } = await setUp(failed)
    const contacted = vi.fn()
    widget().events.on('contactSupport', contacted)
    expect(screen.queryByRole('link', { name: /Contact support/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Contact support' }))
    expect((await screen.findAllByText('Reference copied'))[0]).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(failed.error.supportId)
    expect(contacted.mock.calls).toEqual([[{ supportId: failed.error.supportId }]])
  })

  it('reports a failed copy and still emits an event', async () => {
    const { user, widget } = await setUp(failed)
    const contacted = vi.fn()
    widget().events.on('contactSupport', contacted)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('forbidden'))
    await user.click(screen.getByRole('button', { name: 'Contact support' }))
    expect((await screen.findAllByText('The reference could not be copied'))[0]).toBeVisible()
    expect(screen.queryByText('Reference copied')).toBeNull()
    expect(contacted).toHaveBeenCalledOnce()
  })
})

it.each<[string, ExecutionState, RegExp]>([
  [
    'waits',
    { stage: 'watching', ...sentRun, verified, hash: HASH, awaitingSigners: false },
    /Recipient receives/,
  ],
  ['is complete', sent, /^The recipient received$/],
  [
    'failed',
    {
      stage: 'failed',
      ...sentRun,
      error: fixtureError('TRANSACTION_REVERTED'),
      at: 'watching',
      hash: HASH,
    },
    /Recipient receives/,
  ],
])('shows the whole address of another recipient when the swap %s', async (_, state, words) => {
  await setUp(state)
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
})

it('keeps the recipient with Swap again', async () => {
  const { user, widget } = await setUp(completed)
  widget().form.setState({ sendsToRecipient: true, recipient: PARTNER })
  await user.click(screen.getByRole('button', { name: 'Swap again' }))
  expect(widget().form.getState()).toMatchObject({ sendsToRecipient: true, recipient: PARTNER })
})

it('clears the recipient with Done', async () => {
  const { user, widget } = await setUp(sent, { recipient: 'optional' })
  widget().form.setState({ sendsToRecipient: true, recipient: PARTNER })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(widget().form.getState()).toMatchObject({ sendsToRecipient: false, recipient: undefined })
})

it.each<[string, Partial<FormState>]>([
  ['another amount', { inputAmount: '0.75' }],
  ['another recipient', { sendsToRecipient: true, recipient: LINK.address }],
  ['no recipient', { sendsToRecipient: false }],
  ['another token', { outputToken: WETH.address }],
  ['an amount to receive', { inputAmount: '', outputAmount: '100' }],
])('keeps a form that was filled in for the next swap with Done: %s', async (_, entered) => {
  const { user, widget } = await setUp(sent, { recipient: 'optional' })
  widget().form.setState({ sendsToRecipient: true, recipient: PARTNER, ...entered })
  const next = widget().form.getState()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(widget().form.getState()).toEqual(next)
  expect(widget().navigation.getState().stack).toEqual(['swap'])
})

it.each([
  ['its amount to receive', fixtureIntent({ buys: '100' }), undefined, { outputAmount: '100' }],
  [
    'the whole balance as it was chosen, of which interest was sold too',
    { ...fixtureIntent(), inputAmount: 1_500_100_000_000_000_000n },
    fixtureIntent(),
    { inputAmount: '1.5' },
  ],
] as const)('clears a form that still has %s with Done', async (_, confirmed, selected, entered) => {
  const bought = fixtureRun(confirmed)
  const { user, widget } = await setUp({
    stage: 'completed',
    ...bought,
    verified: fixtureVerified(bought),
    outcome: fixtureOutcome(bought),
  })
  widget().review.setState({ intent: selected })
  widget().form.setState({ inputAmount: '', outputAmount: '', ...entered })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(widget().form.getState()).toMatchObject({ inputAmount: '', outputAmount: '' })
})

it.each(['optional', 'required'] as const)(
  'keeps a recipient that the host has locked with Done: %s',
  async (recipient) => {
    const { user, widget } = await setUp(
      { stage: 'completed', ...sentRun, verified, outcome: fixtureOutcome(sentRun) },
      {
        recipient,
        lockedFields: ['recipient'],
        output: { chainId: ETHEREUM, token: USDC.address, recipient: PARTNER },
      },
    )
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.type(await screen.findByLabelText('Amount you pay'), '2')
    await user.click(await screen.findByRole('button', { name: 'Review swap' }))
    await waitFor(() => expect(widget().review.getState().intent?.receiver).toBe(PARTNER))
  },
)

describe('the notification at the end of a swap', () => {
  const watching = { stage: 'watching', ...run, verified, hash: HASH, awaitingSigners: false } as const
  const requestPermission = vi.fn(async () => 'granted' as const)
  const stub = (permission: NotificationPermission) =>
    vi.stubGlobal('Notification', { permission, requestPermission })
  afterEach(() => {
    delete document.documentElement.dataset.sluicePage
    vi.unstubAllGlobals()
    requestPermission.mockClear()
  })

  it('requests permission after a click when the host enables it', async () => {
    stub('default')
    const { user } = await setUp(watching, { notifyEnd: 'system' })
    expect(requestPermission).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Notify me when it ends' }))
    expect(requestPermission).toHaveBeenCalledOnce()
    expect(await screen.findByText(/^You get a notification when it ends/)).toBeVisible()
  })

  it('is not offered by default', async () => {
    stub('default')
    await setUp(watching)
    expect(screen.queryByRole('button', { name: 'Notify me when it ends' })).toBeNull()
  })

  it('shows that the browser blocks notifications', async () => {
    stub('denied')
    await setUp(watching, { notifyEnd: 'system' })
    expect(screen.getByText('Your browser blocks notifications of this site.')).toBeVisible()
  })

  it.each(['denied', 'default'] as const)(
    'is not mentioned in a frame with the permission %s',
    async (permission) => {
      document.documentElement.dataset.sluicePage = 'https://shop.test/'
      stub(permission)
      await setUp(watching, { notifyEnd: 'system' })
      expect(screen.queryByText(/notif/i)).toBeNull()
    },
  )
})

describe('the button that adds the received token to the wallet', () => {
  const show = (wallet: FixtureWalletOptions = {}, execution: ExecutionState = completed) => {
    render(<FixtureWidget page="progress" execution={execution} wallet={wallet} />)
    return userEvent.setup()
  }
  const add = (symbol: string) => screen.findByRole('button', { name: `Add ${symbol} to wallet` })

  it('adds the token after a click and confirms it', async () => {
    const onWatchAsset = vi.fn(async () => {})
    const user = show({ onWatchAsset })
    await user.click(await add('USDC'))
    expect(onWatchAsset).toHaveBeenCalledOnce()
    expect(await screen.findByText('Your wallet lists USDC.')).toBeVisible()
  })

  it.each<[string, SluiceError, RegExp]>([
    ['a rejection', fixtureError('USER_REJECTED'), /^You declined in your wallet/],
    ['an unsupported request', fixtureError('WALLET_ERROR'), /^Your wallet could not list USDC/],
    ['an open request', fixtureError('REQUEST_PENDING'), /^Answer the request that is open/],
  ])('shows %s and allows another attempt', async (_, error, words) => {
    const user = show({ onWatchAsset: () => Promise.reject(error) })
    await user.click(await add('USDC'))
    expect(await screen.findByText(words)).toBeVisible()
    expect(await add('USDC')).toBeEnabled()
  })

  it('warns about an unverified token and is absent for the native token', async () => {
    const unlisted = fixtureRun(fixtureIntent({ to: UNLISTED }))
    show({}, { stage: 'completed', ...unlisted, verified, outcome: fixtureOutcome(unlisted) })
    await add(UNLISTED.symbol)
    expect(await screen.findByText(new RegExp(`^${UNLISTED.symbol} is unverified`))).toBeVisible()
    cleanup()
    const native = fixtureRun(fixtureIntent({ from: USDC, to: ETH, amount: '2500' }))
    show({}, { stage: 'completed', ...native, verified, outcome: fixtureOutcome(native) })
    await screen.findByRole('heading', { level: 2 })
    expect(screen.queryByRole('button', { name: /to wallet$/ })).toBeNull()
  })
})
