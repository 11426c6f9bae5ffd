import { describe, expect, it } from 'vitest'
import { PARTNER, SETTLEMENT } from '../../wire/fixtures/addresses.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { type PriceInputs, priceQuery } from './price-query.ts'
import type { QueryContext } from './query-context.ts'
import { retryByCode } from './shared-options.ts'

const { chainId, inputToken, outputToken, inputAmount, account } = intentFixture
const inputs: PriceInputs = {
  chainId,
  inputToken,
  outputToken,
  inputAmount,
  account,
  receiver: account,
  slippageBps: 50,
  partner: undefined,
}

function toKey(changes: Partial<PriceInputs> = {}, key = 'sluice-1', routing = {}): string {
  const config = { getState: () => ({ integrator: 'test', priceRefreshMs: 10_000, routing }) }
  const context = { key, config } as unknown as QueryContext
  return JSON.stringify(priceQuery(context, { ...inputs, ...changes }).queryKey)
}

describe('the query key of a price', () => {
  it.each<[string, Partial<PriceInputs>]>([
    ['the chain', { chainId: 1 }],
    ['the input token', { inputToken: { ...inputToken, address: SETTLEMENT } }],
    ['the output token', { outputToken: { ...outputToken, address: SETTLEMENT } }],
    ['the amount', { inputAmount: inputAmount + 1n }],
    ['the side of the amount', { inputAmount: undefined, outputAmount: inputAmount }],
    ['the account', { account: SETTLEMENT }],
    ['a missing account', { account: undefined }],
    ['the receiver', { receiver: SETTLEMENT }],
    ['the slippage limit', { slippageBps: 51 }],
    ['a partner', { partner: { address: PARTNER, feeBps: 10 } }],
  ])('changes with %s, so that no response for other inputs is shown', (_, changes) => {
    expect(toKey(changes)).not.toBe(toKey())
  })

  it('changes with the partner and the fee', () => {
    const withPartner = toKey({ partner: { address: PARTNER, feeBps: 10 } })
    expect(toKey({ partner: { address: PARTNER, feeBps: 11 } })).not.toBe(withPartner)
    expect(toKey({ partner: { address: SETTLEMENT, feeBps: 10 } })).not.toBe(withPartner)
  })

  it('changes with the routing', () => {
    expect(toKey({}, 'sluice-1', { modulesDisabled: ['uniswap-v2'] })).not.toBe(toKey())
  })

  it('ignores the case of addresses', () => {
    const lower = inputToken.address.toLowerCase() as `0x${string}`
    expect(toKey({ inputToken: { ...inputToken, address: lower } })).toBe(toKey())
  })

  it('belongs to one widget, so that two widgets on a page share no response', () => {
    expect(toKey({}, 'sluice-2')).not.toBe(toKey())
  })
})

it.each([
  ['SERVICE_ERROR', true],
  ['RATE_LIMITED', false],
  ['LOAD_FAILED', false],
  ['INVALID_REQUEST', false],
] as const)('retries a request that failed with %s immediately: %s', (code, isRetried) => {
  expect(retryByCode(0, new SluiceError(code))).toBe(isRetried)
  expect(retryByCode(2, new SluiceError(code))).toBe(false)
})
