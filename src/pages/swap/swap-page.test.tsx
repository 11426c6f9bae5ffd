import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PARTNER } from '../../../wire/fixtures/addresses.ts'
import { toRpcError } from '../../chain/rpc-error.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { Token } from '../../events/types.ts'
import type { Widget } from '../../instance/types.ts'
import { IDLE_MS } from '../../lib/thresholds.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import {
  BASE,
  ETH,
  ETHEREUM,
  FAKE_USDT,
  LINK,
  LISTED,
  UNLISTED,
  USDC,
  WETH,
} from '../../testing/fixtures/fixture-tokens.ts'
import { CONNECTED, DISCONNECTED } from '../../testing/fixtures/fixture-wallet.ts'
import { FixtureWidget, type FixtureWidgetProps } from '../../testing/fixtures/fixture-widget.tsx'

function setUp({ onReady, ...props }: FixtureWidgetProps & { onReady?: (widget: Widget) => void } = {}) {
  let widget: Widget | undefined
  render(
    <FixtureWidget
      {...props}
      onWidget={(made) => {
        widget = made
        onReady?.(made)
      }}
    />,
  )
  return { user: userEvent.setup(), widget: () => widget! }
}

describe('the main button', () => {
  it.each<[string, FixtureWidgetProps, string]>([
    ['no wallet is connected', { wallet: { state: DISCONNECTED } }, 'Connect wallet'],
    ['a token is missing', { config: { output: {} } }, 'Select a token'],
    [
      'the amount is missing',
      { config: { input: { chainId: ETHEREUM, token: ETH.address } } },
      'Enter an amount',
    ],
    ['the price is loading', { service: { price: 'pending' } }, 'Finding the best price…'],
    ['the balance is too low', { chain: { balances: { ETH: '0.2' } } }, 'Not enough ETH'],
    [
      'the wallet is on another chain',
      { wallet: { state: { ...CONNECTED, chainId: BASE } } },
      'Switch to Ethereum',
    ],
    ['there is no route', { service: { price: new SluiceError('NO_ROUTE') } }, 'No route for this trade'],
    [
      'the site has no access',
      { service: { price: new SluiceError('FORBIDDEN') } },
      'This site isn’t allowed to use the swap service',
    ],
    [
      'the service is unavailable',
      { service: { price: new SluiceError('SERVICE_UNAVAILABLE') } },
      'Try again',
    ],
    ['the form is complete', {}, 'Review swap'],
  ])('shows the next action when %s', async (_, props, words) => {
    setUp(props)
    expect(await screen.findByRole('button', { name: words })).toBeVisible()
  })
})

it('observes the price once, because each observer delays the first page', async () => {
  const { widget } = setUp()
  expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
  const prices = widget()
    .queryClient.getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey[2] === 'price' && typeof queryKey[3] === 'object')
  expect(prices.map((query) => query.getObserversCount())).toContain(1)
  expect(Math.max(...prices.map((query) => query.getObserversCount()))).toBe(1)
})

it("calls the host's connect callback and stays on the form", async () => {
  const onConnect = vi.fn()
  const { user } = setUp({ wallet: { state: DISCONNECTED }, config: { onConnect } })
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  expect(onConnect).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Amount you pay')).toBeVisible()
})

it('marks the settings button only for changed settings that affect a swap', async () => {
  const { widget } = setUp()
  const button = await screen.findByRole('button', { name: /^Settings/ })
  const isMarked = () => button.hasAttribute('data-marked')
  act(() => widget().settings.setState({ hidesSmallBalances: true, theme: 'dark' }))
  expect(isMarked()).toBe(false)
  for (const own of [
    { deadlineSeconds: 60 },
    { modulesDisabled: ['uniswap-v2'] },
    { pauseBeforeSigning: true },
    { unlimitedApprovals: true },
    { slippageBps: 77 },
  ]) {
    const before = widget().settings.getState()
    act(() => widget().settings.setState(own))
    expect(isMarked()).toBe(true)
    act(() => widget().settings.setState(before))
    expect(isMarked()).toBe(false)
  }
})

describe('a pair that the host does not offer', () => {
  const forbiddenPairs = [{ chainId: ETHEREUM, input: USDC.address.toLowerCase(), output: ETH.address }]

  it('shows an error, requests no price, and recovers with another pair', async () => {
    const { user } = setUp({ config: { forbiddenPairs } })
    await screen.findByRole('button', { name: 'Review swap' })
    await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
    expect(await screen.findByText('This site doesn’t offer this pair', { selector: 'p' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Review swap' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
    await user.type(screen.getByLabelText('Amount you pay'), '1')
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    expect(screen.queryByText('This site doesn’t offer this pair')).toBeNull()
  })

  it('includes a pair that violates the token rules of a side after a flip', async () => {
    const tokens = { [ETHEREUM]: { output: { deny: [ETH.address] } } }
    const { user } = setUp({ config: { tokens } })
    await screen.findByRole('button', { name: 'Review swap' })
    await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
    expect(await screen.findByText('This site doesn’t offer this pair', { selector: 'p' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Review swap' })).toBeNull()
  })

  it('shows an error before a wallet is connected', async () => {
    const { user } = setUp({ config: { forbiddenPairs }, wallet: { state: DISCONNECTED } })
    await user.click(await screen.findByRole('button', { name: 'Switch the two tokens' }))
    expect(await screen.findByText('This site doesn’t offer this pair', { selector: 'p' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })
})

describe('wrapping the native token', () => {
  const withoutPrice: FixtureWidgetProps = { service: { price: new SluiceError('SERVICE_UNAVAILABLE') } }

  it('needs no service price: the output equals the input, and only the network cost applies', async () => {
    const { user, widget } = setUp({ ...withoutPrice, config: { output: { token: WETH.address } } })
    expect(await screen.findByText('1 ETH = 1 WETH, no fee, only network cost')).toBeVisible()
    expect(screen.getByLabelText('Amount you receive')).toHaveValue('1.5')
    expect(screen.queryByText('The price service is unavailable')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Review wrap' }))
    expect(widget().review.getState().intent).toMatchObject({ wrapper: WETH.address, slippageBps: 0 })
  })

  it('shows the input when the output is typed', async () => {
    const input = { chainId: ETHEREUM, token: ETH.address, amount: '' }
    const { user } = setUp({ ...withoutPrice, config: { input, output: { token: WETH.address } } })
    await user.type(await screen.findByLabelText('Amount you receive'), '0.25')
    await waitFor(() => expect(screen.getByLabelText('Amount you pay')).toHaveValue('0.25'))
    expect(await screen.findByRole('button', { name: 'Review wrap' })).toBeVisible()
  })

  it('unwraps in the same way, also without a router on the chain', async () => {
    const chains = FIXTURE_CONFIG.chains.map(({ routerAddress: _, ...chain }) => chain)
    const config = { chains, input: { token: WETH.address, amount: '0.5' }, output: { token: ETH.address } }
    setUp({ ...withoutPrice, config })
    expect(await screen.findByText('1 WETH = 1 ETH, no fee, only network cost')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Review unwrap' })).toBeVisible()
  })

  it('swaps through the service when another account receives the output', async () => {
    const config: FixtureWidgetProps['config'] = { recipient: 'optional', output: { token: WETH.address } }
    setUp({ config, recipient: PARTNER })
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    expect(screen.queryByText(/no fee, only network cost/)).toBeNull()
  })
})

describe('the network cost', () => {
  const shortOf = (balances: Record<string, string>) => ({ chain: { balances } })

  it('is reported as unaffordable next to an input of another token', async () => {
    const config = { input: { token: USDC.address, amount: '25' }, output: { token: ETH.address } }
    setUp({ ...shortOf({ ETH: '0.0001', USDC: '100' }), config })
    expect(await screen.findByText('You need about 0.00026 ETH for gas')).toBeVisible()
    expect(screen.getByText('You have 0.0001 ETH.')).toBeVisible()
  })

  it('includes the input when it is the native token', async () => {
    setUp(shortOf({ ETH: '1.5001' }))
    expect(await screen.findByText('You need about 0.00026 ETH for gas')).toBeVisible()
    expect(screen.getByText('This swap leaves 0.0001 ETH. Enter a smaller amount.')).toBeVisible()
  })

  it('blocks the review by button and Enter until the balance covers it', async () => {
    const { user, widget } = setUp(shortOf({ ETH: '1.5001' }))
    const button = await screen.findByRole('button', { name: 'Not enough ETH for gas' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
    const field = screen.getByLabelText('Amount you pay')
    await user.type(field, '{Enter}')
    expect(widget().navigation.getState().stack.at(-1)).toBe('swap')
    await user.clear(field)
    await user.type(field, '1.4')
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
  })

  it('blocks the review without a native balance next to another input', async () => {
    const config = { input: { token: USDC.address, amount: '25' }, output: { token: WETH.address } }
    setUp({ ...shortOf({ ETH: '0', USDC: '100' }), config })
    expect(await screen.findByRole('button', { name: 'Not enough ETH for gas' })).toBeVisible()
  })

  it("is reserved by Max according to the form's estimate", async () => {
    const { user } = setUp({ ...shortOf({ ETH: '2' }), service: { price: { gasCostUSD: '100' } } })
    await user.click(await screen.findByRole('button', { name: /^Max: pay all your ETH/ }))
    const field = screen.getByLabelText<HTMLInputElement>('Amount you pay')
    await waitFor(() => expect(Number(field.value)).toBeLessThan(1.98))
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    expect(screen.queryByText(/for gas/)).toBeNull()
    const settled = field.value
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
    expect(field).toHaveValue(settled)
  })

  it('causes no notice when it is affordable or unknown', async () => {
    setUp({ ...shortOf({ ETH: '1.5003' }) })
    await screen.findByRole('button', { name: 'Review swap' })
    expect(screen.queryByText(/for gas/)).toBeNull()
    cleanup()
    setUp({ ...shortOf({ ETH: '1.5' }), service: { price: { gasCostUSD: null } } })
    await screen.findByRole('button', { name: 'Review swap' })
    expect(screen.queryByText(/for gas/)).toBeNull()
  })
})

describe('a chosen token', () => {
  const marked = (output: Token, options: FixtureWidgetProps = {}) =>
    setUp({
      ...options,
      config: { input: { token: ETH.address, amount: '1' }, ...options.config },
      onReady: (widget) =>
        widget.form.getState().selectToken('output', { chainId: ETHEREUM, token: output.address }),
    })
  const mark = (text: string) => screen.findByText(text, { selector: '[data-part="token-badge"]' })

  it('keeps its badge when it is unlisted', async () => {
    marked(UNLISTED)
    expect(await mark('Unverified')).toBeVisible()
  })

  it('keeps its badge when it resembles a better-known token', async () => {
    marked(FAKE_USDT, { service: { tokens: [...LISTED, FAKE_USDT] } })
    expect(await mark('Looks like USDT')).toBeVisible()
  })

  it('is marked as unchecked when the catalogue fails', async () => {
    marked(FAKE_USDT, { service: { tokens: new SluiceError('RATE_LIMITED') } })
    expect(await mark('Could not be checked')).toBeVisible()
  })

  it('keeps its badge after an import while the catalogue fails', async () => {
    const imported = [{ chainId: ETHEREUM, address: UNLISTED.address }]
    marked(UNLISTED, {
      service: { tokens: new SluiceError('RATE_LIMITED') },
      tokenMemory: { pinned: [], recent: [], imported },
    })
    expect(await mark('Unverified')).toBeVisible()
    localStorage.clear()
  })

  it('has no badge when it is listed beyond the loaded pages', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...USDC,
      symbol: `T${index}`,
      address: `0x${(index + 1).toString(16).padStart(40, '0')}` as const,
    }))
    const { widget } = marked(UNLISTED, { service: { tokens: [...LISTED, ...many, UNLISTED] } })
    await waitFor(() => {
      const listings = widget()
        .queryClient.getQueryCache()
        .findAll({ predicate: ({ queryKey }) => queryKey[2] === 'listing' })
      expect(listings.map(({ state }) => state.data)).toEqual([true])
    })
    expect(document.querySelector('[data-part="token-badge"]')).toBeNull()
  })

  it('has no badge when the host configures it', async () => {
    setUp({
      config: { output: { token: FAKE_USDT.address } },
      onReady: ({ form }) =>
        form.getState().selectToken('input', { chainId: ETHEREUM, token: UNLISTED.address }),
    })
    expect(
      await screen.findByRole('button', { name: `Token you receive: ${FAKE_USDT.symbol}, Ethereum` }),
    ).toBeVisible()
    expect(await mark('Unverified')).toBeVisible()
    expect(document.querySelectorAll('[data-part="token-badge"]')).toHaveLength(1)
  })
})

it.each([
  ['NO_ROUTE', 'No route for this trade'],
  ['RATE_LIMITED', 'Too many requests'],
  ['NETWORK_LOST', 'No connection'],
  ['LOAD_FAILED', 'Part of this page could not be loaded'],
  ['INVALID_RESPONSE', 'The price service sent something unreadable'],
] as const)('explains %s and keeps the amount', async (code, words) => {
  setUp({ service: { price: new SluiceError(code) } })
  expect(await screen.findByText(words, { selector: 'p' })).toBeVisible()
  expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.5')
  expect(screen.getByRole('alert')).toHaveTextContent(words)
})

it('reports a node failure for unknown token metadata instead of a connection or price error', async () => {
  setUp({
    config: { output: { token: PARTNER } },
    onReady: ({ chain }) => {
      chain.tokenMetadata = () => Promise.reject(toRpcError(new Error('refused')))
    },
  })
  expect(await screen.findByText('No usable answer from the network’s node', { selector: 'p' })).toBeVisible()
})

describe('an old price', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('explains after inactivity that prices are paused and how they resume', async () => {
    setUp()
    await screen.findByText('Price impact')
    await act(() => vi.advanceTimersByTimeAsync(IDLE_MS + 1_000))
    expect(await screen.findByText('Prices are paused')).toBeVisible()
    expect(screen.getByText(/when you move the pointer, tap or press a key/)).toBeVisible()
    expect(screen.queryByText('This price could not be refreshed')).toBeNull()
    act(() => void window.dispatchEvent(new Event('keydown')))
    await waitFor(() => expect(screen.queryByText('Prices are paused')).toBeNull())
    await waitFor(() => expect(document.querySelector('[data-part="notice"]')).toBeNull())
  })
})

it.each([
  [undefined, 'plain', false],
  [{ notice: 50 }, 'warning', false],
  [{ high: 60 }, 'negative', true],
])("rates the price impact by the host's thresholds: %j", async (impactBps, tone, isWarned) => {
  setUp({
    config: impactBps ? { impactBps } : {},
    service: { price: { priceImpactBps: '75' } },
  })
  const detail = (await screen.findByText('Price impact')).closest('[data-part="detail"]')
  await waitFor(() => expect(detail).toHaveAttribute('data-state', tone))
  if (isWarned) expect(await screen.findByText(/^You would lose about/)).toBeVisible()
  else expect(screen.queryByText(/^You would lose about/)).toBeNull()
})

it('shows rate, minimum, fees, impact, network cost and route of a price', async () => {
  const { user } = setUp()
  const rate = await screen.findByRole('button', { name: '1 ETH = 2,429 USDC' })
  await user.click(screen.getByTitle('Price details'))
  for (const label of ['Minimum received', 'Price impact', 'Fees', 'Network cost', 'Route']) {
    expect(screen.getByText(label)).toBeVisible()
  }
  const fees = screen.getByText('Fees').closest('[data-part="detail"]')
  await waitFor(() => expect(fees).toHaveTextContent(/USDC · \$\d+\.\d\d/))
  expect(screen.getByText('3,624.95 USDC')).toBeVisible()
  expect(screen.getByText('Uniswap V3')).toBeVisible()
  await user.click(rate)
  expect(screen.getByRole('button', { name: /^1 USDC = 0\.0004117/ })).toBeVisible()
})

it('shows a rate in the direction of the trade', async () => {
  const config = { input: { token: USDC.address, amount: '2428.78' }, output: { token: ETH.address } }
  setUp({ config, service: { price: { effectiveOutputAmount: '1000000000000000000' } } })
  expect(await screen.findByRole('button', { name: '1 USDC = 0.0004117 ETH' })).toBeVisible()
})

it('shows fees in their token, and the explanation only for fees taken from the output', async () => {
  const price = { feeToken: ETH.address, settlementFee: '450000000000000', partnerFee: '0' }
  const { user } = setUp({ service: { price } })
  await user.click(await screen.findByTitle('Price details'))
  const fees = screen.getByText('Fees').closest('[data-part="detail"]')
  await waitFor(() => expect(fees).toHaveTextContent('0.00045 ETH · $1.09'))
  expect(screen.queryByRole('button', { name: 'About: Fees' })).toBeNull()
})

it('announces a price once per set of inputs', async () => {
  setUp()
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1.5 ETH gives about 3,643.17 USDC',
    ),
  )
})

it('never shows an unknown value as zero', async () => {
  setUp({ service: { price: { priceImpactBps: null, gasCostUSD: null, outputAmountUSD: null } } })
  await screen.findByText('Price impact')
  expect(screen.getAllByText('unknown')).toHaveLength(2)
  expect(screen.queryByText('$0.00')).toBeNull()
})

it('uses both values of the source with the largest loss and includes the network cost', async () => {
  setUp({ service: { price: { inputAmountUSD: '3600.00', outputAmountUSD: '3600.00' } } })
  // $3,647.55 plus a network cost of $0.61 for $3,643.17.
  expect(await screen.findByText('(-0.14%)')).toBeVisible()
  expect(await screen.findByTitle('Price details')).toHaveTextContent('You lose $4.99 (0.14%)')
  expect(screen.getByText('$3,647.55')).toBeVisible()
  expect(screen.getByText('$3,643.17')).toBeVisible()
})

describe('the value of a trade', () => {
  const getNotices = () =>
    [...document.querySelectorAll('[data-part="notice"]')].map(({ textContent }) => textContent)

  it('shows no notice when the sources match', async () => {
    const { widget } = setUp()
    expect(await screen.findByText('(-0.17%)')).toBeVisible()
    await waitFor(() => expect(widget().queryClient.isFetching()).toBe(0))
    expect(getNotices()).toEqual([])
  })

  it('uses the lower on-chain value of the output', async () => {
    const { user } = setUp({
      service: { price: { outputAmount: '30000000', effectiveOutputAmount: '30000000' } },
    })
    const more = await screen.findByRole('button', { name: '+1 more' })
    expect(screen.getByText(/^You would lose about/)).toBeVisible()
    expect(screen.getByText('Sources disagree about the value of USDC')).not.toBeVisible()
    await user.click(more)
    expect(screen.getByText('Sources disagree about the value of USDC')).toBeVisible()
    expect(screen.getByText('$30.00')).toBeVisible()
    expect(await screen.findByText('(-99.18%)')).toBeVisible()
    expect(getNotices()).toEqual([
      'You would lose about 99.18% of the value$3,647.55 turns into $30.00.',
      'Sources disagree about the value of USDC$3,643.17 by the quote, $30.00 by prices on chain. The worse one counts.',
    ])
  })

  it('uses the higher on-chain value of the input', async () => {
    setUp({ poolPrices: { ETH: 4_000 } })
    expect(await screen.findByText('Sources disagree about the value of ETH')).toBeInTheDocument()
    expect(screen.getByText('$6,000.00')).toBeVisible()
    expect(screen.getByText(/^You would lose about 39\.\d+% of the value/)).toBeVisible()
  })

  it('is unconfirmed when only the service reports it', async () => {
    setUp({ poolPrices: { ETH: undefined, USDC: undefined } })
    expect(await screen.findByText('The dollar value of ETH and USDC is not confirmed')).toBeVisible()
    expect(screen.getByText('$3,647.55')).toBeVisible()
  })

  it('is unknown when no source reports it', async () => {
    setUp({
      poolPrices: { LINK: undefined },
      config: { output: { token: LINK.address } },
      service: { price: { outputAmountUSD: null }, rates: { LINK: 0 } },
    })
    expect(await screen.findByText('The dollar value of LINK is unknown')).toBeVisible()
    expect(screen.getByText('Value unknown')).toBeVisible()
  })

  it('shows no notice while the on-chain prices load', async () => {
    setUp({ poolPrices: 'pending' })
    await screen.findByText('$3,647.55')
    expect(getNotices()).toEqual([])
  })
})

it('switches the two tokens', async () => {
  const { user, widget } = setUp()
  await screen.findByRole('button', { name: 'Token you pay: ETH, Ethereum' })
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  expect(await screen.findByRole('button', { name: 'Token you pay: USDC, Ethereum' })).toBeVisible()
  expect(widget().form.getState().inputToken).toBe(USDC.address)
})

it('keeps the value of the trade instead of its number when the tokens are switched', async () => {
  const { user, widget } = setUp()
  await screen.findByRole('button', { name: 'Review swap' })
  await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
  // The typed amount stays with its token, which is now bought.
  expect(widget().form.getState()).toMatchObject({
    inputToken: USDC.address,
    outputToken: ETH.address,
    inputAmount: '',
    outputAmount: '1.5',
  })
})

it('pays a share of a balance', async () => {
  const { user } = setUp({
    config: { input: { token: USDC.address }, output: { token: ETH.address } },
    chain: { balances: { USDC: '12500.500001' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Pay 25% of your USDC' }))
  await waitFor(() => expect(screen.getByLabelText('Amount you pay')).toHaveValue('3,125.12'))
})

it('opens the review with Enter and focuses the amount with a click on its panel', async () => {
  const { user } = setUp()
  await screen.findByRole('button', { name: 'Review swap' })
  const amount = screen.getByLabelText('Amount you pay')
  await user.click(screen.getByText('You pay'))
  expect(amount).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Review swap' })).toBeVisible()
})

it('warns about a route with a large loss in the other direction', async () => {
  setUp({ service: { price: { surgeValue: 45 } } })
  expect(await screen.findByText('Selling it back at once would lose about 45%')).toBeVisible()
})

it('reports a price for a part of the amount and applies that part', async () => {
  const { user } = setUp({ service: { price: { effectiveInputAmount: '1000000000000000000' } } })
  await user.click(await screen.findByRole('button', { name: 'Swap 1 ETH' }))
  await waitFor(() => expect(screen.getByLabelText('Amount you pay')).toHaveValue('1'))
})

it('pays the exact whole token balance', async () => {
  const { user } = setUp({
    config: { input: { token: USDC.address }, output: { token: ETH.address } },
    chain: { balances: { USDC: '12500.500001' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Max: pay all your USDC' }))
  await waitFor(() => expect(screen.getByLabelText('Amount you pay')).toHaveValue('12,500.500001'))
})

it('reserves the network fee of a native balance', async () => {
  const { user } = setUp({ chain: { balances: { ETH: '2' } } })
  await user.click(await screen.findByRole('button', { name: /^Max: pay all your ETH, except/ }))
  await waitFor(() => expect(screen.getByLabelText('Amount you pay')).toHaveValue('1.9892'))
})

it('adjusts a maximum to a changed network fee with a note, but not a typed amount', async () => {
  let l1Fee = 0n
  const { user, widget } = setUp({ chain: { balances: { ETH: '2' }, l1Fee: async () => l1Fee } })
  const field = screen.getByLabelText('Amount you pay')
  const feeBecomes = async (wei: bigint) => {
    l1Fee = wei
    await act(() =>
      widget().queryClient.refetchQueries({ queryKey: ['sluice', widget().key, 'max-reserve'] }),
    )
  }
  await user.click(await screen.findByRole('button', { name: /^Max: pay all your ETH/ }))
  await waitFor(() => expect(field).toHaveValue('1.9892'))
  const isRead = () =>
    widget()
      .queryClient.getQueryCache()
      .findAll({ queryKey: ['sluice', widget().key, 'max-reserve'], type: 'active' }).length > 0
  await waitFor(() => expect(isRead()).toBe(true))
  await feeBecomes(10n ** 16n)
  await waitFor(() => expect(field).toHaveValue('1.9742'))
  expect(await screen.findByText('The network fee changed. Max is now 1.9742 ETH.')).toHaveRole('status')
  await feeBecomes(0n)
  await waitFor(() => expect(field).toHaveValue('1.9892'))
  await user.clear(field)
  await user.type(field, '1.9')
  await waitFor(() => expect(isRead()).toBe(false))
  expect(screen.queryByText(/The network fee changed/)).toBeNull()
  await feeBecomes(10n ** 17n)
  expect(field).toHaveValue('1.9')
})

it.each<[string, (user: ReturnType<typeof userEvent.setup>, widget: Widget) => Promise<unknown>, string]>([
  [
    'another account is connected',
    (_, { wallet }) => act(() => wallet.connect('dev')),
    // The amount is no longer the maximum, so it stays.
    '1.9892',
  ],
  [
    'the native token of another chain with the same address is chosen',
    async (_, { form }) =>
      act(() =>
        form
          .getState()
          .selectToken('input', { chainId: BASE, token: ETH.address, counterpart: USDC.address }),
      ),
    '1.9892',
  ],
  [
    'the form was left',
    async (user, { queryClient }) => {
      await user.click(screen.getByRole('button', { name: /^Token you receive/ }))
      await act(() => queryClient.refetchQueries())
      await user.click(await screen.findByRole('button', { name: 'Back' }))
    },
    '1.9742',
  ],
])('adds no unchosen funds to a maximum when %s', async (_, change, followed) => {
  let ETH = '2'
  let l1Fee = 0n
  const { user, widget } = setUp({
    wallet: { state: { ...CONNECTED, address: PARTNER } },
    chain: { balances: () => ({ ETH }), l1Fee: async () => l1Fee },
  })
  const amount = () => screen.getByLabelText('Amount you pay')
  await user.click(await screen.findByRole('button', { name: /^Max: pay all your ETH/ }))
  await waitFor(() => expect(amount()).toHaveValue('1.9892'))
  ETH = '50'
  await change(user, widget())
  await act(() => widget().queryClient.refetchQueries())
  await waitFor(() => expect(screen.getByText(/^50/)).toBeVisible())
  expect(amount()).toHaveValue('1.9892')
  expect(screen.queryByText(/The network fee changed/)).toBeNull()
  l1Fee = 10n ** 16n
  await act(() => widget().queryClient.refetchQueries())
  await waitFor(() => expect(amount()).toHaveValue(followed))
})

it('lowers a maximum with the balance without naming the fee as the cause', async () => {
  let ETH = '2'
  const { user, widget } = setUp({ chain: { balances: () => ({ ETH }) } })
  const field = screen.getByLabelText('Amount you pay')
  await user.click(await screen.findByRole('button', { name: /^Max: pay all your ETH/ }))
  await waitFor(() => expect(field).toHaveValue('1.9892'))
  ETH = '1'
  await act(() => widget().queryClient.refetchQueries())
  await waitFor(() => expect(field).toHaveValue('0.9892'))
  expect(screen.queryByText(/The network fee changed/)).toBeNull()
})

it('returns the focus to the element that opened a page', async () => {
  const { user } = setUp()
  const opener = await screen.findByRole('button', { name: /^Token you receive/ })
  await user.click(opener)
  expect(await screen.findByRole('heading', { name: 'Receive' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Token you receive/ })).toHaveFocus())
})

it('shows when a failed price is requested again', async () => {
  setUp({ service: { price: new SluiceError('SERVICE_UNAVAILABLE') } })
  expect(await screen.findByText(/Next try in \d+\ss\./)).toBeVisible()
})

describe('sending to another address', () => {
  it('is hidden unless the host enables it', async () => {
    setUp({ recipient: PARTNER })
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    expect(screen.queryByText('Send to another address')).toBeNull()
  })

  it('can be switched on and off, emits an event, and requires a recipient', async () => {
    const toggled: boolean[] = []
    const { user, widget } = setUp({
      config: { recipient: 'optional' },
      onReady: ({ events }) => events.on('sendToWalletToggled', (isOn) => toggled.push(isOn)),
    })
    await screen.findByRole('button', { name: 'Review swap' })
    const toggle = screen.getByRole('switch', { name: 'Send to another address' })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
    expect(screen.getByRole('button', { name: 'Add recipient' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Review swap' })).toBeNull()
    await user.click(toggle)
    expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
    expect(toggled).toEqual([true, false])
    await user.click(toggle)
    await user.click(screen.getByRole('button', { name: 'Enter a recipient' }))
    expect(widget().navigation.getState().stack).toEqual(['swap', 'recipient'])
  })

  it('has no switch when a recipient is required', async () => {
    const { user, widget } = setUp({ config: { recipient: 'required' } })
    expect(await screen.findByRole('button', { name: 'Enter a recipient' })).toBeVisible()
    expect(screen.queryByRole('switch')).toBeNull()
    act(() => widget().form.getState().setRecipient(PARTNER))
    await user.click(await screen.findByRole('button', { name: 'Review swap' }))
    expect(widget().review.getState().intent).toMatchObject({
      receiver: PARTNER,
      price: { outputReceiver: PARTNER },
    })
  })

  it('shows the recipient and links to the page that changes it', async () => {
    const { user, widget } = setUp({ config: { recipient: 'optional' }, recipient: PARTNER })
    await user.click(await screen.findByRole('button', { name: 'Recipient 0x7099…79C8' }))
    expect(widget().navigation.getState().stack).toEqual(['swap', 'recipient'])
  })

  it('blocks the swap when the recipient has become the contract of a chosen token', async () => {
    setUp({ config: { recipient: 'optional' }, recipient: USDC.address.toLowerCase() as `0x${string}` })
    expect(await screen.findByRole('button', { name: 'Change the recipient' })).toBeVisible()
    // The note is loaded when it is first rendered, after the button.
    expect(await screen.findByText('This is a token of this swap, not a wallet')).toBeVisible()
  })
})

it('does not apply a share of a token that was replaced while the network fee was loading', async () => {
  const responses: ((gasPrice: bigint) => void)[] = []
  const { user, widget } = setUp({
    onReady: (made) => {
      made.chain.gasPrice = () => new Promise((resolve) => responses.push(resolve))
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Max: pay/ }))
  await waitFor(() => expect(responses.length).toBeGreaterThan(0))
  act(() => widget().form.getState().selectToken('input', { chainId: ETHEREUM, token: LINK.address }))
  await act(async () => {
    for (const respond of responses) respond(1_000_000_000n)
  })
  expect(widget().form.getState()).toMatchObject({ inputToken: LINK.address, inputAmount: '1.5' })
})

describe('locked fields', () => {
  it('show a locked token without a choice or a flip button', async () => {
    const { user } = setUp({ config: { lockedFields: ['output'] } })
    const locked = await screen.findByRole('button', { name: /Token you receive, set by this site: USDC/ })
    expect(locked).toBeDisabled()
    expect(screen.queryByRole('button', { name: /Switch/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Token you pay: ETH/ }))
    expect(await screen.findByRole('option', { name: /WETH/ })).toBeVisible()
    // Choosing USDC would flip the pair; another chain would clear the locked token.
    expect(screen.queryByRole('option', { name: /USD Coin/ })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'Base' })).toBeNull()
  })

  it('keep a locked amount without balance shares while the tokens stay selectable', async () => {
    const { user, widget } = setUp({ config: { lockedFields: ['amount'] } })
    const field = screen.getByLabelText('Amount you pay')
    expect(field).toHaveAttribute('readonly')
    await user.type(field, '9')
    expect(widget().form.getState().inputAmount).toBe('1.5')
    expect((await screen.findAllByText(/^Balance/))[0]).toBeVisible()
    expect(screen.queryByRole('button', { name: /Max|all of your/i })).toBeNull()
    expect(screen.getByRole('button', { name: /Token you pay: ETH/ })).toBeEnabled()
  })

  it.each(['optional', 'required'] as const)(
    'send to the %s recipient of the site without offering another, and keep the flip button',
    async (recipient) => {
      const output = { token: USDC.address, recipient: PARTNER }
      const { user, widget } = setUp({ config: { recipient, output, lockedFields: ['recipient'] } })
      await screen.findByRole('button', { name: 'Review swap' })
      expect(screen.getByText('Recipient, set by this site').parentElement).toHaveTextContent('0x7099…79C8')
      expect(screen.queryByRole('switch', { name: 'Send to another address' })).toBeNull()
      expect(screen.queryByRole('button', { name: /recipient/i })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
      await user.click(screen.getByRole('button', { name: 'Switch the two tokens' }))
      await user.click(await screen.findByRole('button', { name: 'Review swap' }))
      expect(widget().review.getState().intent).toMatchObject({
        receiver: PARTNER,
        price: { outputReceiver: PARTNER },
      })
    },
  )

  it('show a problem of the locked recipient without a way to change it', async () => {
    const output = { token: USDC.address, recipient: WETH.address }
    const { widget } = setUp({ config: { recipient: 'optional', output, lockedFields: ['recipient'] } })
    await screen.findByRole('button', { name: 'Review swap' })
    act(() => widget().form.getState().selectToken('output', { chainId: ETHEREUM, token: WETH.address }))
    const button = await screen.findByRole('button', { name: /is a token of this swap/ })
    expect(button).toHaveAttribute('aria-disabled')
  })

  it('can cover the whole trade, which is still reviewed', async () => {
    const { user } = setUp({ config: { lockedFields: ['input', 'output', 'amount'] } })
    await user.click(await screen.findByRole('button', { name: 'Review swap' }))
    expect(await screen.findByRole('heading', { name: /Review/ })).toBeVisible()
  })
})

it('requires the minimum value of the host and shows it', async () => {
  const { user, widget } = setUp({ config: { minAmountUsd: 3000 } })
  await screen.findByRole('button', { name: 'Review swap' })
  const field = screen.getByLabelText('Amount you pay')
  await user.clear(field)
  await user.type(field, '1')
  const button = await screen.findByRole('button', { name: 'Trade at least $3,000.00' })
  expect(button).toHaveAttribute('aria-disabled')
  await user.type(field, '{Enter}')
  expect(widget().navigation.getState().stack).toEqual(['swap'])
  await user.type(field, '.5')
  expect(await screen.findByRole('button', { name: 'Review swap' })).toBeVisible()
})

it('hides the parts that the host hides, but no trade information', async () => {
  const hideable = [/^Settings/, /Wallet/i, /Switch the two/, /Max: pay/]
  const first = render(<FixtureWidget />)
  await screen.findByRole('button', { name: 'Review swap' })
  for (const name of hideable) expect(screen.getByRole('button', { name })).toBeVisible()
  first.unmount()
  setUp({ config: { hidden: ['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine'] } })
  await screen.findByRole('button', { name: 'Review swap' })
  for (const name of hideable) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(await screen.findByRole('button', { name: /^You lose/ })).toBeVisible()
})
