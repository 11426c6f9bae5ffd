import { beforeAll, describe, expect, it } from 'vitest'
import {
  intentFixture,
  NOW,
  quoteWith,
  termsFixture,
  tradeFixture,
} from '../../testing/execution-fixtures.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../lib/address.ts'
import { minimumOutput } from '../lib/minimum-output.ts'
import { SETTLEMENT, USDC } from '../wire/fixtures/addresses.ts'
import { loadSettlementCodec, type SettlementCodec, type SettlementTrade } from './settlement-codec.ts'
import { type Expectation, verifyQuote } from './verify-quote.ts'

const STRANGER = '0x000000000000000000000000000000000000dEaD'
let codec: SettlementCodec
let expectation: Expectation

beforeAll(async () => {
  codec = await loadSettlementCodec()
  expectation = { intent: intentFixture, terms: termsFixture, router: SETTLEMENT, codec, now: NOW }
})

describe('an honest quote', () => {
  it('becomes the call it says', async () => {
    const quote = await quoteWith()
    expect(verifyQuote(quote, expectation)).toEqual({
      to: SETTLEMENT,
      data: quote.calldata,
      value: 0n,
      minOutputAmount: termsFixture.minOutputAmount,
    })
  })

  it('is accepted without a router field: the pin is used', async () => {
    const { router: _, ...quote } = await quoteWith()
    expect(verifyQuote(quote, expectation).to).toBe(SETTLEMENT)
  })

  it('sends the native input as value', async () => {
    const inputToken = { ...intentFixture.inputToken, address: NATIVE_TOKEN }
    const quote = await quoteWith({
      trade: { inputToken: NATIVE_TOKEN },
      inputToken: NATIVE_TOKEN,
      value: intentFixture.inputAmount.toString(),
    })
    const native = { ...expectation, intent: { ...intentFixture, inputToken } }
    expect(verifyQuote(quote, native).value).toBe(intentFixture.inputAmount)
  })

  it('may ask for the fee that was shown where the floor per trade is above the share', async () => {
    const fee = 2_000_000n
    const terms = { ...termsFixture, settlementFee: fee }
    const quote = await quoteWith({ trade: { settlementFee: fee } })
    expect(() => verifyQuote(quote, { ...expectation, terms })).not.toThrow()
  })
})

describe('the minimum that is signed', () => {
  const decoded = (data: `0x${string}`) => codec.decode(data)?.trade.minOutputAmount

  it('is the one on the screen, though the quote gives a little less than was shown', async () => {
    const output = (termsFixture.outputAmount * 9_995n) / 10_000n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    const call = verifyQuote(quote, expectation)
    expect(call.minOutputAmount).toBe(termsFixture.minOutputAmount)
    expect(decoded(call.data)).toBe(termsFixture.minOutputAmount)
  })

  it('is the higher one of a quote that gives more', async () => {
    const output = termsFixture.outputAmount * 2n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    expect(verifyQuote(quote, expectation).minOutputAmount).toBe(minimumOutput(output, 50))
  })

  it('is that of the quote where the quote is worse than may go unasked', async () => {
    const output = (termsFixture.outputAmount * 9n) / 10n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    expect(verifyQuote(quote, expectation).minOutputAmount).toBe(minimumOutput(output, 50))
  })
})

describe('a router that is not the pinned one', () => {
  it('is refused', async () => {
    const quote = await quoteWith({ router: STRANGER })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ code: 'UNTRUSTED_ROUTER', details: expect.stringContaining(STRANGER) }),
    )
  })

  it('is refused on a chain without a pin', async () => {
    const quote = await quoteWith()
    expect(() => verifyQuote(quote, { ...expectation, router: undefined })).toThrow(
      expect.objectContaining({ code: 'UNTRUSTED_ROUTER' }),
    )
  })
})

describe('calldata that differs from the screen', () => {
  const tampered: [keyof SettlementTrade, Partial<SettlementTrade>][] = [
    ['inputToken', { inputToken: USDC }],
    ['outputToken', { outputToken: STRANGER }],
    ['outputReceiver', { outputReceiver: STRANGER }],
    ['inputAmount', { inputAmount: tradeFixture.inputAmount + 1n }],
    ['minOutputAmount', { minOutputAmount: tradeFixture.minOutputAmount - 1n }],
    ['partner', { partner: STRANGER }],
    ['partner', { partner: ZERO_ADDRESS }],
    ['partnerFeeBps', { partnerFeeBps: 11n }],
    ['settlementFee', { settlementFee: 1_600_000n }],
    ['surplusThreshold', { surplusThreshold: 2_996_100_000n }],
    ['deadline', { deadline: tradeFixture.deadline + 86_400n }],
  ]
  for (const [field, trade] of tampered) {
    it(`is refused: ${field} ${Object.values(trade)[0]}`, async () => {
      const quote = await quoteWith({ trade })
      expect(() => verifyQuote(quote, expectation)).toThrow(
        expect.objectContaining({
          code: 'QUOTE_MISMATCH',
          details: expect.stringMatching(
            new RegExp(`^calldata\\.${field}: expected .*, received ${Object.values(trade)[0]}$`),
          ),
        }),
      )
    })
  }

  it('is refused: a permit nobody signed', async () => {
    const quote = await quoteWith({ permit: '0x03' })
    expect(() => verifyQuote(quote, expectation)).toThrow(/does not do what the screen says/)
  })

  it('is refused: another call than a swap', async () => {
    const quote = await quoteWith({ calldata: '0xa9059cbb' })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ details: expect.stringMatching(/^calldata: /) }),
    )
  })

  it('is refused: an inflated gross output does not buy a larger settlement fee', async () => {
    const quote = await quoteWith({ outputAmount: '300000000000', trade: { settlementFee: 150_000_000n } })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ details: expect.stringMatching(/^calldata\.settlementFee/) }),
    )
  })

  it('carries no more words than it means: what is signed is encoded here', async () => {
    const quote = await quoteWith()
    const padded = { ...quote, calldata: `${quote.calldata ?? '0x'}deadbeef` as const }
    expect(verifyQuote(padded, expectation).data).toBe(quote.calldata)
  })
})

describe('a quote whose own fields differ from the screen', () => {
  const fields = [
    ['inputToken', { inputToken: STRANGER }],
    ['outputToken', { outputToken: STRANGER }],
    ['inputSender', { inputSender: STRANGER }],
    ['outputReceiver', { outputReceiver: STRANGER }],
    ['inputAmount', { inputAmount: '1' }],
    ['effectiveInputAmount', { effectiveInputAmount: '1' }],
    ['value', { value: '1' }],
  ] as const
  for (const [field, quote] of fields) {
    it(`is refused: ${field}`, async () => {
      await expect(quoteWith(quote).then((made) => verifyQuote(made, expectation))).rejects.toMatchObject({
        code: 'QUOTE_MISMATCH',
        details: expect.stringMatching(new RegExp(`^${field}: `)),
      })
    })
  }
})

describe('a quote that cannot be used', () => {
  it('is past its deadline by more than any clock is wrong', async () => {
    const quote = await quoteWith({ trade: { deadline: BigInt(NOW / 1_000 - 7_200) } })
    expect(() => verifyQuote(quote, expectation)).toThrow(expect.objectContaining({ code: 'QUOTE_EXPIRED' }))
  })

  it('would revert, as the service itself says', async () => {
    const quote = await quoteWith({ revert: true, error: 'UniswapV2: K' })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ code: 'SIMULATION_FAILED', details: 'UniswapV2: K' }),
    )
  })
})

describe('a foreign router', () => {
  it('is called as the quote says: only a trial run can tell what it does', async () => {
    const quote = await quoteWith({ calldata: '0x12345678', router: SETTLEMENT })
    expect(verifyQuote(quote, { ...expectation, codec: undefined })).toEqual({
      to: SETTLEMENT,
      data: '0x12345678',
      value: 0n,
      minOutputAmount: undefined,
    })
  })
})
