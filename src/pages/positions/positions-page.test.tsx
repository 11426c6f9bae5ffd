import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { Widget } from '../../instance/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { EARNING_WIDGET } from '../../testing/fixtures/fixture-earning.ts'
import { AUSDC, DAI, USDC, VAULT } from '../../testing/fixtures/fixture-tokens.ts'
import { DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'
import { createFixtureYields } from '../../testing/fixtures/fixture-yields.ts'

afterEach(() => localStorage.clear())

async function setUp(props: FixtureWidgetProps = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      {...EARNING_WIDGET}
      page="positions"
      chain={{ balances: { aUSDC: '5000.25', svDAI: '100' } }}
      {...props}
      onWidget={(made) => {
        widget = made
      }}
    />,
  )
  await screen.findByRole('heading', { name: 'Your deposits' })
  return { user: userEvent.setup(), form: () => widget!.form.getState() }
}

const card = (name: string) => screen.findByRole('region', { name })
/** Returns the value of a row of a card. */
const row = (inside: HTMLElement, name: string) =>
  within(inside).queryByText(name, { selector: 'dt' })?.nextSibling?.textContent

describe('the deposits of an account', () => {
  it('lists deposits by value, with the value of each and their total', async () => {
    await setUp()
    await card('aUSDC')
    await waitFor(() => expect(screen.getByText('$5,000.25')).toBeVisible())
    expect(
      screen
        .getAllByRole('region')
        .map((region) => region.getAttribute('aria-label'))
        .slice(-2),
    ).toEqual(['aUSDC', 'svDAI'])
    // 100 shares are worth 105 DAI.
    const vault = await card('svDAI')
    expect(row(vault, 'Worth now')).toBe('105 DAI')
    expect(vault).toHaveTextContent('$105.02')
    expect(screen.getByText('Worth in all').closest('p')).toHaveTextContent('$5,105.27')
  })

  it('shows the recent APY of each deposit with one request per token', async () => {
    const requests: string[] = []
    const yields = createFixtureYields({ onRequest: (path) => requests.push(path) })
    await setUp({
      service: { ...EARNING_WIDGET.service, yields },
    })
    const lending = await card('aUSDC')
    await waitFor(() => expect(row(lending, 'APY, recent')).toBe('4.21%'))
    await waitFor(() => expect(requests).toEqual(['/historical-apy', '/historical-apy']))
  })

  it('shows what this browser recorded about a deposit, and marks the others as unknown', async () => {
    const entry = fixtureEntry('deposit', 'done', { from: USDC, to: AUSDC, amount: '5000' })
    await setUp({
      activity: [{ ...entry, received: '5000000000', startedAt: Date.now() - 86_400_000 }],
    })
    const lending = await card('aUSDC')
    await waitFor(() => expect(row(lending, 'Deposited')).toBe('5,000 USDC'))
    expect(row(lending, 'Earned so far')).toBe('0.25 USDC')
    const vault = await card('svDAI')
    expect(row(vault, 'Deposited')).toBe('unknown')
    expect(row(vault, 'Earned so far')).toBeUndefined()
  })

  it('shows the part of a deposit that can be withdrawn now', async () => {
    await setUp({ chain: { balances: { aUSDC: '5000' }, freeShareBps: 2_500 } })
    const lending = await card('aUSDC')
    expect(row(lending, 'Can be withdrawn now')).toContain('1,250 USDC')
    expect(lending).toHaveTextContent('The rest is lent out or locked at the moment.')
  })

  it('hides a deposit that a full withdrawal would leave behind, and mentions it', async () => {
    await setUp({ chain: { balances: { aUSDC: '0.000412', svDAI: '100' } } })
    await card('svDAI')
    expect(
      await screen.findByText(
        'One deposit of less than a cent is not listed: the interest that arrived after a withdrawal.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('region', { name: 'aUSDC' })).toBeNull()
  })

  it('hides tokens that the host does not list', async () => {
    await setUp({ config: { ...EARNING_WIDGET.config, listedTokens: [AUSDC] } })
    await card('aUSDC')
    expect(screen.queryByRole('region', { name: 'svDAI' })).toBeNull()
  })

  it('shows an empty state without deposits', async () => {
    await setUp({ chain: { balances: { ETH: '1' } } })
    expect(await screen.findByText('No deposits')).toBeVisible()
  })

  it('requires a wallet', async () => {
    await setUp({ wallet: { state: DISCONNECTED } })
    expect(screen.getByText('Connect a wallet to see your deposits')).toBeVisible()
  })
})

describe('the form after choosing a deposit', () => {
  it('withdraws the whole withdrawable amount into the asset', async () => {
    const { user, form } = await setUp()
    await card('svDAI')
    await user.click(screen.getByRole('button', { name: 'Withdraw svDAI' }))
    expect(await screen.findByRole('heading', { name: 'Swap' })).toBeVisible()
    expect(form()).toMatchObject({
      inputToken: VAULT.address,
      outputToken: DAI.address,
      inputAmount: '100',
      outputAmount: '',
    })
  })

  it('deposits more of the asset with an empty amount', async () => {
    const { user, form } = await setUp()
    await card('aUSDC')
    await user.click(screen.getByRole('button', { name: 'Deposit more into aUSDC' }))
    expect(form()).toMatchObject({ inputToken: USDC.address, outputToken: AUSDC.address, inputAmount: '' })
  })

  it('offers no withdrawal when the host allows only purchases', async () => {
    await setUp({ config: { ...EARNING_WIDGET.config, input: {}, tradeType: 'buy' } })
    await card('svDAI')
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Deposit more into svDAI/ })).toBeVisible()
  })

  it('offers no trade when the host has locked a token', async () => {
    await setUp({ config: { ...EARNING_WIDGET.config, lockedFields: ['output'] } })
    await card('aUSDC')
    expect(screen.queryByRole('button', { name: /^(Withdraw|Deposit more)/ })).toBeNull()
  })
})

it.each([
  ['the wallet', { page: 'wallet' as const }],
  ['the form next to the yield of the token', { page: 'swap' as const }],
])('opens the deposits from %s', async (_, props) => {
  render(<FixtureWidget {...EARNING_WIDGET} {...props} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Your deposits' }))
  expect(await screen.findByRole('heading', { name: 'Your deposits' })).toHaveFocus()
})

it('does not offer deposits when the catalogue lists no earning token', async () => {
  render(<FixtureWidget page="wallet" />)
  await screen.findByRole('button', { name: 'Disconnect' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(screen.queryByRole('button', { name: 'Your deposits' })).toBeNull()
})
