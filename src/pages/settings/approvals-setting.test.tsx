import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import type { WatchOutcome } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Widget } from '../../instance/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { fixtureOutcome, fixtureRun, HASH } from '../../testing/fixtures/fixture-swap.ts'
import { ETH, USDC, WBTC } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

beforeEach(() => localStorage.clear())

const { receipt } = fixtureOutcome(fixtureRun())
const mined: WatchOutcome = { kind: 'mined', receipt }

async function setUp(props: FixtureWidgetProps = {}) {
  render(<FixtureWidget page="settings" {...props} />)
  await screen.findByRole('heading', { name: 'Settings' })
  return { user: userEvent.setup() }
}

const findRow = () => screen.findByRole('button', { name: /^Approvals/ })

it("lists the allowances of previously paid tokens and of the form's tokens", async () => {
  await setUp({
    activity: [fixtureEntry('a', 'failed', { from: WBTC, to: ETH, amount: '0.004' })],
    chain: { allowance: 1_234_560_000n },
  })
  expect(await screen.findByRole('button', { name: 'Approvals 2' })).toBeVisible()
  await userEvent.click(await findRow())
  expect(await screen.findByText('12.3456 WBTC')).toBeVisible()
  expect(await screen.findByText('1,234.56 USDC')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Revoke approval of/ })).toHaveLength(2)
})

it('is absent without an approval or an account', async () => {
  await setUp()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Approvals/ })).toBeNull())
})

it('shows an unlimited approval as unlimited', async () => {
  await setUp({ chain: { allowance: 2n ** 256n - 1n } })
  await userEvent.click(await findRow())
  expect(await screen.findByText('Unlimited USDC')).toBeVisible()
})

it('shows an approval that cannot be read as unknown and reads it again', async () => {
  let read = (): bigint => {
    throw new SluiceError('RPC_UNAVAILABLE')
  }
  const { user } = await setUp({ chain: { allowance: () => read() } })
  await user.click(await findRow())
  expect(await screen.findByText('The approval of USDC could not be read')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Revoke approval of/ })).toBeNull()
  read = () => 2n ** 256n - 1n
  await user.click(screen.getByRole('button', { name: /^Try again/ }))
  expect(await screen.findByText('Unlimited USDC')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Revoke approval of USDC' })).toBeVisible()
  expect(screen.queryByText('The approval of USDC could not be read')).toBeNull()
})

it('does not reuse an earlier allowance of zero when reading fails', async () => {
  let read = () => 0n
  let queryClient: Widget['queryClient'] | undefined
  const getCached = () =>
    queryClient?.getQueriesData({ predicate: ({ queryKey }) => queryKey[2] === 'allowance' })
  await setUp({
    chain: { allowance: () => read() },
    onWidget: (widget) => (queryClient = widget.queryClient),
  })
  await waitFor(() => expect(getCached()).toMatchObject([[expect.anything(), '0']]))
  expect(screen.queryByRole('button', { name: /^Approvals/ })).toBeNull()
  read = () => {
    throw new SluiceError('RATE_LIMITED')
  }
  await queryClient?.refetchQueries({ predicate: ({ queryKey }) => queryKey[2] === 'allowance' })
  await userEvent.click(await findRow())
  expect(await screen.findByText('The approval of USDC could not be read')).toBeVisible()
})

it('revokes by approving 0 and confirms it once the chain shows the result', async () => {
  let allowance = 5_000_000n
  const sent: { to: string; data: string; value: bigint }[] = []
  const { user } = await setUp({
    chain: {
      allowance: () => allowance,
      gasPrice: 1n,
      estimatedGas: 46_000n,
      watch: async () => {
        allowance = 0n
        return mined
      },
    },
    wallet: {
      onSend: async (call) => {
        sent.push(call)
        return HASH
      },
    },
  })
  await user.click(await findRow())
  await user.click(await screen.findByRole('button', { name: 'Revoke approval of USDC' }))
  expect((await screen.findAllByText('The approval of USDC is removed'))[0]).toBeVisible()
  expect(screen.getByTitle(HASH)).toBeVisible()
  const word = SETTLEMENT.slice(2).toLowerCase().padStart(64, '0')
  expect(sent).toMatchObject([{ to: USDC.address, data: `0x095ea7b3${word}${'0'.repeat(64)}`, value: 0n }])
})

it('explains that a declined revocation leaves the approval, and can be tried again', async () => {
  const { user } = await setUp({
    chain: { allowance: 5_000_000n, estimatedGas: 46_000n },
    wallet: { onSend: () => Promise.reject(new SluiceError('USER_REJECTED')) },
  })
  await user.click(await findRow())
  await user.click(await screen.findByRole('button', { name: 'Revoke approval of USDC' }))
  expect(await screen.findByText('The approval still stands')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('You declined in your wallet.')
  expect(screen.getByText('5 USDC')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Revoke approval of USDC' })).not.toHaveAttribute('aria-disabled')
})
