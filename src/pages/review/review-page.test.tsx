import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import type { FormFields, WidgetConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { ApprovalPlan, ExecutionState, Run, SwapIntent } from '../../execution/machine/types.ts'
import type { Widget } from '../../instance/types.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { DOUBLE_CLICK_MS, REVIEW_REFRESH_MS, REVIEWED_PRICE_MS } from '../../lib/thresholds.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import {
  fixtureError,
  fixtureIntent,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../../testing/fixtures/fixture-swap.ts'
import {
  BASE,
  ETH,
  ETHEREUM,
  FAKE_USDT,
  UNLISTED,
  USDC,
  WETH,
} from '../../testing/fixtures/fixture-tokens.ts'
import { CONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

const run = fixtureRun()
const withoutCodec = FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, codec: 'none' as const }))
const fixturePermit = { kind: 'eip2612', name: 'USD Coin', version: '2', nonce: 0n } as const
const tokenIntent = fixtureIntent({ from: USDC, to: ETH, amount: '2500' })

async function setUp(props: FixtureWidgetProps & { state?: ExecutionState } = {}) {
  const { state, ...rest } = props
  const execution = createFixtureExecution(state)
  const start = vi.spyOn(execution, 'start')
  const accept = vi.spyOn(execution, 'accept')
  const cancel = vi.spyOn(execution, 'cancel')
  const warnings: unknown[] = []
  const confirmedRecipients: unknown[] = []
  let widget: Widget | undefined
  render(
    <FixtureWidget
      page="review"
      intent={run.intent}
      execution={execution}
      {...rest}
      onWidget={(made) => {
        widget = made
        made.events.on('warningAccepted', (warning) => warnings.push(warning))
        made.events.on('lowAddressActivityConfirmed', (payload) => confirmedRecipients.push(payload))
        rest.onWidget?.(made)
      }}
    />,
  )
  await screen.findByRole('heading', { level: 2 })
  const show = (next: ExecutionState) => act(() => execution.set(next))
  const review = (intent: SwapIntent) => act(() => widget?.review.setState({ intent }))
  return {
    user: userEvent.setup(),
    start,
    accept,
    cancel,
    warnings,
    confirmedRecipients,
    review,
    show,
    widget: () => widget!,
  }
}

it('shows the age of the price and refreshes it on request', async () => {
  let requestCount = 0
  const { user } = await setUp({
    onWidget: ({ clients: { router } }) => {
      const { price } = router
      router.price = async (...request) => {
        requestCount += 1
        if (requestCount > 2) throw new SluiceError('SERVICE_UNAVAILABLE')
        const { value, ...result } = await price(...request)
        const effectiveOutputAmount = requestCount > 1 ? '3600000000' : value.effectiveOutputAmount
        return { ...result, value: { ...value, effectiveOutputAmount } }
      }
    },
  })
  expect(await screen.findByText(/^The price is \d+ s old\.$/)).toBeVisible()
  const refresh = await screen.findByRole('button', { name: 'Refresh price' })
  expect(screen.queryByText(/^3,600 USDC$/)).toBeNull()
  await user.click(refresh)
  expect(await screen.findByText(/^3,600 USDC$/)).toBeVisible()
  await user.click(refresh)
  expect(
    await screen.findByText(/^This price could not be refreshed\. The price is \d+ s old\.$/),
  ).toBeVisible()
  expect(screen.getByText(/^3,600 USDC$/)).toBeVisible()
})

describe('the price on the review page', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  /** Sets the output of each price request, in base units of USDC. The last one repeats. */
  async function setUpOutputs(outputs: readonly string[]) {
    let requestCount = 0
    const tools = await setUp({
      onWidget: ({ clients: { router } }) => {
        const { price } = router
        router.price = async (...request) => {
          const { value, ...result } = await price(...request)
          const effectiveOutputAmount = outputs[Math.min(requestCount, outputs.length - 1)]!
          requestCount += 1
          return {
            ...result,
            value: { ...value, effectiveOutputAmount, outputAmount: effectiveOutputAmount },
          }
        }
      },
    })
    await screen.findByText(/^The price is \d+ s old\.$/)
    const refresh = () => act(() => vi.advanceTimersByTimeAsync(REVIEW_REFRESH_MS))
    return { ...tools, refresh }
  }

  it('refreshes in place without a busy button or a change of focus', async () => {
    const { refresh, user, start } = await setUpOutputs(['3600000000', '3601000000', '3602000000'])
    const confirm = screen.getByRole('button', { name: 'Confirm swap' })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    confirm.focus()
    const seen: (string | null)[] = []
    new MutationObserver(() => seen.push(confirm.getAttribute('aria-busy'))).observe(confirm, {
      attributes: true,
    })
    await refresh()
    await refresh()
    expect(await screen.findByText(/^3,602 USDC$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm swap' })).toBe(confirm)
    expect(confirm).toHaveFocus()
    expect(seen).toEqual([])
    await user.click(confirm)
    expect(start.mock.calls[0]?.[0].price.effectiveOutputAmount).toBe('3602000000')
  })

  it('announces only a material change', async () => {
    const { refresh } = await setUpOutputs(['3600000000', '3601000000', '3603000000', '3610000000'])
    const getAnnouncements = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    const opened = getAnnouncements()
    // 3,603 is within the tolerance of 3,600; 3,610 is not.
    await refresh()
    expect(screen.getByText(/^3,601 USDC$/)).toBeVisible()
    expect(getAnnouncements()).toEqual(opened)
    await refresh()
    expect(screen.getByText(/^3,603 USDC$/)).toBeVisible()
    expect(getAnnouncements()).toEqual(opened)
    await refresh()
    expect(getAnnouncements()).toContain('1.5 ETH gives about 3,610 USDC')
  })

  it('confirms the earlier figures when a lower minimum appeared right before the click', async () => {
    const { refresh, start } = await setUpOutputs(['3600000000', '3000000000'])
    const confirm = screen.getByRole('button', { name: 'Confirm swap' })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    await refresh()
    expect(screen.getByText(/^3,000 USDC$/)).toBeVisible()
    // Such a loss may need an acknowledgement, which this test does not cover.
    for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: /^(Confirm swap|Swap anyway)/ }))
    await waitFor(() => expect(start).toHaveBeenCalled())
    expect(start.mock.calls[0]?.[0].price.effectiveOutputAmount).toBe('3600000000')
  })

  it('confirms the figures that were readable when several changes appeared right before the click', async () => {
    const { refresh, start } = await setUpOutputs(['3600000000', '3000000000', '2999000000'])
    const confirm = screen.getByRole('button', { name: 'Confirm swap' })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    await refresh()
    expect(screen.getByText(/^3,000 USDC$/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Refresh price' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(/^2,999 USDC$/)).toBeVisible()
    for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: /^(Confirm swap|Swap anyway)/ }))
    await waitFor(() => expect(start).toHaveBeenCalled())
    expect(start.mock.calls[0]?.[0].price.effectiveOutputAmount).toBe('3600000000')
  })

  it('confirms a lower minimum that was visible for a moment', async () => {
    const { refresh, start } = await setUpOutputs(['3600000000', '3000000000'])
    await refresh()
    await act(() => vi.advanceTimersByTimeAsync(DOUBLE_CLICK_MS))
    for (const box of screen.queryAllByRole('checkbox')) fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: /^(Confirm swap|Swap anyway)/ }))
    await waitFor(() => expect(start).toHaveBeenCalled())
    expect(start.mock.calls[0]?.[0].price.effectiveOutputAmount).toBe('3000000000')
  })
})

describe('a price that could not be refreshed for long', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  /** Sets up a review whose refreshes fail after `fail` and succeed again after `recover`. */
  async function setUpOutage() {
    let isDown = false
    const tools = await setUp({
      onWidget: ({ clients: { router } }) => {
        const { price } = router
        router.price = (...request) =>
          isDown ? Promise.reject(new SluiceError('SERVICE_UNAVAILABLE')) : price(...request)
      },
    })
    await screen.findByText(/^The price is \d+ s old\.$/)
    return {
      ...tools,
      fail: () => {
        isDown = true
      },
      recover: () => {
        isDown = false
      },
    }
  }

  it('requires a refresh before the user can confirm', async () => {
    const { user, start, fail, recover } = await setUpOutage()
    fail()
    const readAt = Date.now()
    await act(() => vi.advanceTimersByTimeAsync(REVIEWED_PRICE_MS + REVIEW_REFRESH_MS))
    expect(screen.queryByRole('button', { name: 'Confirm swap' })).toBeNull()
    recover()
    await user.click(screen.getByRole('button', { name: 'Refresh price' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm swap' }))
    expect(start).toHaveBeenCalledOnce()
    expect(start.mock.calls[0]?.[0].pricedAt).toBeGreaterThan(readAt)
  })

  it.each<[string, FormFields]>([
    ['another amount', { amount: '2' }],
    ['no amount', { amount: '' }],
    ['another token', { output: { token: WETH.address } }],
  ])('refreshes the same swap after the host set %s', async (_, fields) => {
    const { id, inputAmount, outputToken } = run.intent
    const { user, start, widget, fail, recover } = await setUpOutage()
    await act(() => widget().setFields(fields))
    fail()
    await act(() => vi.advanceTimersByTimeAsync(REVIEWED_PRICE_MS + REVIEW_REFRESH_MS))
    recover()
    await user.click(screen.getByRole('button', { name: 'Refresh price' }))
    await user.click(await screen.findByRole('button', { name: 'Confirm swap' }))
    expect(start.mock.calls).toMatchObject([[{ id, inputAmount, outputToken }, {}]])
  })

  it.each<[string, () => void]>([
    ['on a click', () => fireEvent.click(screen.getByRole('button', { name: 'Confirm swap' }))],
    ['when the page becomes visible', () => fireEvent(document, new Event('visibilitychange'))],
  ])('detects an old price after the device slept: %s', async (_, wake) => {
    const { start } = await setUp()
    await screen.findByText(/^The price is \d+ s old\.$/)
    const confirm = screen.getByRole('button', { name: 'Confirm swap' })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    vi.setSystemTime(Date.now() + 3_600_000)
    wake()
    expect(screen.queryByRole('button', { name: 'Confirm swap' })).toBeNull()
    expect(start).not.toHaveBeenCalled()
  })
})

it('keeps the review when the host raises its minimum, which applies to the form only', async () => {
  const { user, start, widget } = await setUp()
  act(() => widget().update({ ...FIXTURE_CONFIG, minAmountUsd: 1_000_000 }))
  await user.click(await screen.findByRole('button', { name: 'Confirm swap' }))
  expect(start).toHaveBeenCalledOnce()
})

it('shows what leaves, the minimum that arrives, and the recipient before Confirm', async () => {
  const { user, start } = await setUp()
  expect(screen.getByText('1.5 ETH')).toBeVisible()
  expect(screen.getByText('At least 3,624.95 USDC')).toBeVisible()
  expect(screen.getByText('Total cost').closest('div')).toHaveTextContent('$6.08 (0.17%)')
  expect(screen.getByText('Recipient').closest('div')).toHaveTextContent('Your wallet · 0xf39F…2266')
  expect(screen.getByText('Fees')).not.toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Details' }))
  for (const label of ['Fees', 'Network cost', 'Route', 'Network']) {
    expect(screen.getByText(label)).toBeVisible()
  }
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).toHaveBeenCalledOnce()
  expect(start.mock.calls[0]?.[0]).toMatchObject({ id: 'route-fixture', inputAmount: run.intent.inputAmount })
})

it('shows the token addresses with links and copy buttons, because symbols are not unique', async () => {
  const { user } = await setUp({ intent: fixtureIntent({ from: WETH, to: USDC }) })
  await user.click(screen.getByRole('button', { name: 'Details' }))
  for (const { symbol, address } of [WETH, USDC]) {
    const shown = screen.getByTitle(address)
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`
    expect(shown).toHaveTextContent(short)
    expect(within(shown).getByRole('link')).toHaveAttribute(
      'href',
      `https://explorer.fixture.test/token/${address}`,
    )
    await user.click(screen.getByRole('button', { name: `Copy ${symbol} address` }))
    expect(await navigator.clipboard.readText()).toBe(address)
  }
})

it('offers to remove the approval after the swap was declined', async () => {
  const tokenRun = fixtureRun(tokenIntent)
  const state: ExecutionState = {
    stage: 'failed',
    ...tokenRun,
    done: [{ type: 'approval', hash: HASH }],
    error: fixtureError('USER_REJECTED'),
    at: 'signing',
    hash: undefined,
  }
  const { user } = await setUp({
    intent: tokenIntent,
    state,
    chain: { allowance: tokenIntent.inputAmount, estimatedGas: 46_000n },
  })
  expect(screen.getAllByText(/Your approval of 2,500 USDC still stands/)[0]).toBeVisible()
  const remove = await screen.findByRole('button', { name: 'Remove approval of USDC' })
  expect(remove).toHaveTextContent('Remove approval')
  await user.click(remove)
  expect(
    (await screen.findAllByText(/^Confirm in your wallet: the approval of USDC becomes 0/))[0],
  ).toBeVisible()
})

it.each<[string, Partial<ApprovalPlan>, Partial<Run>, RegExp, RegExp]>([
  [
    'a signature',
    { permit: { method: fixturePermit, deadline: 1n } },
    {},
    /Your signature is needed first/,
    /Your approval is needed/,
  ],
  ['a batch', { isBatched: true }, {}, /Approval and swap go together/, /Your approval is needed/],
  ['an approval', {}, {}, /Your approval is needed first/, /Your signature/],
  [
    'an approval in place of a signature',
    {},
    { permitRefused: 'wallet' },
    /Your wallet did not sign the permission/,
    /Your signature/,
  ],
  [
    'an approval in place of a batch',
    {},
    { batchRefused: true },
    /Your wallet did not take both together/,
    /go together/,
  ],
])(
  'shows the planned authorization before the wallet opens: %s',
  async (_, plan, rejection, shown, other) => {
    const tokenRun = { ...fixtureRun(tokenIntent), ...rejection }
    const approvals = { ...fixturePlan(tokenIntent), totalGasWei: 10n ** 15n, ...plan }
    const verified = { ...fixtureVerified(tokenRun), approvals }
    await setUp({ intent: tokenIntent, state: { stage: 'reconfirm', ...tokenRun, verified } })
    expect(screen.getByText(shown)).toBeVisible()
    expect(screen.queryByText(other)).toBeNull()
    if (!plan.permit) expect(screen.getByText(/Approval and swap cost about 0.001 ETH/)).toBeVisible()
  },
)

it('warns that a signed permit stays valid until its deadline after the swap was declined', async () => {
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 200)
  const failed = { error: fixtureError('USER_REJECTED'), at: 'signing', hash: undefined } as const
  const permit = { data: '0x', amount: tokenIntent.inputAmount, deadline } as const
  const tokenRun = { ...fixtureRun(tokenIntent), done: [{ type: 'permit' }], permit } as const
  const { show } = await setUp({ intent: tokenIntent, state: { stage: 'failed', ...tokenRun, ...failed } })
  expect(screen.getByText('Your signature still counts')).toBeVisible()
  expect(screen.getByText(/^Until .* the contract 0x5FbD…0aa3 can take 2,500 USDC/)).toBeVisible()
  show({ stage: 'failed', ...tokenRun, permit: { ...permit, deadline: 1n }, ...failed })
  expect(screen.queryByText('Your signature still counts')).toBeNull()
})

it('warns that an approval may be needed when the allowance cannot be read', async () => {
  const allowance = () => {
    throw new SluiceError('RPC_UNAVAILABLE')
  }
  await setUp({ intent: tokenIntent, config: { input: { amount: '' } }, chain: { allowance } })
  const notice = await screen.findByText('Your approval may be needed first', {}, { timeout: 9_000 })
  expect(notice).toBeVisible()
  expect(screen.getByText(/Exactly 2,500 USDC, nothing more, for the contract 0x5FbD…0aa3/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm swap' })).toBeVisible()
})

it('offers no removal without an approval', async () => {
  const failed = { error: fixtureError('USER_REJECTED'), at: 'signing', hash: undefined } as const
  await setUp({ intent: tokenIntent, state: { stage: 'failed', ...fixtureRun(tokenIntent), ...failed } })
  expect(screen.queryByRole('button', { name: /Remove approval/ })).toBeNull()
})

it('names the swap of an open wallet request and sends no other request', async () => {
  const wallet = { state: { ...CONNECTED, prompt: { about: run.intent } } }
  const { user, start } = await setUp({ wallet })
  expect(screen.getByText('Your wallet still asks about the swap of 1.5 ETH for USDC')).toBeVisible()
  const confirm = await screen.findByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'My wallet shows nothing' }))
  expect(screen.queryByText(/^Your wallet still asks/)).toBeNull()
  await waitFor(() => expect(confirm).toBeEnabled())
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
})

it('requires an acknowledgement before an identical swap while the first is pending', async () => {
  const pending = fixtureEntry('first', 'pending', { amount: '1.5' })
  const { user, start, warnings } = await setUp({ activity: [pending] })
  expect(await screen.findByText('The same swap is already pending')).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  const box = screen.getByRole('checkbox', { name: 'I want to swap a second time' })
  expect(box).toHaveFocus()
  await user.click(box)
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'identical-swap', routeId: 'route-fixture' }])
})

it('requires an acknowledgement when an earlier page opened a wallet request that may still be signed', async () => {
  const withState = (state: Partial<ActivityEntry>) => ({
    ...fixtureEntry('first', 'pending', { amount: '1.5' }),
    ...state,
  })
  const { widget } = await setUp({})
  const warning = 'The same swap may still be open in your wallet'
  for (const other of [
    withState({ deadlineAt: Date.now() - 300_000 }),
    withState({ deadlineAt: Date.now() + 60_000, account: `0x${'99'.repeat(20)}` }),
    withState({ deadlineAt: Date.now() + 60_000, inputAmount: '1' }),
  ]) {
    act(() => widget().activity.setState({ unanswered: [other] }))
    expect(screen.queryByText(warning)).toBeNull()
  }
  act(() => widget().activity.setState({ unanswered: [withState({ deadlineAt: Date.now() + 60_000 })] }))
  expect(await screen.findByText(warning)).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'I want to swap a second time' })).not.toBeChecked()
})

it('requires an acknowledgement when an identical swap was abandoned before its deadline', async () => {
  const givenUp = fixtureEntry('first', 'failed', { amount: '1.5' })
  const deadlineAt = Date.now() + 60_000
  await setUp({ activity: [{ ...givenUp, errorCode: 'TRANSACTION_DROPPED', deadlineAt }] })
  expect(await screen.findByText('The same swap is already pending')).toBeVisible()
})

it('requires an acknowledgement for a week after an abandoned swap without a deadline', async () => {
  const givenUp = { ...fixtureEntry('first', 'failed', { amount: '1.5' }), deadlineAt: undefined }
  const endedAt = Date.now() - 6 * 86_400_000
  await setUp({ activity: [{ ...givenUp, errorCode: 'TRANSACTION_DROPPED', endedAt }] })
  expect(await screen.findByText('The same swap is already pending')).toBeVisible()
})

const DROPPED = { errorCode: 'TRANSACTION_DROPPED', deadlineAt: Date.now() - 600_000 } as const

it.each([
  ['whose deadline has passed', { ...fixtureEntry('first', 'failed', { amount: '1.5' }), ...DROPPED }],
  ['of another amount', fixtureEntry('first', 'pending', { amount: '1.4' })],
  ['to another receiver', fixtureEntry('first', 'pending', { amount: '1.5', receiver: PARTNER })],
  ['that has ended', fixtureEntry('first', 'done', { amount: '1.5' })],
])('needs no acknowledgement because of a swap %s', async (_, entry) => {
  const { user, start, widget } = await setUp({ activity: [entry] })
  await waitFor(() => expect(widget().activity.getState().entries).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).toHaveBeenCalledOnce()
})

it('shows token warnings until the end', async () => {
  await setUp({ intent: fixtureIntent({ from: UNLISTED, to: FAKE_USDT }) })
  expect(await screen.findByText('Unverified')).toBeVisible()
  expect(await screen.findByText('Looks like USDT')).toBeVisible()
})

describe('a token that was not chosen in the picker', () => {
  afterEach(() => localStorage.clear())

  const accepts = () => screen.findAllByRole('checkbox', { name: /^I checked the address/ })
  const doubtful = fixtureIntent({ from: UNLISTED, to: FAKE_USDT })

  it('needs one acknowledgement with its whole address before the swap', async () => {
    const { user, start, warnings, review, widget } = await setUp({ intent: doubtful })
    const boxes = await accepts()
    expect(boxes).toHaveLength(2)
    expect(screen.getByText('MOON is not in the token list')).toBeVisible()
    expect(screen.getByText('This is not the well-known USDT')).toBeVisible()
    for (const { address } of [UNLISTED, FAKE_USDT]) {
      expect(screen.getAllByText((_, element) => element?.textContent === address)[0]).toBeVisible()
    }
    const confirm = screen.getByRole('button', { name: /Confirm|Approve/ })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    for (const other of screen.getAllByRole('checkbox')) {
      if (!boxes.includes(other)) await user.click(other)
    }
    await user.click(boxes[0]!)
    await user.click(confirm)
    expect(boxes[1]).toHaveFocus()
    expect(start).not.toHaveBeenCalled()
    await user.click(boxes[1]!)
    await user.click(confirm)
    await waitFor(() => expect(start).toHaveBeenCalledOnce())
    expect(warnings).toEqual(
      expect.arrayContaining(Array(2).fill({ warning: 'unverified-token', routeId: doubtful.id })),
    )
    expect(widget().tokenMemory.getState().imported).toHaveLength(2)
    review({ ...doubtful, id: 'another' })
    await screen.findByText('Looks like USDT')
    expect(screen.queryByRole('checkbox', { name: /^I checked the address/ })).toBeNull()
  })

  it.each([
    ['as unlisted but is now a look-alike', {}, 1],
    ['as a look-alike in storage only', { isLookAlike: true }, 1],
  ])('needs the missing acknowledgements after it was accepted %s', async (_, accepted, count) => {
    const { chainId, address } = FAKE_USDT
    const imported = [{ chainId, address, ...accepted }]
    const { user, start, widget } = await setUp({
      intent: fixtureIntent({ from: ETH, to: FAKE_USDT }),
      tokenMemory: { pinned: [], recent: [], imported },
    })
    expect(await screen.findByText('Looks like USDT')).toBeVisible()
    const confirm = screen.getByRole('button', { name: /Confirm/ })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    const boxes = screen.queryAllByRole('checkbox', { name: /^I checked the address/ })
    expect(boxes).toHaveLength(count)
    for (const other of screen.getAllByRole('checkbox')) {
      if (!boxes.includes(other)) await user.click(other)
    }
    if (boxes[0]) {
      await user.click(confirm)
      expect(start).not.toHaveBeenCalled()
      await user.click(boxes[0])
    }
    await user.click(confirm)
    await waitFor(() => expect(start).toHaveBeenCalledOnce())
    expect(widget().tokenMemory.getState().imported).toEqual([{ chainId, address, isLookAlike: true }])
  })

  it('needs an acknowledgement when only browser storage marks it as accepted', async () => {
    const { chainId, address } = UNLISTED
    const kept = [{ chainId, address }]
    const { user, start } = await setUp({
      intent: fixtureIntent({ from: WETH, to: UNLISTED }),
      tokenMemory: { pinned: kept, recent: kept, imported: kept },
    })
    const box = await screen.findByRole('checkbox', { name: /^I checked the address/ })
    const confirm = screen.getByRole('button', { name: /Confirm|Approve/ })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    for (const other of screen.getAllByRole('checkbox')) if (other !== box) await user.click(other)
    await user.click(confirm)
    expect(start).not.toHaveBeenCalled()
    await user.click(box)
    await user.click(confirm)
    await waitFor(() => expect(start).toHaveBeenCalledOnce())
  })

  it('cannot be confirmed before the catalogue has responded', async () => {
    let respond = () => {}
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const { user, start } = await setUp({
      intent: fixtureIntent({ from: WETH, to: UNLISTED }),
      onWidget: ({ clients: { tokens } }) => {
        const { tokens: list, searchTokens } = tokens
        tokens.tokens = (...request) => responded.then(() => list(...request))
        tokens.searchTokens = (...request) => responded.then(() => searchTokens(...request))
      },
    })
    const confirm = await screen.findByRole('button', { name: /Confirm|Approve/ })
    await user.click(confirm)
    expect(confirm).toHaveAttribute('aria-busy', 'true')
    respond()
    await accepts()
    await user.click(confirm)
    expect(start).not.toHaveBeenCalled()
  })

  it('needs no acknowledgement when the host configures it', async () => {
    await setUp({
      intent: fixtureIntent({ from: WETH, to: UNLISTED }),
      config: { ...FIXTURE_CONFIG, output: { token: UNLISTED.address } },
    })
    const confirm = await screen.findByRole('button', { name: /Confirm|Approve/ })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
    expect(screen.queryByRole('checkbox', { name: /^I checked the address/ })).toBeNull()
  })
})

it('shows no address for the native token and no link without a configured explorer', async () => {
  const { chains, ...config } = FIXTURE_CONFIG
  const bare = chains.map(({ explorerUrl: _, ...chain }) => chain)
  await setUp({ intent: fixtureIntent({ from: ETH, to: USDC }), config: { ...config, chains: bare } })
  expect(screen.queryByTitle(ETH.address)).toBeNull()
  expect(within(screen.getByTitle(USDC.address)).queryByRole('link')).toBeNull()
})

it.each([
  ['allows it', { approvals: { unlimited: true } }, true],
  ['does not allow it', {}, false],
])(
  'shows and requests an unlimited approval that the user chose when the host %s',
  async (_, config, isUnlimited) => {
    const { user, start } = await setUp({
      intent: tokenIntent,
      config: { ...config, input: { amount: '' } },
      onWidget: ({ settings }) => settings.setState({ unlimitedApprovals: true }),
    })
    expect(await screen.findByText('Your approval is needed first')).toBeVisible()
    const words = /Unlimited USDC, as chosen in your settings/
    if (isUnlimited) expect(screen.getByText(words)).toBeVisible()
    else expect(screen.queryByText(words)).toBeNull()
    expect(await screen.findByText(/cost about .* together/)).toBeVisible()
    const confirm = screen.getByRole('button', { name: 'Approve and swap' })
    await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'))
    await user.click(confirm)
    expect(start.mock.calls[0]?.[1]).toMatchObject({ unlimitedApproval: isUnlimited })
  },
)

it('warns that an unlimited approval remains after the swap was declined', async () => {
  await setUp({
    intent: tokenIntent,
    state: {
      stage: 'failed',
      ...fixtureRun(tokenIntent),
      done: [{ type: 'approval', hash: HASH, amount: UNLIMITED }],
      error: fixtureError('USER_REJECTED'),
      at: 'signing',
      hash: undefined,
    },
  })
  expect(screen.getAllByText(/Your approval of an unlimited amount of USDC still stands/)[0]).toBeVisible()
})

it('shows amount and spender of a permit before the request', async () => {
  await setUp({ intent: tokenIntent, config: { input: { amount: '' } }, chain: { permit: fixturePermit } })
  expect(await screen.findByText('Your signature is needed first')).toBeVisible()
  expect(screen.getByText(/contract 0x5FbD…0aa3 take exactly 2,500 USDC, nothing more/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign and swap' })).toBeVisible()
  expect(screen.queryByText(/cost about .* together/)).toBeNull()
})

it('explains the signature during the request, and the approval that follows its failure', async () => {
  const tokenRun = fixtureRun(tokenIntent)
  const plan = { ...fixturePlan(tokenIntent), permit: { method: fixturePermit, deadline: 1n } }
  const verified = { ...fixtureVerified(tokenRun), approvals: plan }
  const { show } = await setUp({
    intent: tokenIntent,
    state: { stage: 'permitting', ...tokenRun, plan, verified },
  })
  expect(screen.getAllByText('Sign to allow exactly 2,500 USDC')[0]).toBeVisible()
  expect(screen.getByText(/nothing more, for a few minutes/)).toBeVisible()
  show({
    stage: 'approving',
    ...tokenRun,
    plan,
    verified,
    step: 0,
    hash: undefined,
    done: [{ type: 'permit' }],
    permitRefused: 'chain',
  })
  expect(screen.getByText('The token did not accept your signature')).toBeVisible()
  expect(screen.getByText(/An approval is needed instead, which costs a network fee/)).toBeVisible()
  expect(screen.getAllByText('Approve exactly 2,500 USDC')[0]).toBeVisible()
})

it('waits for the signers of an approval without a link before its transaction exists', async () => {
  const tokenRun = fixtureRun(tokenIntent)
  const plan = fixturePlan(tokenIntent)
  const approving = { stage: 'approving', ...tokenRun, plan, step: 0, hash: `0x${'12'.repeat(32)}` } as const
  const { show } = await setUp({ intent: tokenIntent, state: approving })
  expect(screen.getByText(/Waiting for the approval to be confirmed/)).toBeVisible()
  const links = screen.queryAllByRole('link').length
  show({ ...approving, awaitingSigners: true })
  expect(screen.getByText('Waiting for the other signers of your wallet')).toBeVisible()
  expect(screen.queryAllByRole('link').length).toBe(links - 1)
})

it('shows before the request that the wallet approves and swaps in one batch', async () => {
  const { show } = await setUp({
    intent: tokenIntent,
    config: { input: { amount: '' } },
    wallet: { batches: true },
    chain: { permit: fixturePermit },
  })
  expect(await screen.findByText('Approval and swap go together')).toBeVisible()
  expect(screen.getByText(/exactly 2,500 USDC is approved for the contract 0x5FbD…0aa3/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Approve and swap' })).toBeVisible()

  const tokenRun = fixtureRun(tokenIntent)
  const verified = {
    ...fixtureVerified(tokenRun),
    approvals: { ...fixturePlan(tokenIntent), isBatched: true },
  }
  show({ stage: 'signing', ...tokenRun, verified })
  expect(screen.getAllByText('Confirm approval and swap in your wallet')[0]).toBeVisible()
  expect(screen.getByText('Approval and swap go together')).toBeVisible()
  show({
    stage: 'approving',
    ...tokenRun,
    plan: verified.approvals,
    step: 0,
    hash: undefined,
    batchRefused: true,
  })
  expect(screen.getByText('Your wallet did not take both together')).toBeVisible()
})

it('shows amount and spender of an approval before the request', async () => {
  await setUp({ intent: tokenIntent, config: { input: { amount: '' } } })
  expect(await screen.findByText('Your approval is needed first')).toBeVisible()
  expect(screen.getByText(/Exactly 2,500 USDC, nothing more, for the contract 0x5FbD…0aa3/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Approve and swap' })).toBeVisible()
  // 180,000 gas at 12 gwei for the approval, and $0.61 from the price for the swap.
  const cost = /cost about 0\.00241\d? ETH \(\$5\.\d\d\) together/
  expect(await screen.findByText(cost)).toBeVisible()
})

it.each<[string, FixtureWidgetProps]>([
  ['the swap', { intent: fixtureIntent({ from: USDC, to: ETH, price: { gasCostUSD: null } }) }],
  ['the approval', { intent: tokenIntent, chain: { gasPrice: 0n } }],
])('shows an unknown total cost when the cost of %s is unknown', async (_, props) => {
  await setUp({ ...props, config: { input: { amount: '' } } })
  const words = 'What approval and swap cost together is unknown.'
  expect(await screen.findByText(new RegExp(words))).toBeVisible()
})

it('requires an acknowledgement before a high loss', async () => {
  const { user, start, warnings } = await setUp({
    intent: fixtureIntent({ price: { outputAmountUSD: '2918.04' } }),
    config: { input: { amount: '' } },
  })
  const confirm = screen.getByRole('button', { name: /^Swap anyway, lose \$/ })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'high-value-loss', routeId: 'route-fixture' }])
})

it.each<[string, Partial<SwapIntent['price']>, string]>([
  ['the lost value', { outputAmountUSD: '3360' }, 'Swap anyway, lose $'],
  ['a price impact with a small loss', { priceImpactBps: '790' }, 'Swap anyway, lose $'],
  [
    'a price impact while the values are unknown',
    { priceImpactBps: '790', inputAmountUSD: null, outputAmountUSD: null },
    'Swap anyway, lose 7.9%',
  ],
])(
  'requires an acknowledgement of %s from 5 % on and shows the loss on the button',
  async (_, price, label) => {
    const unknown = price.inputAmountUSD === null
    const { user, start } = await setUp({
      intent: fixtureIntent({ price }),
      config: { input: { amount: '' } },
      ...(unknown && { service: { rates: { ETH: 0, USDC: 0 } } }),
    })
    const button = await screen.findByRole('button', { name: (name) => name.startsWith(label) })
    await user.click(button)
    expect(start).not.toHaveBeenCalled()
    expect(button).toHaveAttribute('data-state', 'disabled')
    for (const box of screen.getAllByRole('checkbox')) await user.click(box)
    expect(button).toHaveAttribute('data-state', 'danger')
    await user.click(button)
    expect(start).toHaveBeenCalledOnce()
  },
)

it('requires a new acknowledgement only when an accepted loss grows', async () => {
  const lossy = (outputAmountUSD: string) => fixtureIntent({ price: { outputAmountUSD } })
  const { user, start, review } = await setUp({
    intent: lossy('2918.04'),
    config: { input: { amount: '' } },
  })
  await user.click(screen.getByRole('checkbox'))
  review(lossy('2917.00'))
  expect(screen.getByRole('checkbox')).toBeChecked()
  review(lossy('36.48'))
  expect(screen.getByRole('checkbox')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: /^Swap anyway, lose \$/ }))
  expect(start).not.toHaveBeenCalled()
})

it.each([
  ['a configured lower limit', { confirm: 100 }, '3570'],
  ['the default limit', {}, '2918.04'],
])('requires an acknowledgement at %s', async (_, valueLossBps, outputAmountUSD) => {
  await setUp({
    intent: fixtureIntent({ price: { outputAmountUSD } }),
    config: { input: { amount: '' }, valueLossBps },
  })
  expect(await screen.findByRole('checkbox')).toBeVisible()
})

it('blocks a loss above the host’s limit regardless of acknowledgements', async () => {
  const { user, start } = await setUp({
    intent: fixtureIntent({ price: { outputAmountUSD: '2918.04' } }),
    config: { input: { amount: '' }, valueLossBps: { block: 1_500 } },
  })
  expect(await screen.findByText(/This site stops swaps that lose more than 15%/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).not.toHaveBeenCalled()
})

it('blocks a firm quote with a loss above the host’s limit', async () => {
  const state: ExecutionState = { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 70n) }
  const { user, accept } = await setUp({ state, config: { valueLossBps: { block: 1_500 } } })
  const button = screen.getByRole('button', { name: 'Accept new price' })
  expect(await screen.findByText(/This site stops swaps that lose more than 15%/)).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS + 50))
  await user.click(button)
  expect(accept).not.toHaveBeenCalled()
})

const unknownValue = {
  intent: fixtureIntent({ price: { inputAmountUSD: null, outputAmountUSD: null } }),
  poolPrices: { ETH: undefined, USDC: undefined },
  service: { rates: { ETH: 0 } },
}

it('requires an acknowledgement of an unknown loss and emits an event', async () => {
  const { user, start, warnings } = await setUp({ ...unknownValue, config: { input: { amount: '' } } })
  const box = await screen.findByRole('checkbox', { name: 'I compared the amounts and want to swap' })
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  expect(box).toHaveFocus()
  await user.click(box)
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'unknown-price', routeId: 'route-fixture' }])
})

it.each<[string, string, boolean]>([
  ['stays', '3643173925', true],
  ['falls by less than the limit of a loss', '3500000000', true],
  ['falls by more than the limit of a loss', '3400000000', false],
])(
  'keeps or drops the acknowledgement of an unknown value when the output %s: %s',
  async (_, output, isKept) => {
    const { user, review, start } = await setUp({ ...unknownValue, config: { input: { amount: '' } } })
    const box = await screen.findByRole('checkbox', { name: 'I compared the amounts and want to swap' })
    await user.click(box)
    expect(unknownValue.intent.price.effectiveOutputAmount).toBe('3643173925')
    const { price } = unknownValue.intent
    review({ ...unknownValue.intent, price: { ...price, effectiveOutputAmount: output } })
    expect(box).toHaveProperty('checked', isKept)
    await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
    expect(start).toHaveBeenCalledTimes(isKept ? 1 : 0)
  },
)

it('requires separate acknowledgements for the recipient and the value', async () => {
  const { user, start } = await setUp({
    ...unknownValue,
    intent: { ...unknownValue.intent, receiver: PARTNER },
    recipient: PARTNER,
    config: { input: { amount: '' }, recipient: 'optional' },
    chain: { activity: { isContract: true, isUsed: true } },
  })
  await screen.findByRole('checkbox', { name: 'I compared the amounts and want to swap' })
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  const boxes = screen.getAllByRole('checkbox')
  expect(boxes).toHaveLength(2)
  for (const box of boxes) {
    await user.click(confirm)
    expect(box).toHaveFocus()
    await user.click(box)
  }
  expect(start).not.toHaveBeenCalled()
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
})

it('blocks a swap with an unknown loss when the host configures it', async () => {
  const { user, start } = await setUp({
    ...unknownValue,
    config: { input: { amount: '' }, unknownPrice: 'block' },
  })
  expect(await screen.findByText(/This site stops swaps whose loss cannot be told/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).not.toHaveBeenCalled()
})

it('requires an acknowledgement when the service understates the loss, and emits the real loss once', async () => {
  const reported: unknown[] = []
  const { user, start } = await setUp({
    intent: fixtureIntent({ price: { outputAmount: '30000000', effectiveOutputAmount: '30000000' } }),
    config: { input: { amount: '' } },
    onWidget: (widget) => widget.events.on('routeHighValueLoss', (loss) => reported.push(loss)),
  })
  expect(await screen.findByText('You would lose about 99.18% of the value')).toBeVisible()
  expect(screen.getByText('Sources disagree about the value of USDC')).toBeVisible()
  expect(screen.getByText('$30.00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Swap anyway, lose \$/ }))
  expect(start).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  expect(reported).toEqual([
    {
      fromAmountUSD: expect.closeTo(3_647.55),
      toAmountUSD: 30,
      gasCostUSD: 0.61,
      feeCostUSD: expect.any(Number),
      valueLoss: expect.closeTo(0.9918, 3),
    },
  ])
})

it('counts the network cost as part of the loss', async () => {
  await setUp({
    intent: fixtureIntent({ amount: '0.001', price: { gasCostUSD: '0.61' } }),
    config: { input: { amount: '' } },
  })
  expect(await screen.findByText(/^You would lose about 20\.\d+% of the value/)).toBeVisible()
})

it('does not continue before the on-chain prices have arrived', async () => {
  const { user, start } = await setUp({ poolPrices: 'pending' })
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).not.toHaveBeenCalled()
})

it('shows fees above half a percent next to the total cost', async () => {
  const intent = fixtureIntent()
  const fee = BigInt(intent.price.outputAmount) / 50n
  const effectiveOutputAmount = (BigInt(intent.price.effectiveOutputAmount) - fee).toString()
  const { review } = await setUp({ intent, config: { input: { amount: '' } } })
  expect(screen.queryByText(/fees included/)).toBeNull()
  review(fixtureIntent({ price: { partnerFee: fee.toString(), effectiveOutputAmount } }))
  expect(screen.getByText(/^2(\.\d+)?% fees included/)).toBeVisible()
})

describe('a partner fee that the price omits', () => {
  const partner = { address: PARTNER, feeBps: 1_000 }
  const none = { partnerFee: '0', settlementFee: '0', feeCostUSD: '0' }
  const fees = () => screen.getByText('Fees').closest('[data-part="detail"]')?.querySelector('dd')

  it.each([
    ['a sale', {}],
    ['a purchase', { buys: '3600' }],
  ])('is shown anyway: %s', async (_, trade) => {
    const output = { outputAmount: '3600000001', effectiveOutputAmount: '3600000001' }
    const intent = { ...fixtureIntent({ ...trade, price: { ...none, ...output } }), partner }
    await setUp({ intent, config: { partner, input: { amount: '' } } })
    await waitFor(() => expect(fees()).toHaveTextContent(/^400 USDC · \$400\.00$/))
    expect(screen.getByText(/10% fees included/)).toBeVisible()
  })

  it('is shown as a percentage when the fee token differs', async () => {
    const price = { ...none, feeToken: ETH.address }
    const intent = { ...fixtureIntent({ price }), partner }
    const { review } = await setUp({ intent, config: { partner, input: { amount: '' } } })
    expect(fees()).toHaveTextContent(/^Partner fee 10%$/)
    expect(screen.getByText(/10% fees included/)).toBeVisible()
    review({ ...intent, price: { ...intent.price, settlementFee: '450000000000000' } })
    await waitFor(() => expect(fees()).toHaveTextContent(/^0\.00045 ETH .*Partner fee 10%$/))
  })

  it('is not added to a fee that the price already contains', async () => {
    const honest = fixtureIntent({ price: { partnerFee: '500000000', settlementFee: '0' } })
    await setUp({ intent: { ...honest, partner }, config: { partner, input: { amount: '' } } })
    await waitFor(() => expect(fees()).toHaveTextContent(/^500(\.00)? USDC/))
  })
})

it("shows no minimum when the router's transactions cannot be decoded", async () => {
  await setUp({ config: { input: { amount: '' }, chains: withoutCodec } })
  expect(screen.getByText('No minimum is guaranteed here')).toBeVisible()
  expect(screen.getByText('No minimum')).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
  expect(screen.queryByText('Minimum received')).toBeNull()
})

it.each<[string, NonNullable<FixtureWidgetProps['chain']>, string | undefined]>([
  ['differ from the chain’s', { decimals: 18 }, 'The token list is wrong about this token'],
  ['cannot be read from the chain', { decimals: refused() }, 'This trade cannot be checked here'],
  ['are being read from the chain', { decimals: new Promise(() => {}) }, undefined],
])('does not continue while decimals %s', async (_, chain, words) => {
  const { user, start } = await setUp({ intent: tokenIntent, config: { input: { amount: '' } }, chain })
  if (words) expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Approve and swap|Confirm swap/ }))
  expect(start).not.toHaveBeenCalled()
})

it('requires an acknowledgement when only the service reports the value', async () => {
  const { user, start, warnings } = await setUp({
    poolPrices: { ETH: undefined, USDC: undefined },
    config: { input: { amount: '' } },
  })
  expect(await screen.findByText('The dollar value of ETH and USDC is not confirmed')).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  const box = screen.getByRole('checkbox', { name: 'I compared the amounts and want to swap' })
  expect(box).toHaveFocus()
  await user.click(box)
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'unknown-price', routeId: 'route-fixture' }])
})

it('blocks a swap whose value only the service reports when the host blocks unknown values', async () => {
  const { user, start } = await setUp({
    poolPrices: { ETH: undefined },
    config: { input: { amount: '' }, unknownPrice: 'block' },
  })
  const notice = await screen.findByText('The dollar value of ETH is not confirmed')
  expect(notice.closest('[data-part="notice"]')).toHaveTextContent(
    'This site stops swaps whose loss cannot be told.',
  )
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).not.toHaveBeenCalled()
})

it('shows an unknown value as unknown', async () => {
  await setUp({
    intent: fixtureIntent({ price: { inputAmountUSD: null, outputAmountUSD: null } }),
    config: { input: { amount: '' } },
    poolPrices: { ETH: undefined, USDC: undefined },
    service: { rates: { ETH: 0 } },
  })
  expect(await screen.findByText('The dollar value of ETH and USDC is unknown')).toBeVisible()
})

it.each<[string, ExecutionState, string]>([
  ['switching', { stage: 'switching', ...run }, 'Switch your wallet to Ethereum'],
  ['quoting', { stage: 'quoting', ...run }, 'Getting the final price'],
  [
    'approving',
    {
      stage: 'approving',
      ...fixtureRun(tokenIntent),
      plan: fixturePlan(tokenIntent),
      step: 0,
      hash: undefined,
    },
    'Approve exactly 2,500 USDC',
  ],
  [
    'signing',
    { stage: 'signing', ...run, verified: fixtureVerified(run) },
    'Confirm the swap in your wallet',
  ],
])('shows and announces the step while %s', async (_, state, words) => {
  await setUp({ state })
  const step = screen.getByText(words, { selector: 'li *' })
  expect(step.closest('[data-part="stage"]')).toHaveAttribute('data-state', 'now')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words)
})

it('shows the approval as a step before the quote is verified', async () => {
  const intent = fixtureIntent({ from: USDC, to: ETH, amount: '2500' })
  await setUp({ intent, state: { stage: 'quoting', ...fixtureRun(intent) } })
  const step = await screen.findByText('Approve USDC')
  expect(step.closest('[data-part="stage"]')).toHaveAttribute('data-state', 'now')
  expect(screen.getByText('Swap', { selector: 'li *' }).closest('[data-part="stage"]')).toHaveAttribute(
    'data-state',
    'next',
  )
})

it('shows the exact approved amount and the exact enforced minimum', async () => {
  const intent = fixtureIntent({ from: USDC, to: ETH, amount: '250.123456' })
  const approving = { ...fixtureRun(intent), plan: fixturePlan(intent), step: 0, hash: undefined }
  await setUp({ intent, state: { stage: 'approving', ...approving } })
  expect(screen.getByText('Approve exactly 250.123456 USDC', { selector: 'li *' })).toBeVisible()
  cleanup()
  const verified = { ...fixtureVerified(run), minOutputAmount: 3_624_123_456n }
  await setUp({ state: { stage: 'signing', ...run, verified } })
  expect(await screen.findByText('3,624.123456 USDC')).toBeVisible()
})

it('shows the exact amounts and the closed seal with the minimum while the wallet is open', async () => {
  await setUp({ state: { stage: 'signing', ...run, verified: fixtureVerified(run) } })
  expect(await screen.findByText('Checked and sealed')).toBeVisible()
  expect(screen.getByText('1.5 ETH')).toBeVisible()
  expect(screen.getByText('Minimum received').closest('div')).toHaveTextContent('3,624.958055 USDC')
})

it('replaces the expected amounts with verified ones in the same rows', async () => {
  const { show } = await setUp()
  const rows = () =>
    [...document.querySelectorAll('[data-exact], [title]')].map(({ textContent }) => textContent)
  expect(screen.getByText('You receive about')).toBeVisible()
  expect(rows()).toContain('3,643.17 USDC')
  show({
    stage: 'verifying',
    ...run,
    quote: fixtureVerified(run).quote,
    supportId: undefined,
    clockSkewMs: 0,
  })
  expect(screen.getByText('Checking your swap')).toBeVisible()
  show({ stage: 'signing', ...run, verified: fixtureVerified(run) })
  expect(screen.getByText('Checked and sealed')).toBeVisible()
  expect(screen.getByText('You receive')).toBeVisible()
  expect(screen.getByText(/Nothing else leaves your wallet/)).toBeVisible()
})

it('explains each check: contract, recipient, minimum, value and deadline', async () => {
  const deadlineAt = new Date(2026, 0, 2, 15, 4, 5).getTime()
  const verified = { ...fixtureVerified(run), deadlineAt }
  const { user } = await setUp({ state: { stage: 'signing', ...run, verified } })
  expect(screen.queryByText(/3:04:05/)).toBeNull()
  await user.click(screen.getByTitle('What was checked'))
  expect(screen.getByText(/3:04:05/)).toBeVisible()
  for (const check of ['Contract', 'Recipient', 'Minimum received', 'Sent along', 'Valid until']) {
    const row = screen.getByText(check).closest('div')
    expect(row?.lastElementChild).toHaveTextContent(/\w+ \w+ .+\.$/)
  }
})

it('pauses before signing when the host configures it, whatever the settings are', async () => {
  const { user, start } = await setUp({
    config: { pauseBeforeSigning: true },
    onWidget: ({ settings }) => settings.setState({ pauseBeforeSigning: false }),
  })
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start.mock.calls[0]?.[1]).toMatchObject({ pausesBeforeSigning: true })
})

describe('a slippage limit', () => {
  // The chosen limit is stored and would affect later tests.
  afterEach(() => localStorage.clear())

  const boxes = () => screen.queryAllByRole('checkbox', { name: /^I understand/ })
  const setLimit = (slippageBps: number, config: Partial<WidgetConfig> = {}) =>
    setUp({
      intent: { ...run.intent, slippageBps },
      config,
      onWidget: ({ settings }) => settings.setState({ slippageBps, isSlippageChosen: true }),
    })

  it.each<[number, Partial<WidgetConfig>, number, label?: RegExp]>([
    [50, {}, 0],
    [500, {}, 0],
    [501, {}, 1],
    [5_000, {}, 1],
    [300, { valueLossBps: { confirm: 300 } }, 0],
    [301, { valueLossBps: { confirm: 300 } }, 1],
    // The loss of this swap exceeds this limit too, so the button shows it.
    [1, { valueLossBps: { confirm: 0 } }, 1, /^Swap anyway, lose \$/],
  ])(
    'of %s basis points with the config %j needs %s acknowledgements',
    async (slippageBps, config, count, label = /^Confirm swap$/) => {
      const { user, start, warnings } = await setLimit(slippageBps, config)
      const titled = screen.queryAllByText(/^This limit allows a loss of up to/)
      expect(titled).toHaveLength(count)
      if (count === 0) return
      const confirm = await screen.findByRole('button', { name: label })
      await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
      await user.click(confirm)
      expect(start).not.toHaveBeenCalled()
      for (const box of boxes()) await user.click(box)
      await user.click(confirm)
      expect(start).toHaveBeenCalledOnce()
      expect(warnings).toContainEqual({ warning: 'high-slippage', routeId: run.intent.id })
    },
  )

  it('needs another acknowledgement when it changes', async () => {
    const { user, start, widget } = await setLimit(1_000)
    await user.click(boxes()[0]!)
    act(() => widget().settings.getState().setSlippageBps(4_000))
    expect(await screen.findByText('This limit allows a loss of up to 40%')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^(Confirm swap|Swap anyway)/ }))
    expect(start).not.toHaveBeenCalled()
  })
})

it('pauses before signing when the user enables it', async () => {
  const { user, start } = await setUp({ config: { pauseBeforeSigning: true } })
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ pausesBeforeSigning: true }),
  )
  cleanup()
  const paused = { ...run, terms: { ...run.terms, pausesBeforeSigning: true } }
  const verified = { ...fixtureVerified(run), freshUntil: Date.now() + 20_000 }
  const { user: again, accept } = await setUp({ state: { stage: 'reconfirm', ...paused, verified } })
  expect(screen.getByText('Checked and sealed')).toBeVisible()
  expect(screen.getByText(/^This quote may be signed for another (19|20) s/)).toBeVisible()
  const open = screen.getByRole('button', { name: 'Open wallet' })
  await waitFor(() => expect(open).not.toHaveAttribute('aria-disabled'))
  await again.click(open)
  expect(accept).toHaveBeenCalledOnce()
})

it('shows a worse price next to the confirmed one and lets the user reject it', async () => {
  const state: ExecutionState = { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 97n) }
  const { user, accept, cancel, show } = await setUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    show(state)
    // The second click of a double click on Confirm.
    fireEvent.click(screen.getByRole('button', { name: 'Accept new price' }))
    expect(accept).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(DOUBLE_CLICK_MS))
  } finally {
    vi.useRealTimers()
  }
  expect(screen.getByText('You’d get 3% less now')).toBeVisible()
  expect(screen.getByText('3,643.17 USDC')).toBeVisible()
  expect(screen.getAllByText(/3,533.87 USDC/)[0]).toBeVisible()
  // The exact minimum from the calldata is also shown below the balance changes.
  const minimum = screen.getByText(/^3,516\.\d+ USDC$/, { selector: 'dd *' }).textContent
  expect(screen.getAllByText(`At least ${minimum}`)[0]).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept new price' }))
  expect(accept).toHaveBeenCalledOnce()
  await user.click(screen.getAllByRole('button', { name: 'Back' })[1]!)
  expect(cancel).toHaveBeenCalledOnce()
})

it('requires an acknowledgement of a firm quote with a high loss, whatever was accepted before', async () => {
  const state: ExecutionState = { stage: 'reconfirm', ...run, verified: fixtureVerified(run, 70n) }
  const { user, accept, warnings } = await setUp({ state })
  const button = screen.getByRole('button', { name: 'Accept new price' })
  expect(screen.getByText(/You would lose about 30/)).toBeVisible()
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(screen.getByRole('checkbox'))
  await user.click(button)
  expect(accept).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  await user.click(button)
  expect(accept).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'high-value-loss', routeId: 'route-fixture' }])
})

it('requires an acknowledgement before an unverified transaction is signed and names the missing checks', async () => {
  const verified = { ...fixtureVerified(run), simulation: undefined, minOutputAmount: undefined }
  const { user, accept, warnings } = await setUp({
    state: { stage: 'reconfirm', ...run, verified },
    config: { chains: withoutCodec },
  })
  expect(screen.getByText(/what arrives and where are unknown/)).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
  const button = screen.getByRole('button', { name: 'Continue' })
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
  expect(accept).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'unchecked', routeId: 'route-fixture' }])
})

it('requires an acknowledgement before a swap without a minimum is signed', async () => {
  const verified = { ...fixtureVerified(run), minOutputAmount: undefined, measuresReceiver: false }
  const { user, accept, warnings } = await setUp({
    state: { stage: 'reconfirm', ...run, verified },
    config: { chains: withoutCodec },
  })
  expect(screen.getByText('No minimum is guaranteed here')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Continue' })
  await user.click(button)
  expect(accept).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
  expect(accept).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'no-minimum', routeId: 'route-fixture' }])
})

it('requires an acknowledgement of a decoded but not simulated transaction and shows its minimum', async () => {
  const verified = { ...fixtureVerified(run), simulation: undefined, measuresReceiver: false }
  const { user, accept } = await setUp({ state: { stage: 'reconfirm', ...run, verified } })
  expect(screen.getByText(/How much of it reaches you is unknown/)).toBeVisible()
  expect(screen.queryByText(/what arrives and where are unknown/)).toBeNull()
  expect(screen.getByText('Minimum received')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Continue' })
  await user.click(button)
  expect(accept).not.toHaveBeenCalled()
  // A click focuses the checkbox once the double-click guard has ended.
  await waitFor(async () => {
    await user.click(button)
    expect(screen.getByRole('checkbox')).toHaveFocus()
  })
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
  expect(accept).toHaveBeenCalledOnce()
})

it('shows an enforced minimum with every codec', async () => {
  const chains = FIXTURE_CONFIG.chains.map((chain) => ({ ...chain, codec: 'route-description' as const }))
  await setUp({ config: { input: { amount: '' }, chains } })
  expect(screen.getByText(/^At least /)).toBeVisible()
  expect(screen.getByText('Minimum received')).toBeInTheDocument()
  expect(screen.queryByText('No minimum is guaranteed here')).toBeNull()
})

it('requires an acknowledgement of unusually high gas and shows the possible cost', async () => {
  const verified = fixtureVerified(run)
  const gas = { ...verified.gas, limit: 29_000_000n }
  await setUp({ state: { stage: 'reconfirm', ...run, verified: { ...verified, gas } } })
  expect(screen.getByText('The network cost is unusually high')).toBeVisible()
  expect(screen.getByText(/29,000,000 were estimated\. It may cost up to 0\.348 ETH/)).toBeVisible()
})

it('explains a rejection and lets the user try again', async () => {
  const { user } = await setUp({
    state: { stage: 'failed', ...run, error: fixtureError('USER_REJECTED'), at: 'signing', hash: undefined },
  })
  expect(screen.getByText('You declined in your wallet')).toBeVisible()
  expect(screen.queryByText('Reference for support')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Review again' }))
  expect(await screen.findByRole('button', { name: 'Confirm swap' })).toBeVisible()
})

it('shows that an approval remains after the swap was declined', async () => {
  const done = [{ type: 'approval' as const, hash: HASH }]
  const error = fixtureError('USER_REJECTED')
  await setUp({
    state: { stage: 'failed', ...fixtureRun(tokenIntent), done, error, at: 'signing', hash: undefined },
  })
  expect(screen.getByText('Swap declined')).toBeVisible()
  // The page does not announce further checks.
  expect(screen.queryByText(/^We check them/)).toBeNull()
  expect(screen.getByText(/^Your approval of [\d,.]+ USDC still stands/)).toBeVisible()
})

it('reports that the network was not switched', async () => {
  const error = fixtureError('USER_REJECTED')
  await setUp({ state: { stage: 'failed', ...run, error, at: 'switching', hash: undefined } })
  expect(screen.getByText('Network not switched')).toBeVisible()
})

it.each(['QUOTE_MISMATCH', 'UNTRUSTED_ROUTER', 'TOKEN_MISMATCH', 'UNVERIFIABLE'] as const)(
  'offers the form instead of a retry after an unsafe quote: %s',
  async (code) => {
    await setUp({
      state: { stage: 'failed', ...run, error: fixtureError(code), at: 'verifying', hash: undefined },
    })
    const primary = screen.getAllByRole('button').filter((button) => /primary/.test(button.className))
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Edit swap'])
  },
)

it('shows only the enforced minimum during the wallet request', async () => {
  const verified = { ...fixtureVerified(run), minOutputAmount: 3_601_234_567n }
  await setUp({ state: { stage: 'signing', ...run, verified } })
  expect(screen.queryByText(/At least/)).toBeNull()
  expect(screen.getByText('Minimum received').closest('dt')?.nextElementSibling).toHaveTextContent(
    '3,601.234567 USDC',
  )
})

it('values the verified amounts instead of the earlier price', async () => {
  await setUp({ state: { stage: 'signing', ...run, verified: fixtureVerified(run, 50n) } })
  expect(await screen.findByText(/^\$1,82\d\.\d\d$/)).toBeVisible()
})

it('shows the exact verified balance changes with outflows first', async () => {
  const verified = fixtureVerified(run)
  const [paid, received] = verified.simulation!.balanceChanges
  const balanceChanges = [{ ...received!, delta: '123456123456' }, paid!]
  await setUp({
    state: {
      stage: 'signing',
      ...run,
      verified: { ...verified, simulation: { ...verified.simulation!, balanceChanges } },
    },
  })
  const changes = screen.getAllByText(/^You (pay|receive)$/)
  expect(changes.map(({ textContent }) => textContent)).toEqual(['You pay', 'You receive'])
  await waitFor(() => expect(changes[1]?.nextElementSibling).toHaveTextContent('123,456.123456 USDC'))
})

it('lets the user leave while an approval is pending and explains that it remains', async () => {
  const { user, cancel } = await setUp({
    state: {
      stage: 'approving',
      ...fixtureRun(tokenIntent),
      plan: fixturePlan(tokenIntent),
      step: 0,
      hash: HASH,
    },
  })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.getByText(/the approval then stands, and nothing is swapped/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop here' }))
  expect(cancel).toHaveBeenCalledOnce()
})

it('shows the reviewed swap while another swap is pending', async () => {
  const { user, start } = await setUp({
    intent: { ...fixtureIntent({ amount: '2' }), id: 'next' },
    state: { stage: 'watching', ...run, verified: fixtureVerified(run), hash: HASH, awaitingSigners: false },
  })
  expect(screen.getByRole('heading', { name: 'Review swap' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start.mock.calls[0]?.[0]).toMatchObject({ id: 'next' })
})

it('does not continue before the required approval is known', async () => {
  let respond = (_: bigint) => {}
  const allowance = new Promise<bigint>((resolve) => {
    respond = resolve
  })
  const { user, start } = await setUp({
    intent: tokenIntent,
    config: { input: { amount: '' } },
    chain: { allowance },
  })
  await user.click(screen.getByRole('button', { name: 'Confirm swap' }))
  expect(start).not.toHaveBeenCalled()
  respond(0n)
  const button = await screen.findByRole('button', { name: 'Approve and swap' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  expect(screen.getByText(/cost about .* together/)).toBeVisible()
  await user.click(button)
  expect(start).toHaveBeenCalledOnce()
})

it('opens the progress page as soon as the swap is sent', async () => {
  const execution = createFixtureExecution({ stage: 'signing', ...run, verified: fixtureVerified(run) })
  await setUp({ execution })
  act(() =>
    execution.set({
      stage: 'watching',
      ...run,
      verified: fixtureVerified(run),
      hash: HASH,
      awaitingSigners: false,
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Swap in progress' })).toBeVisible()
})

/** Rejects like a chain without the contract. The rejection may stay unhandled. */
function refused(): Promise<number> {
  const rejection = Promise.reject(fixtureError('UNVERIFIABLE'))
  rejection.catch(() => {})
  return rejection
}

it('shows the loss of selling back immediately', async () => {
  const intent = { ...run.intent, price: { ...run.intent.price, surgeValue: 45 } }
  await setUp({ intent, service: { price: { surgeValue: 45 } } })
  expect(screen.getByText('Selling it back at once would lose about 45%')).toBeVisible()
})

const sentElsewhere = {
  intent: fixtureIntent({ receiver: PARTNER }),
  recipient: PARTNER,
  config: { recipient: 'optional' },
} satisfies FixtureWidgetProps

it('shows the whole address of another recipient with a link and a copy button', async () => {
  const { user, start, widget, warnings, confirmedRecipients } = await setUp(sentElsewhere)
  expect(screen.getByText('Sent to this address')).toBeVisible()
  expect(screen.getByText(/^Recipient receives about/)).toBeVisible()
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
  expect(screen.queryByText('Your wallet')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy recipient address' }))
  expect(await navigator.clipboard.readText()).toBe(PARTNER)
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'))
  await user.click(confirm)
  expect(start.mock.calls[0]?.[0]).toMatchObject({ receiver: PARTNER })
  expect(widget().settings.getState().recentRecipients).toEqual([PARTNER])
  expect([warnings, confirmedRecipients]).toEqual([[], []])
})

it('requires an acknowledgement of a recipient without activity and emits an event once', async () => {
  const { user, start, warnings, confirmedRecipients } = await setUp({
    ...sentElsewhere,
    chain: { activity: { isContract: false, isUsed: false } },
  })
  expect(await screen.findByText('The recipient shows no activity on Ethereum')).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  expect(screen.getByRole('checkbox')).toHaveFocus()
  await user.click(screen.getByRole('checkbox'))
  expect(confirmedRecipients).toEqual([])
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(confirmedRecipients).toEqual([{ address: PARTNER, chainId: 31337 }])
  expect(warnings).toEqual([])
})

it.each([
  ['a contract', { isContract: true, isUsed: true }, 'The recipient is a contract', 'recipient-contract'],
  [
    'an address that could not be checked',
    new SluiceError('RPC_UNAVAILABLE'),
    'The recipient could not be checked',
    'recipient-unknown',
  ],
])('requires an acknowledgement before sending to %s', async (_, activity, words, warning) => {
  const { user, start, warnings, confirmedRecipients } = await setUp({
    ...sentElsewhere,
    chain: { activity },
  })
  expect(await screen.findByText(words)).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning, routeId: 'route-fixture' }])
  expect(confirmedRecipients).toEqual([])
})

it('distinguishes a contract that exists only on another network from an unused address', async () => {
  const { user, start, warnings, confirmedRecipients } = await setUp({
    ...sentElsewhere,
    chain: { activity: { isContract: false, isUsed: false }, contractOn: [BASE] },
  })
  expect(await screen.findByText('The recipient is a contract on Base, not on Ethereum')).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox'))
  await user.click(confirm)
  expect(start).toHaveBeenCalledOnce()
  expect(warnings).toEqual([{ warning: 'recipient-contract-elsewhere', routeId: 'route-fixture' }])
  expect(confirmedRecipients).toEqual([])
})

it('cannot be confirmed while the recipient is being checked', async () => {
  const { user, start } = await setUp({ ...sentElsewhere, chain: { activity: 'pending' } })
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).toHaveAttribute('aria-busy', 'true'))
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
})

it('never sends to the contract of a token in the swap', async () => {
  const { user, start } = await setUp({
    ...sentElsewhere,
    intent: fixtureIntent({ receiver: USDC.address }),
    recipient: USDC.address,
  })
  expect(screen.getByText('This is a token of this swap, not a wallet')).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm swap' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-busy'))
  await user.click(confirm)
  expect(start).not.toHaveBeenCalled()
})

it.each<[string, (widget: Widget) => void, string, string]>([
  [
    'another recipient',
    ({ form }) => form.getState().setRecipient(USDC.address),
    'The recipient was changed',
    shortAddress(USDC.address),
  ],
  [
    'no recipient',
    ({ form }) => form.getState().setSendsToRecipient(false),
    'The recipient was changed',
    'The review was closed',
  ],
  [
    'a config that disables recipients',
    ({ update }) => update({ ...FIXTURE_CONFIG, recipient: 'hidden' }),
    'The recipient was changed',
    'The review was closed',
  ],
  [
    'a config that removes the pair',
    ({ update }) => update({ ...FIXTURE_CONFIG, tokens: { [ETHEREUM]: { deny: [USDC.address] } } }),
    'This site doesn’t offer this pair',
    'The review was closed',
  ],
])('returns to the form with an explanation after %s', async (_, change, title, help) => {
  const { user, widget } = await setUp(sentElsewhere)
  act(() => change(widget()))
  expect(widget().review.getState().intent).toBeUndefined()
  expect(widget().navigation.getState().stack).toEqual(['swap'])
  const shown = await screen.findByText(title)
  expect(shown.closest('[data-part="notice"]')).toHaveTextContent(help)
  await waitFor(() =>
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.startsWith(title))).toBe(
      true,
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(title)).toBeNull()
})

it.each<[string, (wallet: Widget['wallet']) => Promise<void>, string, string]>([
  ['another account', (wallet) => wallet.connect('dev'), 'Your wallet changed its account', 'Wallet 0x'],
  ['no account', (wallet) => wallet.disconnect(), 'Your wallet was disconnected', 'The review was closed'],
])('returns to the form with an explanation after %s', async (_, change, title, help) => {
  const { widget } = await setUp({
    intent: { ...fixtureIntent(), account: PARTNER, receiver: PARTNER },
    wallet: { state: { ...CONNECTED, address: PARTNER } },
  })
  await act(() => change(widget().wallet))
  const shown = await screen.findByText(title)
  expect(shown.closest('[data-part="notice"]')).toHaveTextContent(help)
})

it('returns to the form when the account changed on another page', async () => {
  const { widget } = await setUp({
    intent: { ...fixtureIntent(), account: PARTNER, receiver: PARTNER },
    wallet: { state: { ...CONNECTED, address: PARTNER } },
  })
  act(() => widget().navigation.getState().push('activity'))
  await act(() => widget().wallet.connect('dev'))
  act(() => widget().navigation.getState().back())
  expect(await screen.findByText('Your wallet changed its account')).toBeVisible()
  expect(widget().review.getState().intent).toBeUndefined()
})

it.each<[string, (run: Run) => ExecutionState]>([
  ['the wallet is open', (own) => ({ stage: 'signing', ...own, verified: fixtureVerified(own) })],
  [
    'a worse price needs a confirmation',
    (own) => ({ stage: 'reconfirm', ...own, verified: fixtureVerified(own, 97n) }),
  ],
])('shows the recipient and the received amount while %s', async (_, stateOf) => {
  await setUp({ ...sentElsewhere, state: stateOf(fixtureRun(sentElsewhere.intent)) })
  expect(screen.getByText('79C8').closest('bdi')).toHaveTextContent(PARTNER)
  expect(await screen.findByText(/^Recipient receives/)).toBeVisible()
  expect(screen.queryByText(/^You receive/)).toBeNull()
})

it.each<[string, Partial<WidgetConfig>]>([
  ['one of its tokens is denied', { tokens: { [ETHEREUM]: { deny: [USDC.address] } } }],
  [
    'its pair is forbidden',
    { forbiddenPairs: [{ chainId: ETHEREUM, input: ETH.address, output: USDC.address }] },
  ],
])('returns to the form once %s', async (_, rules) => {
  let widget: Widget | undefined
  const { start } = await setUp({
    onWidget: (made) => {
      widget = made
    },
  })
  act(() => widget?.update({ ...FIXTURE_CONFIG, ...rules }))
  expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
  expect(widget?.review.getState().intent).toBeUndefined()
  expect(start).not.toHaveBeenCalled()
})
