import { decodeFunctionData } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { PARTNER, SETTLEMENT, USDC, WETH } from '../../../wire/fixtures/addresses.ts'
import { type Address, NATIVE_TOKEN, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import {
  intentFixture,
  NOW,
  quoteWith,
  termsFixture,
  tradeFixture,
} from '../../testing/execution/execution-fixtures.ts'
import type { RouterCodec } from '../codecs/router-codec.ts'
import { loadSettlementCodec, type SettlementTrade } from '../codecs/settlement-codec.ts'
import { getTerms } from '../machine/terms.ts'
import type { Terms } from '../machine/types.ts'
import { type Expectation, verifyQuote } from './verify-quote.ts'

const STRANGER = '0x000000000000000000000000000000000000dEaD'
let codec: RouterCodec
let expectation: Expectation
/** A trade of ten cents, whose fee is the minimum of 0.2 cents. */
let small: { quote: QuoteResult; terms: Terms }

beforeAll(async () => {
  codec = await loadSettlementCodec()
  expectation = {
    intent: intentFixture,
    terms: termsFixture,
    router: SETTLEMENT,
    codec,
    now: NOW,
    deadlineSeconds: 300,
    outputPriceUsd: 1,
  }
  const [output, settlementFee] = [100_000n, 2_000n]
  const minOutputAmount = minimumOutput(output, 50)
  small = {
    terms: { ...termsFixture, outputAmount: output, minOutputAmount, settlementFee },
    quote: await quoteWith({
      effectiveOutputAmount: `${output}`,
      settlementFee: `${settlementFee}`,
      trade: { minOutputAmount, settlementFee },
    }),
  }
})

describe('valid quote', () => {
  it('returns the quoted call', async () => {
    const quote = await quoteWith()
    expect(verifyQuote(quote, expectation)).toEqual({
      to: SETTLEMENT,
      data: quote.calldata,
      value: 0n,
      maxInputAmount: intentFixture.inputAmount,
      minOutputAmount: termsFixture.minOutputAmount,
      deadlineAt: Math.floor(expectation.now / 1_000) * 1_000 + expectation.deadlineSeconds * 1_000,
      chainDeadline: Math.floor(expectation.now / 1_000) + expectation.deadlineSeconds,
      measuresReceiver: true,
    })
  })

  it("returns the deadline by the chain's clock and by the device's clock", async () => {
    const now = Math.floor(expectation.now / 1_000)
    const call = verifyQuote(await quoteWith(), { ...expectation, clockSkewMs: 200_000 })
    expect(call.chainDeadline).toBe(now + expectation.deadlineSeconds)
    expect(call.deadlineAt).toBe((now + expectation.deadlineSeconds) * 1_000 - 200_000)
  })

  it('uses the pinned router when the quote has no router field', async () => {
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

  it('accepts the shown minimum fee per trade, which is above the share', async () => {
    expect(() => verifyQuote(small.quote, { ...expectation, terms: small.terms })).not.toThrow()
  })
})

describe('settlement fee above its share', () => {
  const refusal = expect.objectContaining({
    code: 'QUOTE_MISMATCH',
    details: expect.stringMatching(/^calldata\.settlementFee/),
  })

  it.each([
    ['is worth more than the minimum fee in USD, although the price showed it', 3_000],
    ['has no known USD value', undefined],
  ])('is rejected when it %s', (_, outputPriceUsd) => {
    const given = { ...expectation, terms: small.terms, outputPriceUsd }
    expect(() => verifyQuote(small.quote, given)).toThrow(refusal)
  })

  it('is rejected when the price did not show it', () => {
    const terms = { ...small.terms, settlementFee: 0n }
    expect(() => verifyQuote(small.quote, { ...expectation, terms })).toThrow(refusal)
  })
})

describe('settlement fee that the contract takes', () => {
  /** 0.03 % of 3,000 USDC, without any other fee. */
  const [fee, output] = [900_000n, 2_999_100_000n]
  const nobody = { partner: ZERO_ADDRESS, partnerFeeBps: 0n } as const
  const shown = { outputAmount: output, minOutputAmount: minimumOutput(output, 50), settlementFee: fee }
  const quoted = async (
    settlementFee: bigint | undefined,
    { terms = shown, net = output, asked = fee, feeToken = USDC }: Partial<typeof given> = {},
  ) => {
    const quote = await quoteWith({
      feeToken,
      effectiveOutputAmount: `${net}`,
      partnerFee: '0',
      settlementFee: settlementFee === undefined ? undefined : `${settlementFee}`,
      trade: { ...nobody, minOutputAmount: minimumOutput(net, 50), settlementFee: asked },
    })
    const intent = { ...expectation.intent, partner: undefined }
    return () => verifyQuote(quote, { ...expectation, intent, terms: { ...termsFixture, ...terms } })
  }
  const given = { terms: shown, net: output, asked: fee, feeToken: USDC as Address }
  const refusal = (field: string) =>
    expect.objectContaining({
      code: 'QUOTE_MISMATCH',
      details: expect.stringMatching(new RegExp(`^${field}: `)),
    })

  it('is accepted when the quote matches the contract', async () => {
    expect(await quoted(fee)).not.toThrow()
    // The quote takes 0.03 % although its calldata requests none.
    expect(await quoted(fee, { asked: 0n })).not.toThrow()
  })

  it.each([
    ['none', undefined, {}],
    ['a unit less than is requested', fee - 1n, {}],
    ['two units less than is taken although none is requested', fee - 2n, { asked: 0n }],
  ])('is rejected in a quote that states %s', async (_, named, changes) => {
    expect(await quoted(named, changes)).toThrow(refusal('settlementFee'))
  })

  it('is accepted up to a tenth above the shown fee, in proportion to the output', async () => {
    const most = (fee * 11n) / 10n
    expect(await quoted(most)).not.toThrow()
    expect(await quoted(most + 1n)).toThrow(refusal('settlementFee'))
    expect(await quoted(fee, { terms: { ...shown, settlementFee: 0n } })).toThrow(refusal('settlementFee'))
    const twice = { net: 2n * output, asked: 2n * fee }
    expect(await quoted(2n * most, twice)).not.toThrow()
    expect(await quoted(2n * most + 1n, twice)).toThrow(refusal('settlementFee'))
  })

  it('may be the first unit of a trade slightly larger than shown', async () => {
    const terms = { outputAmount: 3_333n, minOutputAmount: 3_316n, settlementFee: 0n }
    expect(await quoted(1n, { terms, net: 3_333n, asked: 1n })).not.toThrow()
    expect(await quoted(2n, { terms, net: 3_333n, asked: 1n })).toThrow(refusal('settlementFee'))
  })

  it('counts as not shown when the price states it in another token', () => {
    const price = { ...intentFixture.price, feeToken: WETH } as const
    expect(getTerms({ ...intentFixture, price }, 10).settlementFee).toBe(0n)
  })

  it('is rejected in another fee token', async () => {
    const terms = { ...shown, settlementFee: 0n }
    expect(await quoted(0n, { terms, feeToken: WETH })).toThrow(refusal('feeToken'))
  })
})

describe('signed minimum', () => {
  const decoded = (data: `0x${string}`) => codec.decode(data)?.minOutputAmount

  it('is the agreed minimum when the quote delivers slightly less than shown', async () => {
    const output = (termsFixture.outputAmount * 9_995n) / 10_000n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    const call = verifyQuote(quote, expectation)
    expect(call.minOutputAmount).toBe(termsFixture.minOutputAmount)
    expect(decoded(call.data)).toBe(termsFixture.minOutputAmount)
  })

  it('is the higher minimum of a quote that delivers more', async () => {
    const output = termsFixture.outputAmount * 2n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      partnerFee: '6000000',
      settlementFee: `${2n * termsFixture.settlementFee}`,
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    expect(verifyQuote(quote, expectation).minOutputAmount).toBe(minimumOutput(output, 50))
  })

  it('is the minimum of a quote that is worse than the tolerance', async () => {
    const output = (termsFixture.outputAmount * 9n) / 10n
    const quote = await quoteWith({
      effectiveOutputAmount: output.toString(),
      trade: { minOutputAmount: minimumOutput(output, 50) },
    })
    expect(verifyQuote(quote, expectation).minOutputAmount).toBe(minimumOutput(output, 50))
  })
})

describe('router that is not pinned', () => {
  it('is rejected', async () => {
    const quote = await quoteWith({ router: STRANGER })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ code: 'UNTRUSTED_ROUTER', details: expect.stringContaining(STRANGER) }),
    )
  })

  it('is rejected on a chain without a pin', async () => {
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
    it(`is rejected: ${field} ${Object.values(trade)[0]}`, async () => {
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

  it('is rejected with an unsigned permit', async () => {
    const quote = await quoteWith({ permit: '0x03' })
    expect(() => verifyQuote(quote, expectation)).toThrow(/does not do what the screen says/)
  })

  it('is rejected for another call than a swap', async () => {
    const quote = await quoteWith({ calldata: '0xa9059cbb' })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ details: expect.stringMatching(/^calldata: /) }),
    )
  })

  it('is rejected when an inflated gross output would raise the settlement fee', async () => {
    const quote = await quoteWith({ outputAmount: '300000000000', trade: { settlementFee: 150_000_000n } })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ details: expect.stringMatching(/^calldata\.settlementFee/) }),
    )
  })

  it('loses its appended bytes, because the call is encoded again', async () => {
    const quote = await quoteWith()
    const padded = { ...quote, calldata: `${quote.calldata ?? '0x'}deadbeef` as const }
    expect(verifyQuote(padded, expectation).data).toBe(quote.calldata)
  })
})

describe('quote fields that differ from the screen', () => {
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
    it(`are rejected: ${field}`, async () => {
      await expect(quoteWith(quote).then((made) => verifyQuote(made, expectation))).rejects.toMatchObject({
        code: 'QUOTE_MISMATCH',
        details: expect.stringMatching(new RegExp(`^${field}: `)),
      })
    })
  }
})

describe('partner fee that the contract takes', () => {
  /** 10 % of 3,000 USDC, without and with a settlement fee of 0.03 %. */
  const alone = 2_700_000_000n
  const both = 2_699_100_000n
  const partner = { address: PARTNER, feeBps: 1_000 }
  const quoted = async (output: bigint, partnerFee: bigint, changes: Partial<QuoteResult> = {}) => {
    const intent = { ...expectation.intent, partner }
    const minOutputAmount = minimumOutput(output, 50)
    const terms = { ...termsFixture, outputAmount: output, minOutputAmount, settlementFee: 1_000_000n }
    const quote = await quoteWith({
      effectiveOutputAmount: `${output}`,
      partnerFee: `${partnerFee}`,
      settlementFee: '1000000',
      ...changes,
      trade: { minOutputAmount, partnerFeeBps: 1_000n, settlementFee: 0n },
    })
    return () => verifyQuote(quote, { ...expectation, intent, terms })
  }

  it('is accepted as the contract rounds it, or higher', async () => {
    for (const [output, fee] of [
      [both, 300_000_000n],
      [alone, 300_000_000n],
      [alone, 400_000_000n],
      // The fee of 9 units is 0, the fee of 10 units is 1.
      [9n, 0n],
      [9n, 1n],
    ] as const)
      expect(await quoted(output, fee)).not.toThrow()
  })

  it.each([0n, 1n, 30_000_000n, 299_999_998n])(
    'is rejected in a quote that understates it as %s',
    async (fee) => {
      expect(await quoted(alone, fee)).toThrow(
        expect.objectContaining({
          code: 'QUOTE_MISMATCH',
          details: `partnerFee: expected at least 299999999, received ${fee}`,
        }),
      )
    },
  )

  it('is rejected in another fee token', async () => {
    expect(await quoted(alone, 1n, { feeToken: WETH })).toThrow(
      expect.objectContaining({ details: expect.stringMatching(/^feeToken: /) }),
    )
  })

  it('is not required without a partner', async () => {
    const quote = await quoteWith({
      partnerFee: '0',
      trade: { partner: ZERO_ADDRESS, partnerFeeBps: 0n },
    })
    const intent = { ...expectation.intent, partner: undefined }
    expect(() => verifyQuote(quote, { ...expectation, intent })).not.toThrow()
  })
})

describe('unusable quote', () => {
  it('is rejected past its deadline by more than any clock error', async () => {
    const quote = await quoteWith({ trade: { deadline: BigInt(NOW / 1_000 - 7_200) } })
    expect(() => verifyQuote(quote, expectation)).toThrow(expect.objectContaining({ code: 'QUOTE_EXPIRED' }))
  })

  it('is rejected when the service itself reports a revert', async () => {
    const quote = await quoteWith({ revert: true, error: 'UniswapV2: K' })
    expect(() => verifyQuote(quote, expectation)).toThrow(
      expect.objectContaining({ code: 'SIMULATION_FAILED', details: 'UniswapV2: K' }),
    )
  })
})

it('gets the deadline of the host, and is rejected with a later one than deadline and clock error allow', async () => {
  const week = { ...expectation, deadlineSeconds: 604_800 }
  const deadlineOf = ({ data }: { data: `0x${string}` }) => {
    const [trade] = decodeFunctionData({ abi: settlementAbi, data }).args as readonly unknown[]
    return (trade as SettlementTrade).deadline
  }
  const start = BigInt(NOW / 1_000)
  const long = await quoteWith({ trade: { deadline: start + 604_800n } })
  expect(deadlineOf(verifyQuote(long, week))).toBe(start + 604_800n)
  expect(() => verifyQuote(long, expectation)).toThrow(/what the screen says/)
  const longer = await quoteWith({ trade: { deadline: start + 604_800n + 3_601n } })
  expect(() => verifyQuote(longer, week)).toThrow(
    expect.objectContaining({ details: expect.stringMatching(/^calldata\.deadline/) }),
  )
  const skewed = { ...expectation, deadlineSeconds: 60, now: NOW + 3_000_000, clockSkewMs: 3_000_000 }
  const short = verifyQuote(
    await quoteWith({ trade: { deadline: start + 3_000n }, expiresAt: undefined }),
    skewed,
  )
  expect(deadlineOf(short)).toBe(start + 60n + 240n)
})

it('throws SURGE_PROTECTION only if the host requested surge protection', async () => {
  const withheld = {
    ...(await quoteWith({ revert: true, error: 'Surge protection: 80 %' })),
    calldata: undefined,
  }
  expect(() => verifyQuote(withheld, { ...expectation, surgeProtection: true })).toThrow(
    expect.objectContaining({ code: 'SURGE_PROTECTION', details: 'Surge protection: 80 %' }),
  )
  expect(() => verifyQuote(withheld, expectation)).toThrow(
    expect.objectContaining({ code: 'SIMULATION_FAILED' }),
  )
})

describe('foreign router', () => {
  it('is called as quoted, because only a simulation can show its effect', async () => {
    const quote = await quoteWith({ calldata: '0x12345678', router: SETTLEMENT })
    expect(verifyQuote(quote, { ...expectation, codec: undefined })).toEqual({
      to: SETTLEMENT,
      data: '0x12345678',
      value: 0n,
      maxInputAmount: intentFixture.inputAmount,
      minOutputAmount: undefined,
      measuresReceiver: false,
    })
  })
})
