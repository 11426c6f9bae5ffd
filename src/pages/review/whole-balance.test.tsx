import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Token } from '../../events/types.ts'
import type { Widget } from '../../instance/types.ts'
import type { FixtureChainOptions } from '../../testing/fixtures/fixture-chain.ts'
import { EARNING_WIDGET } from '../../testing/fixtures/fixture-earning.ts'
import { createFixtureExecution } from '../../testing/fixtures/fixture-execution.ts'
import { AUSDC, ETH, USDC, VAULT } from '../../testing/fixtures/fixture-tokens.ts'
import { FixtureWidget } from '../../testing/fixtures/fixture-widget.tsx'

/** Renders a form that sells this token, with a balance that can grow. */
async function setUp(input: Token = AUSDC, chain: FixtureChainOptions = { allowance: 10n ** 30n }) {
  let balance = '5000.25'
  let widget: Widget | undefined
  const execution = createFixtureExecution()
  const start = vi.spyOn(execution, 'start')
  render(
    <FixtureWidget
      {...EARNING_WIDGET}
      config={{
        ...EARNING_WIDGET.config,
        input: { token: input.address, amount: '1' },
        output: { token: input === USDC ? ETH.address : USDC.address },
      }}
      chain={{ balances: () => ({ ETH: '1', [input.symbol]: balance }), ...chain }}
      execution={execution}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('button', { name: 'Review swap' })
  const user = userEvent.setup()
  return {
    user,
    widget: () => widget!,
    start,
    grow: async (to: string) => {
      balance = to
      await act(() =>
        widget!.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'balance' }),
      )
    },
    max: async () =>
      user.click(await screen.findByRole('button', { name: `Max: pay all your ${input.symbol}` })),
    review: async () => {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Review swap' })).toBeEnabled())
      await user.click(await screen.findByRole('button', { name: 'Review swap' }))
      await screen.findByRole('heading', { name: 'Review swap' })
    },
    confirm: async () => {
      const button = await screen.findByRole('button', { name: 'Confirm swap' })
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
      await user.click(button)
      return start.mock.calls.at(-1)?.[0].inputAmount
    },
  }
}

it('sells the whole balance of a lending token with the interest until Confirm', async () => {
  const { max, review, grow, confirm } = await setUp()
  await max()
  await review()
  expect(await screen.findByText('All of your aUSDC')).toBeVisible()
  await grow('5000.250381')
  await waitFor(() => expect(screen.getByTitle('5,000.250381 aUSDC')).toBeVisible())
  expect(await confirm()).toBe(5_000_250_381n)
})

it.each<[string, FixtureChainOptions, string]>([
  ['an approval', { allowance: 0n }, 'Approve and swap'],
  [
    'a signature',
    { allowance: 0n, permit: { kind: 'eip2612', name: 'aUSDC', version: '1', nonce: 0n } },
    'Sign and swap',
  ],
])('stays clickable while the interest is read again when %s is needed first', async (_, chain, label) => {
  const { user, widget, start, max, review, grow } = await setUp(AUSDC, chain)
  await max()
  await review()
  const button = await screen.findByRole('button', { name: label })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  const unanswered = () => new Promise<never>(() => {})
  widget().chain.permitMethod = unanswered
  widget().chain.estimateGas = unanswered
  await grow('5000.250381')
  await waitFor(() => expect(screen.getByTitle('5,000.250381 aUSDC')).toBeVisible())
  await user.click(screen.getByRole('button', { name: label }))
  expect(start.mock.calls.at(-1)?.[0].inputAmount).toBe(5_000_250_381n)
})

it('does not sell deposits that arrived in addition to interest', async () => {
  const { max, review, grow, confirm } = await setUp()
  await max()
  await review()
  await grow('5100')
  await screen.findByText('All of your aUSDC')
  expect(await confirm()).toBe(5_000_250_000n)
})

it('keeps a typed amount', async () => {
  const { user, review, grow, confirm } = await setUp()
  const field = screen.getByRole('textbox', { name: 'Amount you pay' })
  await user.clear(field)
  await user.type(field, '5000')
  await review()
  await grow('5000.250381')
  expect(screen.queryByText('All of your aUSDC')).toBeNull()
  expect(await confirm()).toBe(5_000_000_000n)
})

it.each([
  ['a share of a vault', VAULT],
  ['any other token', USDC],
])('sells the chosen amount of %s, whose balance accrues no interest', async (_, token) => {
  const { max, review, grow, confirm } = await setUp(token)
  await max()
  await review()
  await grow('5000.3')
  expect(screen.queryByText(/^All of your/)).toBeNull()
  expect(await confirm()).toBe(BigInt(500_025) * 10n ** BigInt(token.decimals - 2))
})
