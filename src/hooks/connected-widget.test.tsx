import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createConfig, http, mock } from 'wagmi'
import { connect } from 'wagmi/actions'
import { USDC, USER } from '../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { WidgetConfig } from '../config/types.ts'
import { useCreateWidget } from '../instance/use-create-widget.ts'
import { leaveOutdatedReview } from '../pages/review/leave-outdated-review.ts'
import { createDevWallet, type DevWallet } from '../testing/dev-wallet.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { useBalance } from './use-balance.ts'
import { useDecimalsCheck } from './use-decimals-check.ts'
import { usePrice } from './use-price.ts'
import { usePriceInputs } from './use-price-inputs.ts'
import { useReviewIntent } from './use-review-intent.ts'
import { useSwapReadiness } from './use-swap-readiness.ts'
import { useWallet } from './use-wallet.ts'
import { useWalletOptions } from './use-wallet-options.ts'

const OTHER: `0x${string}` = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ETHER = 10n ** 18n
let service: FixtureService
let wallet: DevWallet
let balance = 2n * ETHER
let decimals = 6
let stopAnnouncing: () => void

beforeEach(async () => {
  balance = 2n * ETHER
  decimals = 6
  service = await startFixtureService()
  service.answer('/rpc', ({ body }) => ({ body: rpcResponse(body) }))
  wallet = createDevWallet({
    rpcUrls: { 31337: `${service.origin}/rpc` },
    accounts: [USER],
    chainId: 31337,
  })
  stopAnnouncing = wallet.announce(window)
})
afterEach(async () => {
  stopAnnouncing()
  localStorage.clear()
  await service.close()
})

/** Answers any balance request with `balance`. */
// biome-ignore lint/suspicious/noExplicitAny: any request of the client.
function rpcResponse(body: any): unknown {
  if (Array.isArray(body)) return body.map(rpcResponse)
  const results: Record<string, string> = {
    eth_chainId: '0x7a69',
    eth_getBalance: `0x${balance.toString(16)}`,
    eth_call: `0x${balance.toString(16).padStart(64, '0')}`,
  }
  const isDecimals = String(body.params?.[0]?.data ?? '').startsWith('0x313ce567')
  if (isDecimals) results.eth_call = `0x${decimals.toString(16).padStart(64, '0')}`
  return { jsonrpc: '2.0', id: body.id, result: results[body.method] ?? null }
}

const useAll = () => {
  const pair = usePriceInputs()
  const decimals = useDecimalsCheck(pair.inputToken, pair.outputToken)
  const tokenError = decimals.status === 'wrong' ? decimals.error : undefined
  return {
    balance: useBalance({ chainId: 31337, token: NATIVE_TOKEN }),
    wallet: useWallet(),
    options: useWalletOptions(),
    readiness: useSwapReadiness({ pair, price: usePrice(), tokenError }),
    review: useReviewIntent(),
  }
}
const pair = { input: { token: NATIVE_TOKEN, amount: '1' }, output: { token: USDC } } as const

async function connected(overrides = {}) {
  const rendered = renderInWidget(service.config({ ...pair, ...overrides }), useAll)
  await waitFor(() => expect(rendered.result.current.options.options).toHaveLength(1))
  const [option] = rendered.result.current.options.options ?? []
  await act(() => rendered.result.current.wallet.connect(option?.id ?? ''))
  return rendered
}

describe('the wallet', () => {
  it('is discovered, connects, and emits one event', async () => {
    const received: unknown[] = []
    const rendered = renderInWidget(service.config(pair), useAll)
    rendered.widget.events.on('walletConnected', (payload) => received.push(payload))
    expect(rendered.result.current.readiness.kind).toBe('connect')
    await waitFor(() => expect(rendered.result.current.options.options).toHaveLength(1))
    const [option] = rendered.result.current.options.options ?? []
    expect(option?.name).toBe('Dev Wallet')
    await act(() => rendered.result.current.wallet.connect(option?.id ?? ''))
    expect(rendered.result.current.wallet.state).toMatchObject({
      status: 'connected',
      address: USER,
      chainId: 31337,
    })
    expect(received).toEqual([{ address: USER, chainId: 31337, chainType: 'EVM' }])
  })

  it('rejects a declined connection without changing anything else', async () => {
    wallet.behavior.rejectNext = 'connect'
    const rendered = renderInWidget(service.config(pair), useAll)
    await waitFor(() => expect(rendered.result.current.options.options).toHaveLength(1))
    const [option] = rendered.result.current.options.options ?? []
    await act(() =>
      expect(rendered.result.current.wallet.connect(option?.id ?? '')).rejects.toMatchObject({
        code: 'USER_REJECTED',
      }),
    )
    expect(rendered.widget.form.getState().inputAmount).toBe('1')
    expect(rendered.result.current.readiness.kind).toBe('connect')
  })
})

describe('the balance', () => {
  it('is unknown and not requested without a connected wallet', () => {
    const { result } = renderInWidget(service.config(pair), useAll)
    expect(result.current.balance).toEqual({ value: undefined, isLoading: false, error: undefined })
    expect(service.count('/rpc')).toBe(0)
  })

  it('is the connected account’s, in base units', async () => {
    const { result } = await connected()
    await waitFor(() => expect(result.current.balance.value).toBe(2n * ETHER))
  })

  it('disables the review when it is insufficient', async () => {
    balance = ETHER - 1n
    const { result } = await connected()
    await waitFor(() => expect(result.current.readiness.kind).toBe('insufficient-balance'), {
      timeout: 5_000,
    })
  })

  it('does not block the review when it cannot be read', async () => {
    service.answer('/rpc', () => ({ status: 500, body: '' }))
    const { result } = await connected()
    await waitFor(() => expect(result.current.readiness.kind).toBe('review'))
    expect(result.current.balance.value).toBeUndefined()
  })
})

describe('a token whose on-chain decimals differ from the catalogue', () => {
  it('cannot be swapped', async () => {
    decimals = 18
    const { result } = await connected()
    await waitFor(() => expect(result.current.readiness.kind).toBe('error'))
    expect(result.current.readiness).toMatchObject({
      error: { code: 'TOKEN_MISMATCH', details: `${USDC} has 18 decimals on chain and 6 in the catalogue` },
    })
  })
})

describe('the review', () => {
  async function reviewing() {
    const rendered = await connected({ priceRefreshMs: 2_000 })
    await waitFor(() => expect(rendered.result.current.readiness.kind).toBe('review'))
    const { readiness } = rendered.result.current
    if (readiness.kind !== 'review') return expect.unreachable()
    await act(() => rendered.widget.selectRoute(readiness.intent))
    return { ...rendered, selected: readiness.intent }
  }

  it('stores the confirmed swap for the connected account', async () => {
    const { result, selected } = await reviewing()
    expect(result.current.review).toEqual(selected)
    expect(selected).toMatchObject({
      inputAmount: ETHER,
      account: USER,
      receiver: USER,
      slippageBps: 50,
      chainId: 31337,
    })
  })

  it('follows the price and the slippage under the same id', async () => {
    const { result, selected, widget } = await reviewing()
    act(() => widget.settings.getState().setSlippageBps(100))
    await waitFor(() => expect(result.current.review?.slippageBps).toBe(100))
    expect(result.current.review?.id).toBe(selected.id)
  })

  it('does not follow another amount', async () => {
    const { result, selected, widget } = await reviewing()
    act(() => widget.form.getState().setInputAmount('0.5'))
    await waitFor(() =>
      expect(result.current.readiness).toMatchObject({ kind: 'review', intent: { inputAmount: ETHER / 2n } }),
    )
    expect(result.current.review?.inputAmount).toBe(selected.inputAmount)
  })

  it('requests its price for the recipient of the form', async () => {
    const { result, widget } = await connected({ recipient: 'required' })
    await waitFor(() => expect(result.current.readiness.kind).toBe('enter-recipient'))
    act(() => widget.form.getState().setRecipient(OTHER))
    await waitFor(() => expect(result.current.readiness.kind).toBe('review'))
    const { readiness } = result.current
    expect(readiness).toMatchObject({ intent: { account: USER, receiver: OTHER } })
    const request = service.requests.filter(({ path }) => path.endsWith('/price')).at(-1)
    expect(request?.body).toMatchObject({ userAddress: USER, outputReceiver: OTHER })
  })

  it('closes when the recipient changes', async () => {
    const { result, widget } = await reviewing()
    onTestFinished(leaveOutdatedReview(widget))
    act(() => widget.update(service.config({ ...pair, priceRefreshMs: 2_000, recipient: 'required' })))
    expect(result.current.review).toBeUndefined()
    expect(widget.navigation.getState().stack).toEqual(['swap'])
  })

  it('closes when the wallet changes the account', async () => {
    const { result, widget } = await reviewing()
    onTestFinished(leaveOutdatedReview(widget))
    act(() => wallet.setAccounts([OTHER]))
    await waitFor(() => expect(result.current.wallet.state.address).toBe(OTHER))
    expect(result.current.review).toBeUndefined()
    expect(widget.navigation.getState().stack).toEqual(['swap'])
  })
})

describe('a wallet on another network', () => {
  it('must switch before the review', async () => {
    const { result } = await connected()
    act(() => wallet.setChain(1))
    await waitFor(() => expect(result.current.readiness).toEqual({ kind: 'switch-chain', chainId: 31337 }))
  })
})

it('uses the wallet of the surrounding wagmi unless the config isolates it', async () => {
  const chain = {
    id: 31337,
    name: 'ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${service.origin}/rpc`] } },
  }
  const host = createConfig({
    chains: [chain],
    transports: { 31337: http() },
    connectors: [mock({ accounts: [OTHER] })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const [connector] = host.connectors
  if (!connector) return expect.unreachable()
  await connect(host, { connector })
  const config = service.config()
  const { result, rerender } = renderHook(
    ({ given }) => useCreateWidget(given, { wagmiConfig: host as never }),
    { initialProps: { given: config as WidgetConfig } },
  )
  const own = () => result.current.wallet
  await waitFor(() => expect(own().getState().address).toBe(OTHER))
  rerender({ given: { ...config, wagmiConfig: null } })
  await waitFor(() => expect(own().getState()).toMatchObject({ status: 'disconnected' }))
  expect((await own().listOptions()).map(({ name }) => name)).toEqual(['Dev Wallet'])
  await act(() => own().connect('dev.sluice.wallet'))
  await waitFor(() => expect(own().getState().address).toBe(USER))
  expect(host.state.connections.get(host.state.current ?? '')?.accounts).toEqual([OTHER])
  cleanup()
})
