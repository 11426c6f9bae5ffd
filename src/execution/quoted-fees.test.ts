import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sameAddress } from '../../wire/lib/address.ts'
import { observePolls } from '../testing/observe-polls.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

let suite: SwapSuite
let polls: ReturnType<typeof observePolls>

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
})

afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})

beforeEach(() => {
  polls = observePolls()
})

afterEach(async () => {
  polls.stop()
  await suite.reset()
})

const partnerOf = (feeBps: number) => ({ address: suite.chain.account(7), feeBps })
const hidden = { partnerFee: '0', settlementFee: '0', feeCostUSD: '0' }

describe('partner fee missing from the quote', () => {
  it.each([
    ['of a sale', { amount: 10n ** 17n }],
    ['of a purchase', { amount: 250_000_000n, buys: true }],
  ])('rejects a quote %s', async (_, query) => {
    const bench = await suite.open()
    const honest = await bench.intent({ input: 'eth', output: 'USDC', partner: partnerOf(1_000), ...query })
    bench.tamper = (quote) => ({ ...quote, ...hidden, outputAmount: quote.effectiveOutputAmount })
    const price = { ...honest.price, ...hidden, outputAmount: honest.price.effectiveOutputAmount }
    bench.execution.start({ ...honest, price })
    const { error } = await bench.reaches('failed')
    expect(error).toMatchObject({
      code: 'QUOTE_MISMATCH',
      details: expect.stringMatching(/^partnerFee: expected at least \d{8}, received 0$/),
    })
    expect(bench.signed()).toEqual([])
  })
})

describe('partner fee in the quote', () => {
  it.each([
    ['of a sale', { input: 'eth', output: 'USDC', amount: 10n ** 17n }],
    ['of a sale of an odd amount', { input: 'eth', output: 'USDC', amount: 123_456_789_012_345_679n }],
    ['of a small sale', { input: 'eth', output: 'USDC', amount: 10n ** 13n }],
    ['of a sale for the native token', { input: 'DAI', output: 'eth', amount: 777n * 10n ** 18n + 1n }],
    ['of a sale to a token of 18 decimals', { input: 'eth', output: 'DAI', amount: 10n ** 16n + 7n }],
    ['of a purchase', { input: 'eth', output: 'USDC', amount: 250_000_000n, buys: true }],
    ['of a small purchase', { input: 'eth', output: 'USDC', amount: 33_333n, buys: true }],
    [
      'of a purchase of the native token',
      { input: 'DAI', output: 'eth', amount: 10n ** 17n + 3n, buys: true },
    ],
  ])('accepts the fee %s', async (_, query) => {
    for (const feeBps of [1, 1_000]) {
      const bench = await suite.open({ outputPriceUsd: query.output === 'eth' ? 3_000 : 1 })
      const intent = await bench.intent({ ...query, partner: partnerOf(feeBps) })
      expect(sameAddress(intent.price.feeToken, intent.outputToken.address)).toBe(true)
      bench.execution.start(intent)
      await bench.reaches('completed')
      await suite.reset()
    }
  })
})
