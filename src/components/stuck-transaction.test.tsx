import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Replaceable } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { ActivityEntry } from '../store/types.ts'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import type { FixtureChainOptions } from '../testing/fixtures/fixture-chain.ts'
import { HASH } from '../testing/fixtures/fixture-swap.ts'
import { DAI, ETH, USDC } from '../testing/fixtures/fixture-tokens.ts'
import type { FixtureWalletOptions } from '../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget } from '../testing/fixtures/fixture-widget.tsx'
import type { TransactionRequest } from '../wallet/types.ts'

const replaceable: Replaceable = {
  nonce: 7,
  isMined: false,
  gas: 200_000n,
  fees: { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  blockMs: 1_000,
}

const STRANGER = `0x${'5a'.repeat(20)}` as const

async function setUp({
  chain = { replaceable },
  wallet = {},
  sentAgoMs = 60_000,
  inputToken = USDC,
  deadlineAt,
  isUnverified,
  stored = {},
}: {
  stored?: Partial<ActivityEntry>
  deadlineAt?: number
  isUnverified?: boolean
  inputToken?: typeof USDC
  chain?: FixtureChainOptions
  wallet?: FixtureWalletOptions
  sentAgoMs?: number
}) {
  const entry = {
    ...fixtureEntry('stuck', 'pending', { from: inputToken, to: DAI, amount: '1' }),
    deadlineAt,
    isUnverified,
    startedAt: Date.now() - sentAgoMs,
    ...stored,
  }
  render(
    <FixtureWidget
      page="activity-details"
      chain={chain}
      wallet={wallet}
      activity={[entry]}
      onWidget={({ activity }) => activity.setState({ selected: entry.id })}
    />,
  )
  await screen.findByRole('heading', { level: 2 })
  return { user: userEvent.setup(), call: entry.call! }
}

const offer = () => screen.queryByRole('button', { name: 'Speed up' })
const cancelOffer = () => screen.queryByRole('button', { name: 'Cancel the swap' })

it('is not sent again after the host has disallowed unverified swaps', async () => {
  const onSend = vi.fn(async (_: TransactionRequest) => HASH)
  const { user } = await setUp({ wallet: { onSend }, isUnverified: true })
  await user.click(await screen.findByRole('button', { name: 'Speed up' }))
  expect(await screen.findByText('This site stopped the swap')).toBeVisible()
  expect(onSend).not.toHaveBeenCalled()
})

it('requests the same call with the same nonce and higher fees', async () => {
  const onSend = vi.fn(async (_: TransactionRequest) => HASH)
  const { user, call } = await setUp({ wallet: { onSend } })
  await user.click(await screen.findByRole('button', { name: 'Speed up' }))
  const { nonce, fees, gas } = replaceable
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce())
  expect(onSend.mock.calls[0]![0]).toMatchObject({ ...call, value: BigInt(call.value), nonce, fees, gas })
})

it('stores the second transaction in the history, even if no node shows it yet', async () => {
  const onSend = vi.fn(async (_: TransactionRequest) => `0x${'cd'.repeat(32)}` as const)
  const { user } = await setUp({ wallet: { onSend } })
  await user.click(await screen.findByRole('button', { name: 'Speed up' }))
  expect(await screen.findByText('Sent again')).toBeVisible()
  expect(screen.getByTitle(`0x${'cd'.repeat(32)}`)).toBeVisible()
})

it('cancels with an empty transaction to the own account with the same nonce', async () => {
  const sent: TransactionRequest[] = []
  const { user } = await setUp({
    wallet: {
      onSend: async (request) => {
        sent.push(request)
        return `0x${'cd'.repeat(32)}`
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel the swap' }))
  expect(await screen.findByText('The cancellation was sent')).toBeVisible()
  expect(sent).toMatchObject([{ data: '0x', value: 0n, nonce: 7 }])
  expect(sent[0]!.to).toBe(sent[0]!.from)
  expect(offer()).toBeNull()
})

it('explains that a declined replacement changes nothing, and offers it again', async () => {
  const onSend = async () => {
    throw new SluiceError('USER_REJECTED')
  }
  const { user } = await setUp({ wallet: { onSend } })
  await user.click(await screen.findByRole('button', { name: 'Speed up' }))
  expect(await screen.findByText('The transaction is still pending.')).toBeVisible()
  expect(offer()).toBeVisible()
})

it.each<[string, Parameters<typeof setUp>[0]]>([
  ['it was just sent', { sentAgoMs: 5_000 }],
  ['its chain is slow', { chain: { replaceable: { ...replaceable, blockMs: 60_000 } } }],
  ['it is mined', { chain: { replaceable: { ...replaceable, isMined: true } } }],
  ['no node shows it, or the account is a contract', { chain: {} }],
])('offers nothing when %s', async (_, options) => {
  await setUp(options)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(offer()).toBeNull()
  expect(cancelOffer()).toBeNull()
})

it.each<[string, Parameters<typeof setUp>[0]]>([
  ['pays the native token, which no allowance limits', { inputToken: ETH }],
  ['would be rejected because its deadline has passed', { deadlineAt: Date.now() - 1_000 }],
  ['has a sufficient allowance for a second copy', { chain: { replaceable, allowance: 2n ** 255n } }],
])('offers no second copy of a swap that %s, because wallets may ignore the nonce', async (_, options) => {
  await setUp(options)
  expect(await screen.findByRole('button', { name: 'Cancel the swap' })).toBeVisible()
  expect(offer()).toBeNull()
})

it('shows the rounded-up maximum cost of a cancellation and requests no higher fee', async () => {
  const sent: TransactionRequest[] = []
  const onSend = async (request: TransactionRequest) => {
    sent.push(request)
    return HASH
  }
  const chain = { replaceable, estimatedGas: 10n ** 9n }
  const { user } = await setUp({ chain, wallet: { onSend }, inputToken: ETH })
  expect(await screen.findByText(/Cancelling it costs at most 0\.006 ETH/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel the swap' }))
  await waitFor(() => expect(sent).toMatchObject([{ gas: 200_000n, fees: replaceable.fees }]))
})

const otherToken = { ...fixtureEntry('other', 'pending').inputToken, address: STRANGER }
it.each<[string, Partial<ActivityEntry>]>([
  ['an unknown target', { call: { to: STRANGER, data: '0x', value: '5000000000000000000' } }],
  ['another receiver', { receiver: STRANGER }],
  ['another amount', { inputAmount: '5' }],
  ['another minimum', { minimum: '1' }],
  ['another token', { outputToken: otherToken }],
  ['another deadline', { chainDeadline: 4_000_000_001 }],
  ['other decimals', { outputToken: { ...fixtureEntry('other', 'pending').outputToken, decimals: 2 } }],
])('offers no replacement for a stored swap with %s', async (_, stored) => {
  await setUp({ stored })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(offer()).toBeNull()
  expect(cancelOffer()).toBeNull()
})
