import { describe, expect, it } from 'vitest'
import { PARTNER, SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import { priceResultFixture } from '../../wire/fixtures/router-fixtures.ts'
import type { ResolvedChain } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { STALE_PRICE_MS } from '../lib/thresholds.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { USDC, WETH } from '../testing/fixtures/fixture-tokens.ts'
import { type SwapFacts, swapReadiness, withMinimum } from './swap-readiness.ts'
import type { PriceView, ReadyPrice } from './use-price.ts'

const NOW = 1_000_000
const chain: ResolvedChain = {
  id: 31337,
  name: 'ethereum',
  label: 'Ethereum',
  rpcUrls: ['http://127.0.0.1'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  routerAddress: SETTLEMENT,
  codec: 'sluice',
  explorerUrl: undefined,
  logoUri: undefined,
  usdToken: undefined,
  wrappedNative: undefined,
  priceFactories: undefined,
  ensResolver: undefined,
  privateRpcs: [],
}
const inputs = {
  chainId: 31337,
  inputToken: WETH,
  outputToken: USDC,
  inputAmount: 10n ** 18n,
  account: USER,
  receiver: USER,
  slippageBps: 50,
  partner: undefined,
}
const ready: ReadyPrice = {
  status: 'ready',
  inputs,
  price: priceResultFixture,
  inputAmount: 10n ** 18n,
  outputAmount: BigInt(priceResultFixture.effectiveOutputAmount),
  requestId: undefined,
  isStale: false,
  isIdle: false,
  error: undefined,
  updatedAt: NOW,
  nextRefreshAt: NOW + 10_000,
  isRefreshing: false,
}
const connected = { status: 'connected', address: USER, chainId: 31337, walletName: 'Dev Wallet' } as const
const disconnected = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: undefined,
} as const
const facts: SwapFacts = {
  chain,
  wallet: connected,
  hasPair: true,
  pair: {
    inputs,
    inputToken: WETH,
    outputToken: USDC,
    hasAmount: true,
    error: undefined,
  },
  recipient: { isWanted: false, recipient: undefined },
  balance: 10n ** 18n,
  price: ready,
  tokenError: undefined,
  now: NOW,
  toIntent: () => intentFixture,
}
const getKind = (changed: Partial<SwapFacts>) => swapReadiness({ ...facts, ...changed }).kind
const failing = (code: 'NO_ROUTE' | 'NETWORK_LOST'): PriceView => ({
  status: 'error',
  inputs,
  error: new SluiceError(code),
  nextRefreshAt: undefined,
  isRefreshing: false,
})

describe('the main button', () => {
  it('allows the review when all facts are known and valid', () => {
    expect(swapReadiness(facts)).toEqual({ kind: 'review', intent: intentFixture })
  })

  it.each([
    ['no-router', { chain: { ...chain, routerAddress: undefined }, wallet: disconnected }],
    ['connect', { wallet: disconnected, hasPair: false }],
    ['connect', { wallet: { ...disconnected, status: 'connecting' as const } }],
    ['select-token', { hasPair: false }],
    ['error', { pair: { ...facts.pair, inputToken: undefined, error: new SluiceError('NETWORK_LOST') } }],
    ['loading', { pair: { ...facts.pair, inputToken: undefined } }],
    ['error', { tokenError: new SluiceError('UNVERIFIABLE'), balance: 0n }],
    ['enter-amount', { pair: { ...facts.pair, hasAmount: false }, price: { status: 'idle' as const } }],
    ['enter-recipient', { recipient: { isWanted: true, recipient: undefined }, balance: 0n }],
    ['change-recipient', { recipient: { isWanted: true, recipient: WETH.address } }],
    ['change-recipient', { recipient: { isWanted: true, recipient: SETTLEMENT } }],
    ['review', { recipient: { isWanted: true, recipient: PARTNER } }],
    ['insufficient-balance', { balance: 10n ** 18n - 1n }],
    ['switch-chain', { wallet: { ...connected, chainId: 1 } }],
    ['loading', { price: { status: 'loading' as const, inputs } }],
    ['loading', { wallet: { ...connected, status: 'reconnecting' as const } }],
    ['error', { price: failing('NO_ROUTE') }],
  ] as [string, Partial<SwapFacts>][])('shows %s', (kind, changed) => {
    expect(getKind(changed)).toBe(kind)
  })
})

describe('the priority of blockers', () => {
  it('shows an insufficient balance before the price loads or when it fails', () => {
    expect(getKind({ balance: 0n, price: { status: 'loading', inputs } })).toBe('insufficient-balance')
    expect(getKind({ balance: 0n, price: failing('NO_ROUTE') })).toBe('insufficient-balance')
  })

  it('shows connect when a wallet provides no account', () => {
    expect(getKind({ wallet: { ...connected, address: undefined } })).toBe('connect')
  })

  it('shows a missing route before a pointless chain switch', () => {
    expect(getKind({ wallet: { ...connected, chainId: 1 }, price: failing('NO_ROUTE') })).toBe('error')
  })

  it('shows the chain switch while the price loads', () => {
    expect(getKind({ wallet: { ...connected, chainId: 1 }, price: { status: 'loading', inputs } })).toBe(
      'switch-chain',
    )
  })
})

describe('a purchase', () => {
  const bought = { ...inputs, inputAmount: undefined, outputAmount: 2_996_100_000n }
  const pair = { ...facts.pair, inputs: bought }
  const price: ReadyPrice = { ...ready, inputs: bought }
  // 1 WETH plus a slippage of 0.5 %.
  const most = 1_005_000_000_000_000_000n

  it('requires the maximum input instead of the estimate', () => {
    expect(swapReadiness({ ...facts, pair, price, balance: most - 1n })).toMatchObject({
      kind: 'insufficient-balance',
      needed: most,
    })
    expect(getKind({ pair, price, balance: most })).toBe('review')
  })

  it('reports no insufficient balance before its price is known', () => {
    expect(getKind({ pair, price: { status: 'loading', inputs: bought }, balance: 0n })).toBe('loading')
  })
})

describe('an unknown balance or wallet chain', () => {
  it('does not block the review', () => {
    expect(getKind({ balance: undefined })).toBe('review')
    expect(getKind({ wallet: { ...connected, chainId: undefined } })).toBe('review')
  })
})

describe('a price whose refresh failed', () => {
  const stale = (code: 'NO_ROUTE' | 'NETWORK_LOST', age: number): PriceView => ({
    ...ready,
    isStale: true,
    error: new SluiceError(code),
    updatedAt: NOW - age,
  })

  it('allows the review for a while after the connection was lost', () => {
    expect(getKind({ price: stale('NETWORK_LOST', STALE_PRICE_MS) })).toBe('review')
    expect(getKind({ price: stale('NETWORK_LOST', STALE_PRICE_MS + 1) })).toBe('error')
  })

  it('waits for the next price when it was not refreshed for long', () => {
    const old = (isRefreshing: boolean) =>
      ({ ...stale('NETWORK_LOST', 0), error: undefined, isRefreshing }) as PriceView
    expect(getKind({ price: old(true) })).toBe('loading')
    expect(getKind({ price: old(false) })).toBe('review')
  })

  it('blocks the review when no route exists any more', () => {
    expect(getKind({ price: stale('NO_ROUTE', 0) })).toBe('error')
  })
})

describe('the minimum value of a trade', () => {
  const review = { kind: 'review', intent: intentFixture } as const
  const getKindOf = (value: { inputUsd: number | undefined; isChecking: boolean }, minAmountUsd = 5) =>
    withMinimum(review, { ...value, minAmountUsd }).kind

  it('blocks only trades that are known to be worth less', () => {
    expect(getKindOf({ inputUsd: 4.99, isChecking: false })).toBe('below-minimum')
    expect(getKindOf({ inputUsd: 5, isChecking: true })).toBe('review')
    expect(getKindOf({ inputUsd: undefined, isChecking: true })).toBe('loading')
    expect(getKindOf({ inputUsd: undefined, isChecking: false })).toBe('review')
    expect(getKindOf({ inputUsd: 0, isChecking: false }, 0)).toBe('review')
  })

  it('ignores wraps and comes after other blockers', () => {
    const value = { inputUsd: 1, isChecking: false, minAmountUsd: 5 }
    const wrap = { kind: 'review', intent: { ...intentFixture, wrapper: WETH.address } } as const
    expect(withMinimum(wrap, value).kind).toBe('review')
    expect(withMinimum({ kind: 'connect' }, value).kind).toBe('connect')
  })
})
