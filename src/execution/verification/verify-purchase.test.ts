import { decodeFunctionData } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { SETTLEMENT, USDC, USER, WETH } from '../../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { maximumInput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import {
  intentFixture,
  NOW,
  quoteWith,
  simulationFixture,
  verifiedFixture,
} from '../../testing/execution/execution-fixtures.ts'
import { loadSettlementCodec, type SettlementTrade } from '../codecs/settlement-codec.ts'
import { getTerms, keepsTerms, reasonsToAsk } from '../machine/terms.ts'
import type { SwapIntent, VerifiedQuote } from '../machine/types.ts'
import { type Expectation, verifyQuote } from './verify-quote.ts'
import { verifySimulation } from './verify-simulation.ts'

/** 2,996.1 USDC for about one WETH. */
const OUTPUT = 2_996_100_000n
const ESTIMATE = 10n ** 18n
const MOST = maximumInput(ESTIMATE, 50)
const intent: SwapIntent = { ...intentFixture, inputAmount: ESTIMATE, outputAmount: OUTPUT }
const terms = getTerms(intent, 10)
let expectation: Expectation

beforeAll(async () => {
  expectation = {
    intent,
    terms,
    router: SETTLEMENT,
    codec: await loadSettlementCodec(),
    now: NOW,
    deadlineSeconds: 300,
    outputPriceUsd: 1,
  }
})

/** The quote of a purchase that costs `input`. */
function toQuote(
  input: bigint,
  { trade, ...quote }: Partial<QuoteResult> & { trade?: Partial<SettlementTrade> } = {},
): Promise<QuoteResult> {
  return quoteWith({
    inputAmount: input.toString(),
    effectiveInputAmount: input.toString(),
    outputAmount: OUTPUT.toString(),
    effectiveOutputAmount: OUTPUT.toString(),
    minOutputAmount: OUTPUT.toString(),
    maxInputAmount: maximumInput(input, 50).toString(),
    trade: { inputAmount: maximumInput(input, 50), minOutputAmount: OUTPUT, ...trade },
    ...quote,
  })
}

function signedTrade(quote: QuoteResult, changes: Partial<Expectation> = {}) {
  const { data, value } = verifyQuote(quote, { ...expectation, ...changes })
  const { args } = decodeFunctionData({ abi: settlementAbi, data })
  return { ...(args?.[0] as SettlementTrade), value }
}

const mismatch = (field: string) =>
  expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringContaining(field) })

describe('terms of a purchase', () => {
  it('contain the exact output and the estimate plus slippage as maximum input', () => {
    expect(terms).toMatchObject({
      inputAmount: ESTIMATE,
      maxInputAmount: MOST,
      outputAmount: OUTPUT,
      minOutputAmount: OUTPUT,
    })
  })
})

describe('call of a purchase', () => {
  it('takes at most the agreed maximum and delivers the requested output', async () => {
    expect(signedTrade(await toQuote(ESTIMATE))).toMatchObject({
      inputAmount: MOST,
      minOutputAmount: OUTPUT,
      value: 0n,
    })
  })

  it('takes at most the agreed maximum when its quote costs slightly more', async () => {
    const dearer = (ESTIMATE * 10_009n) / 10_000n
    expect(signedTrade(await toQuote(dearer))).toMatchObject({ inputAmount: MOST })
  })

  it('takes a lower maximum when its quote costs less', async () => {
    const cheaper = (ESTIMATE * 9n) / 10n
    expect(signedTrade(await toQuote(cheaper))).toMatchObject({ inputAmount: maximumInput(cheaper, 50) })
  })

  it('carries the maximum of its quote when the user has to confirm it', async () => {
    const dearer = (ESTIMATE * 11n) / 10n
    expect(signedTrade(await toQuote(dearer))).toMatchObject({ inputAmount: maximumInput(dearer, 50) })
  })

  it('sends the maximum of the native token as value, and no more', async () => {
    const native = { ...intent, inputToken: { ...intent.inputToken, address: NATIVE_TOKEN } }
    const dearer = (ESTIMATE * 10_009n) / 10_000n
    const quote = await toQuote(dearer, {
      inputToken: NATIVE_TOKEN,
      value: maximumInput(dearer, 50).toString(),
      trade: { inputToken: NATIVE_TOKEN },
    })
    expect(signedTrade(quote, { intent: native })).toMatchObject({ inputAmount: MOST, value: MOST })
  })

  it('never enforces more than the requested output', async () => {
    const quote = await toQuote(ESTIMATE, { trade: { minOutputAmount: OUTPUT * 2n } })
    expect(signedTrade(quote)).toMatchObject({ minOutputAmount: OUTPUT })
  })
})

describe('quote of a purchase', () => {
  it.each<[string, string, Parameters<typeof toQuote>[1]]>([
    ['delivers less than requested', 'effectiveOutputAmount', { effectiveOutputAmount: `${OUTPUT - 1n}` }],
    ['enforces less than requested', 'minOutputAmount', { trade: { minOutputAmount: OUTPUT - 1n } }],
    ['takes more than its price and the slippage', 'inputAmount', { trade: { inputAmount: MOST + 1n } }],
    ['requests value with a token', 'value', { value: '1' }],
    ['omits the partner fee', 'partnerFee', { partnerFee: '0' }],
    [
      'takes a fee as if more were bought',
      'settlementFee',
      { effectiveOutputAmount: `${OUTPUT * 10n}`, trade: { settlementFee: OUTPUT / 200n } },
    ],
  ])('is rejected when it %s', async (_, field, changes) => {
    const quote = await toQuote(ESTIMATE, changes)
    expect(() => verifyQuote(quote, expectation)).toThrow(mismatch(field))
  })

  it('is rejected when it cannot be decoded, because no maximum could be enforced', async () => {
    const quote = await toQuote(ESTIMATE)
    expect(() => verifyQuote(quote, { ...expectation, codec: undefined })).toThrow(
      expect.objectContaining({ code: 'UNVERIFIABLE' }),
    )
  })
})

describe('reconfirmation of a purchase', () => {
  const verified: VerifiedQuote = {
    ...verifiedFixture,
    inputAmount: ESTIMATE,
    maxInputAmount: MOST,
    outputAmount: OUTPUT,
    minOutputAmount: OUTPUT,
  }
  const reasons = (changes: Partial<VerifiedQuote>) => reasonsToAsk({ terms }, { ...verified, ...changes })

  it('is needed when quote or simulation cost more than tolerated', () => {
    expect(reasons({ inputAmount: (ESTIMATE * 10_010n) / 10_000n })).toEqual([])
    expect(reasons({ inputAmount: (ESTIMATE * 10_010n) / 10_000n + 2n })).toEqual(['worse-price'])
  })

  it('is needed when it costs more than the agreed maximum, whatever the tolerance', () => {
    const strict = getTerms({ ...intent, slippageBps: 0 }, 10)
    expect(reasonsToAsk({ terms: strict }, { ...verified, inputAmount: ESTIMATE + 2n })).toEqual([
      'worse-price',
    ])
  })

  it('is not needed when it costs less', () => {
    expect(reasons({ inputAmount: 1n })).toEqual([])
  })

  it('does not allow a higher maximum than agreed', () => {
    expect(keepsTerms(terms, verified)).toBe(true)
    expect(keepsTerms(terms, { ...verified, maxInputAmount: MOST + 1n })).toBe(false)
  })
})

describe('simulation of a purchase', () => {
  const limits = { intent, router: SETTLEMENT, maxInputAmount: MOST, minOutputAmount: OUTPUT }
  const moves = (paid: bigint, received: bigint) => ({
    ...simulationFixture,
    transfers: [{ token: WETH, from: USER, to: SETTLEMENT, amount: MOST }],
    balanceChanges: [
      { account: USER, token: WETH, delta: `-${paid}` },
      { account: USER, token: USDC, delta: `${received}` },
    ],
  })

  it('returns the amount paid after the refund', () => {
    expect(verifySimulation(moves(ESTIMATE, OUTPUT), limits)).toEqual({ paid: ESTIMATE, received: OUTPUT })
  })

  it('is rejected when more than the maximum leaves or less than requested arrives', () => {
    expect(() => verifySimulation(moves(MOST + 2n, OUTPUT), limits)).toThrow(mismatch('input paid'))
    expect(() => verifySimulation(moves(ESTIMATE, OUTPUT - 2n), limits)).toThrow(mismatch('output received'))
  })
})
