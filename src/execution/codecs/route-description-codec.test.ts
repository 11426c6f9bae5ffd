import { encodeAbiParameters, encodeEventTopics, type Hex, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { routeDescriptionAbi } from '../../../wire/abi/route-description.ts'
import { PARTNER, SETTLEMENT, USDC, USER, WETH } from '../../../wire/fixtures/addresses.ts'
import { quoteResultFixture } from '../../../wire/fixtures/router-fixtures.ts'
import { type Address, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { minimumOutput } from '../../../wire/lib/amount.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { intentFixture, NOW, termsFixture } from '../../testing/execution/execution-fixtures.ts'
import {
  descriptionFixture,
  encodeRouteDescription,
  quoteDescribing,
  type RouteDescription,
} from '../../testing/route-description.ts'
import vectors from '../../testing/route-description-vectors.json' with { type: 'json' }
import { getTerms } from '../machine/terms.ts'
import type { Terms } from '../machine/types.ts'
import { type Expectation, verifyQuote } from '../verification/verify-quote.ts'
import { loadRouterCodec } from './load-router-codec.ts'
import type { RouterCodec } from './router-codec.ts'

const STRANGER = '0x000000000000000000000000000000000000dEaD'
let codec: RouterCodec
let expectation: Expectation

beforeAll(async () => {
  const loaded = await loadRouterCodec('route-description')
  if (!loaded) throw new Error('There is no codec')
  codec = loaded
  expectation = {
    intent: intentFixture,
    terms: termsFixture,
    router: SETTLEMENT,
    codec,
    now: NOW,
    deadlineSeconds: 300,
    outputPriceUsd: undefined,
  }
})

/** Decodes the call and encodes it again. */
function encodedAgain(data: Hex): Hex | undefined {
  const call = codec.decode(data)
  return call?.encode({ ...call, deadline: 0n })
}

describe('calldata of live services', () => {
  for (const { chain, calldata, ...told } of vectors) {
    const data = calldata as Hex
    const [inputToken, outputToken] = [told.inputToken as Address, told.outputToken as Address]

    it(`verifies calldata on ${chain} and signs the same bytes`, () => {
      const intent = {
        ...intentFixture,
        inputToken: { ...intentFixture.inputToken, address: inputToken },
        outputToken: { ...intentFixture.outputToken, address: outputToken },
        inputAmount: BigInt(told.inputAmount),
        partner: undefined,
      }
      const terms: Terms = {
        ...termsFixture,
        outputAmount: BigInt(told.effectiveOutputAmount),
        minOutputAmount: BigInt(told.minOutputAmount),
      }
      const quote = {
        ...quoteResultFixture,
        ...told,
        inputToken,
        outputToken,
        effectiveInputAmount: told.inputAmount,
        calldata: data,
      }
      const call = verifyQuote(quote, { ...expectation, intent, terms })
      expect(call).toMatchObject({ data, minOutputAmount: terms.minOutputAmount })
      expect(codec.decode(data)?.minOutputAmount).toBe(terms.minOutputAmount)
    })
  }
})

describe('undecodable calldata', () => {
  const interactions = '(address target, uint256 value, bytes callData)[] interactions'
  const amounts = (count: number) =>
    Array.from({ length: count }, (_, index) => `uint256 a${index}`).join(', ')
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, index) => `address p${index}`).join(', ')

  it.each([
    [
      'with a deadline',
      `(${addresses(4)}, ${amounts(6)}, bool b, bytes id) desc, ${interactions}, uint256 d`,
    ],
    ['with an id of bytes', `(${addresses(5)}, ${amounts(10)}, bool b, bytes id) desc, ${interactions}`],
    ['with two shares', `(${addresses(5)}, ${amounts(8)}, bool b, bytes id) desc, ${interactions}`],
    ['with a margin', `(${addresses(5)}, ${amounts(11)}, bool b, bytes32 id) desc, ${interactions}`],
  ])('rejects %s: the selector of another version', (_, parameters) => {
    const selector = toFunctionSelector(`function swap(address executor, ${parameters})`)
    expect(codec.decode(`${selector}${quoteDescribing().calldata?.slice(10)}` as Hex)).toBeUndefined()
  })

  it.each<[string, (data: Hex) => Hex]>([
    ['empty calldata', () => '0x'],
    ['a transfer', () => '0xa9059cbb'],
    ['the selector alone', (data) => data.slice(0, 10) as Hex],
    ['truncated calldata', (data) => data.slice(0, -64) as Hex],
  ])('decodes %s to undefined', (_, change) => {
    expect(codec.decode(change(quoteDescribing().calldata ?? '0x'))).toBeUndefined()
  })

  it('throws QUOTE_MISMATCH before anything is signed', () => {
    expect(() => verifyQuote({ ...quoteDescribing(), calldata: '0xb8039e98' }, expectation)).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringMatching(/^calldata: /) }),
    )
  })
})

describe('valid quote', () => {
  it('returns the quoted call', () => {
    const quote = quoteDescribing()
    expect(verifyQuote(quote, expectation)).toEqual({
      to: SETTLEMENT,
      data: quote.calldata,
      value: 0n,
      maxInputAmount: intentFixture.inputAmount,
      minOutputAmount: termsFixture.minOutputAmount,
      measuresReceiver: false,
    })
  })

  it('accepts no partner and no partner fee when none is configured', () => {
    const quote = quoteDescribing({ partnerAddress: ZERO_ADDRESS, partnerFee: 0n })
    const intent = { ...intentFixture, partner: undefined }
    expect(verifyQuote(quote, { ...expectation, intent }).data).toBe(quote.calldata)
  })

  it('drops bytes appended to the calldata by encoding the call again', () => {
    const quote = quoteDescribing()
    const padded = { ...quote, calldata: `${quote.calldata ?? '0x'}deadbeef` as const }
    expect(verifyQuote(padded, expectation).data).toBe(quote.calldata)
  })
})

describe('purchase', () => {
  const outputAmount = descriptionFixture.effectiveOutputAmount
  const intent = { ...intentFixture, outputAmount }
  const terms = getTerms(intent, 10)
  const verify = (desc: Partial<RouteDescription>) =>
    verifyQuote(quoteDescribing({ minOutputAmount: outputAmount, ...desc }), {
      ...expectation,
      intent,
      terms,
    })

  it('accepts an input up to the agreed maximum and enforces the exact output', () => {
    expect(verify({ minOutputAmount: 1n })).toMatchObject({
      maxInputAmount: intent.inputAmount,
      minOutputAmount: outputAmount,
    })
    expect(verify({ inputAmount: terms.maxInputAmount }).maxInputAmount).toBe(terms.maxInputAmount)
  })

  it.each<[string, Partial<RouteDescription>]>([
    ['calldata.inputAmount', { inputAmount: terms.maxInputAmount + 1n }],
    ['calldata.effectiveOutputAmount', { effectiveOutputAmount: outputAmount - 1n }],
  ])('rejects a purchase with a wrong %s', (field, desc) => {
    expect(() => verify(desc)).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH', details: expect.stringContaining(field) }),
    )
  })
})

describe('description that grants less than agreed', () => {
  const { inputAmount, effectiveOutputAmount } = descriptionFixture
  const tampered: [keyof RouteDescription, Partial<RouteDescription>][] = [
    ['inputToken', { inputToken: USDC }],
    ['outputToken', { outputToken: STRANGER }],
    ['outputReceiver', { outputReceiver: STRANGER }],
    ['partnerAddress', { partnerAddress: STRANGER }],
    ['partnerAddress', { partnerAddress: ZERO_ADDRESS }],
    ['inputAmount', { inputAmount: inputAmount + 1n }],
    ['inputAmount', { inputAmount: inputAmount - 1n }],
    ['outputAmount', { outputAmount: termsFixture.minOutputAmount - 1n, partnerFee: 0n }],
    ['partnerFee', { partnerFee: 3_003_005n }],
    ['routingFee', { routingFee: 1n }],
    ['partnerSurplusShare', { partnerSurplusShare: 10_001n }],
    ['protocolSlippageShare', { protocolSlippageShare: 6_701n }],
    ['protocolSlippageShare', { partnerSlippageShare: 3_401n }],
    ['protocolSlippageShare', { protocolSlippageShare: 2n ** 256n - 1n }],
    ['effectiveOutputAmount', { effectiveOutputAmount: effectiveOutputAmount - 1n }],
    ['isPermit2', { isPermit2: true }],
  ]
  for (const [field, desc] of tampered) {
    it(`rejects ${Object.entries(desc)}`, () => {
      expect(() => verifyQuote(quoteDescribing(desc), expectation)).toThrow(
        expect.objectContaining({
          code: 'QUOTE_MISMATCH',
          details: expect.stringMatching(new RegExp(`^calldata\\.${field}: expected .*, received `)),
        }),
      )
    })
  }

  it('rejects a partner fee when no partner is configured', () => {
    const intent = { ...intentFixture, partner: undefined }
    const quote = quoteDescribing({ partnerAddress: ZERO_ADDRESS, partnerFee: 1n })
    expect(() => verifyQuote(quote, { ...expectation, intent })).toThrow(
      expect.objectContaining({ details: 'calldata.partnerFee: expected at most 0, received 1' }),
    )
  })
})

describe('description fields that do not lower the minimum', () => {
  const free: Partial<RouteDescription>[] = [
    { inputReceiver: STRANGER },
    { outputAmount: descriptionFixture.outputAmount * 2n },
    { partnerFee: 0n },
    { partnerSurplusShare: 0n, protocolSurplusShare: 10_000n },
    { partnerSlippageShare: 0n, protocolSlippageShare: 3_000n },
    { effectiveOutputAmount: descriptionFixture.effectiveOutputAmount + 1n },
    { uniquePID: `0x${'00'.repeat(32)}` },
  ]
  for (const desc of free) {
    it(`accepts ${Object.entries(desc)}`, () => {
      const quote = quoteDescribing(desc)
      expect(verifyQuote(quote, expectation)).toMatchObject({
        data: quote.calldata,
        minOutputAmount: termsFixture.minOutputAmount,
      })
    })
  }
})

describe('signed minimum', () => {
  it.each([1n, 0n, termsFixture.minOutputAmount - 1n])(
    'signs the agreed minimum when the quote carries %s',
    (minOutputAmount) => {
      const { data, ...call } = verifyQuote(quoteDescribing({ minOutputAmount }), expectation)
      expect(call.minOutputAmount).toBe(termsFixture.minOutputAmount)
      expect(codec.decode(data)?.minOutputAmount).toBe(termsFixture.minOutputAmount)
      expect(data).toBe(quoteDescribing({ minOutputAmount: termsFixture.minOutputAmount }).calldata)
    },
  )

  it('signs a higher minimum of the quote', () => {
    const minOutputAmount = termsFixture.minOutputAmount + 5n
    expect(verifyQuote(quoteDescribing({ minOutputAmount }), expectation).minOutputAmount).toBe(
      minOutputAmount,
    )
  })

  it('signs the minimum of a quote that is worse than the tolerance', () => {
    const effectiveOutputAmount = termsFixture.outputAmount / 2n
    const quote = quoteDescribing(
      { effectiveOutputAmount, outputAmount: effectiveOutputAmount, minOutputAmount: 1n, partnerFee: 0n },
      { effectiveOutputAmount: `${effectiveOutputAmount}` },
    )
    expect(verifyQuote(quote, expectation).minOutputAmount).toBe(minimumOutput(effectiveOutputAmount, 50))
  })
})

describe('encoding', () => {
  it('decodes two hundred random calls back to the same call', () => {
    const { below, amount, chance } = createRandom(20_261_121)
    const hex = (bytes: number): Hex =>
      `0x${Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join('')}`
    for (let i = 0; i < 200; i += 1) {
      const data = encodeRouteDescription({
        executor: hex(20),
        desc: {
          inputToken: hex(20),
          outputToken: hex(20),
          inputReceiver: hex(20),
          outputReceiver: hex(20),
          partnerAddress: hex(20),
          inputAmount: amount(),
          outputAmount: 2n ** 256n - 1n,
          partnerFee: amount(),
          routingFee: amount(),
          partnerSurplusShare: amount(),
          protocolSurplusShare: amount(),
          partnerSlippageShare: amount(),
          protocolSlippageShare: amount(),
          effectiveOutputAmount: amount(),
          minOutputAmount: amount(),
          isPermit2: chance(50),
          uniquePID: hex(32),
        },
        interactions: Array.from({ length: below(5) }, () => ({
          target: hex(20),
          value: amount(),
          callData: hex(below(100)),
        })),
      })
      expect(encodedAgain(data)).toBe(data)
    }
  })
})

describe('receipt', () => {
  const routed = (change: { user?: Address; receiver?: Address; input?: Address; output?: Address } = {}) => {
    const { user = USER, receiver = USER, input = WETH, output = USDC } = change
    const topics = encodeEventTopics({
      abi: routeDescriptionAbi,
      eventName: 'Routed',
      args: { uniquePID: descriptionFixture.uniquePID, userAddress: user },
    }) as Hex[]
    const data = encodeAbiParameters(
      ['address', 'address', 'uint256', 'address', ...Array(5).fill('uint256')].map((type) => ({ type })),
      [receiver, input, 10n ** 18n, output, 2_996_100_000n, 3_000_000n, 0n, 450_000n, 450_000n],
    )
    return { address: SETTLEMENT, topics, data }
  }
  const read = (logs: ReturnType<typeof routed>[]) =>
    codec.readSwap({ logs, router: SETTLEMENT, intent: intentFixture })

  it('reads the paid and the received amount', () => {
    expect(read([routed()])).toMatchObject({ inputSpent: 10n ** 18n, outputReceived: 2_996_100_000n })
  })

  it.each([
    ['a log of another contract', [{ ...routed(), address: PARTNER }]],
    ['a log of another sender', [routed({ user: STRANGER })]],
    ['a log of another receiver', [routed({ receiver: STRANGER })]],
    ['a log of another input', [routed({ input: STRANGER })]],
    ['a log of another output', [routed({ output: STRANGER })]],
    ['a receipt without the event', []],
  ])('returns undefined for %s', (_, logs) => {
    expect(read(logs)).toBeUndefined()
  })
})
