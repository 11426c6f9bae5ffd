import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import {
  answerTo,
  both,
  field,
  fields,
  getFee,
  getToken,
  outputShare,
  plus,
  result,
  share,
  stranger,
  trade,
} from './tampering.ts'

const price = (name: string, lie: ServiceLie, others: Partial<Lie> = {}): Lie => ({
  name: `a price ${name}`,
  price: lie,
  ...others,
})

const hidesFees = both(fields({ settlementFee: '0', partnerFee: '0' }), field('feeToken', getToken('USDC')))

/** False prices of the service. */
export const PRICE_LIES: readonly Lie[] = [
  price('that promises twice the output of an honest quote', outputShare(20_000)),
  price('that promises 0.09 % more, within the tolerance', field('effectiveOutputAmount', share(10_009))),
  price('that promises 0.6 % more, above the slippage', field('effectiveOutputAmount', share(10_060))),
  price('one unit above the honest one', field('effectiveOutputAmount', plus(1n))),
  price('that promises a thousandth of the output, to lower the agreed minimum', outputShare(10)),
  price('that promises one unit of output', fields({ effectiveOutputAmount: '1', minOutputAmount: '1' })),
  price('that promises no output', fields({ effectiveOutputAmount: '0', minOutputAmount: '0' })),
  price('that promises more than the total supply', field('effectiveOutputAmount', String(2n ** 200n))),
  price('that promises a negative output', field('effectiveOutputAmount', '-1')),
  price('that promises a fraction of a unit', field('effectiveOutputAmount', '1.5')),
  price('that promises an output with an exponent', field('effectiveOutputAmount', '1e18')),
  price('that promises an output in hex', field('effectiveOutputAmount', '0x10')),
  price('that promises a number instead of digits', field('effectiveOutputAmount', 175_000)),
  price('without an effective output', field('effectiveOutputAmount', undefined)),
  price('that claims a minimum above the output', field('minOutputAmount', share(20_000))),
  price('that claims a minimum of one unit', field('minOutputAmount', '1')),
  price('with another input token', field('inputToken', getToken('USDC'))),
  price('with another output token', field('outputToken', getToken('USDC'))),
  price('with the zero address as output', field('outputToken', `0x${'0'.repeat(40)}`)),
  price('with another receiver', field('outputReceiver', stranger)),
  price('for twice the input', field('inputAmount', share(20_000))),
  price('for half of the input', field('effectiveInputAmount', share(5_000))),
  price('with its own router', field('router', stranger)),
  price('that requests value with a token', field('value', '1000000000000000000')),
  price('that requests no value with the native token', field('value', '0'), { swap: 'native' }),
  price('without native tokens', field('isNativeTokenInput', false), { swap: 'native' }),
  price('with a fee of 8.99 %, which the quote takes', getFee(899), { quote: getFee(899) }),
  price('with a fee of 0.5 %, which the quote takes', getFee(50), { quote: getFee(50) }),
  price('with a fee of 8.99 % and an output without it', field('settlementFee', share9000), {
    quote: getFee(899),
  }),
  price('with a fee of 8.99 % valued at zero USD, which the quote takes', worthless(getFee(899)), {
    quote: worthless(getFee(899)),
  }),
  price('with a fee of 0.45 %, which the call takes and the quote omits', getFee(45), {
    quote: trade(({ minOutputAmount }) => ({ settlementFee: (minOutputAmount * 45n) / 10_000n })),
  }),
  price('without a settlement fee', field('settlementFee', undefined)),
  price('without a settlement fee, as in the quote', field('settlementFee', '0'), {
    quote: field('settlementFee', '0'),
  }),
  price('that hides the fees in another token, as in the quote', hidesFees, {
    quote: hidesFees,
  }),
  price('without a settlement fee, before a quote with 0.05 %', field('settlementFee', '0'), {
    quote: getFee(5),
  }),
  price('with USD values of zero', fields({ inputAmountUSD: '0', outputAmountUSD: '0' })),
  price('with an output value of a million', fields({ outputAmountUSD: '1000000' })),
  price('with infinite USD values', fields({ inputAmountUSD: 'Infinity' })),
  price(
    'that claims to improve the market by a billion percent',
    fields({ priceImpactBps: '-100000000000' }),
  ),
  price('that claims a loss of 2^60 percent when sold back', field('surgeValue', 2 ** 60)),
  price('with modules that do not exist', field('liquidityModules', ['<script>', '../..', ''])),
  price('of a block in the far future', field('blockNumber', Number.MAX_SAFE_INTEGER)),
  price(
    'that is not a price',
    result(() => ({ hello: 'world' })),
  ),
  price(
    'for a hundredth of the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(100)(inputAmount) })),
  ),
  price(
    'for another output token',
    answerTo((_, { chain }) => ({ outputToken: chain.token('USDC').address })),
  ),
]

function share9000(_: string): string {
  // 9 % of the output of this swap.
  return '15806521328853645'
}

function worthless(lie: ServiceLie): ServiceLie {
  return async (honest, context) => {
    const nothing = fields({ inputAmountUSD: '0', outputAmountUSD: '0', feeCostUSD: '0' })
    return nothing(await lie(honest, context), context)
  }
}
