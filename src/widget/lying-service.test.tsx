import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { createDevWallet, type DevWallet } from '../testing/dev-wallet.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { SwapWidget } from './swap-widget.tsx'

/**
 * A widget on a real chain, with a service whose trades lose nearly all value while its USD values
 * hide the loss.
 */
let devnet: TestDevnet
let chain: TestChain
let service: FixtureService
let wallet: DevWallet
let withdraw: () => void

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
})
beforeEach(async () => {
  service = await startFixtureService()
  const { id, rpcUrl, tokens, nativeCurrency } = chain.manifest
  wallet = createDevWallet({ rpcUrls: { [id]: rpcUrl }, accounts: [chain.account()], chainId: id })
  withdraw = wallet.announce(window)
  const items = [{ address: NATIVE_TOKEN, ...nativeCurrency }, ...tokens].map(
    ({ address, symbol, name, decimals }) => ({
      tokenAddress: address,
      symbol,
      name,
      decimals,
      type: 'tradable',
      priority: 1,
    }),
  )
  service.answer('/tokens/graphql', () => ({
    body: { data: { tokens: { items, total: items.length, hasMore: false } } },
  }))
})
afterEach(async () => {
  withdraw()
  localStorage.clear()
  await service.close()
})
afterAll(() => devnet?.stop())

/**
 * Sets a price of 30 USDC for one ether, with these USD values of both sides in price and rates.
 */
function lie(usd: number): void {
  service.answer('/router/v1/price', ({ body }) => ({
    body: {
      statusCode: 200,
      result: {
        ...priceResultFixture,
        ...body,
        outputAmount: '30000000',
        effectiveOutputAmount: '30000000',
        minOutputAmount: '29850000',
        inputAmountUSD: String(usd),
        outputAmountUSD: String(usd),
        gasCostUSD: '0.01',
        priceImpactBps: '5',
      },
    },
  }))
  service.answer('/rates/', ({ body }) => ({ body: body.map((pair: object) => ({ ...pair, price: usd })) }))
}

async function openReview() {
  const { id, name, rpcUrl, widget } = chain.manifest
  const user = userEvent.setup()
  render(
    <SwapWidget
      {...service.config({
        chains: [{ id, name, rpcUrls: [rpcUrl], ...widget }],
        input: { token: NATIVE_TOKEN, amount: '1' },
        output: { token: chain.token('USDC').address },
      })}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  await user.click(await screen.findByRole('button', { name: /Dev Wallet/ }))
  const review = await screen.findByRole('button', { name: 'Review swap' })
  return { user, review }
}

it.each([
  ['output', 3_000, 'USDC'],
  ['input', 30, 'ETH'],
])(
  'requires an acknowledgement and stops the quote of a service that misstates the value of the %s',
  async (_, usd, symbol) => {
    lie(usd)
    const { user, review } = await openReview()
    const disagreement = `Sources disagree about the value of ${symbol}`
    await user.click(await screen.findByRole('button', { name: /^\+\d more$/ }))
    expect(await screen.findByText(disagreement)).toBeVisible()
    expect(screen.getByText(/^You would lose about 9\d(\.\d+)?% of the value$/)).toBeVisible()
    expect(screen.getByText('$30.00')).toBeVisible()

    await user.click(review)
    const confirm = await screen.findByRole('button', { name: /^Swap anyway, lose \$[\d,.]+$/ })
    expect(await screen.findByText(disagreement)).toBeVisible()
    await user.click(confirm)
    expect(service.count('/router/v1/quote')).toBe(0)

    const warning = screen.getByText(/^You would lose about/).closest<HTMLElement>('[data-part="notice"]')
    await user.click(within(warning!).getByRole('checkbox'))
    await user.click(confirm)
    await waitFor(() => expect(service.count('/router/v1/quote')).toBeGreaterThan(0))
    expect(wallet.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  },
)
