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
  price('promises twice the output, and the quote is honest', outputShare(20_000)),
  price('promises 0.09 % more, within what is tolerated', field('effectiveOutputAmount', share(10_009))),
  price('promises 0.6 % more, above the slippage', field('effectiveOutputAmount', share(10_060))),
  price('is one unit above the honest one', field('effectiveOutputAmount', plus(1n))),
  price('promises a thousandth of the output, to lower the agreed minimum', outputShare(10)),
  price('promises one unit of output', fields({ effectiveOutputAmount: '1', minOutputAmount: '1' })),
  price('promises no output at all', fields({ effectiveOutputAmount: '0', minOutputAmount: '0' })),
  price('promises more than there is of the token', field('effectiveOutputAmount', String(2n ** 200n))),
  price('promises a negative output', field('effectiveOutputAmount', '-1')),
  price('promises a fraction of a unit', field('effectiveOutputAmount', '1.5')),
  price('promises an output with an exponent', field('effectiveOutputAmount', '1e18')),
  price('promises an output in hex', field('effectiveOutputAmount', '0x10')),
  price('promises a number instead of digits', field('effectiveOutputAmount', 175_000)),
  price('leaves the effective output out', field('effectiveOutputAmount', undefined)),
  price('claims a minimum above the output', field('minOutputAmount', share(20_000))),
  price('claims a minimum of one unit', field('minOutputAmount', '1')),
  price('names another input token', field('inputToken', getToken('USDC'))),
  price('names another output token', field('outputToken', getToken('USDC'))),
  price('names the zero address as output', field('outputToken', `0x${'0'.repeat(40)}`)),
  price('names another receiver', field('outputReceiver', stranger)),
  price('is for twice the input', field('inputAmount', share(20_000))),
  price('is for half of the input', field('effectiveInputAmount', share(5_000))),
  price('names a router of its own', field('router', stranger)),
  price('asks for value with a token', field('value', '1000000000000000000')),
  price('asks for no value with the native token', field('value', '0'), { swap: 'native' }),
  price('says that nothing is native', field('isNativeTokenInput', false), { swap: 'native' }),
  price('shows a fee of 8.99 %, which the quote takes', getFee(899), { quote: getFee(899) }),
  price('shows a fee of 0.5 %, which the quote takes', getFee(50), { quote: getFee(50) }),
  price('shows a fee of 8.99 % and an output as if there was none', field('settlementFee', share9000), {
    quote: getFee(899),
  }),
  price('shows a fee of 8.99 % worth nothing in dollars, which the quote takes', worthless(getFee(899)), {
    quote: worthless(getFee(899)),
  }),
  price('shows a fee of 0.45 %, which the call takes and the quote does not name', getFee(45), {
    quote: trade(({ minOutputAmount }) => ({ settlementFee: (minOutputAmount * 45n) / 10_000n })),
  }),
  price('leaves the settlement fee out', field('settlementFee', undefined)),
  price('shows no settlement fee, and neither does the quote', field('settlementFee', '0'), {
    quote: field('settlementFee', '0'),
  }),
  price('shows no fee, by the name of another token, and neither does the quote', hidesFees, {
    quote: hidesFees,
  }),
  price('shows no settlement fee, and the quote one of 0.05 %', field('settlementFee', '0'), {
    quote: getFee(5),
  }),
  price('says that everything is worth nothing', fields({ inputAmountUSD: '0', outputAmountUSD: '0' })),
  price('says that the output is worth a million', fields({ outputAmountUSD: '1000000' })),
  price('says that dollars are infinite', fields({ inputAmountUSD: 'Infinity' })),
  price('claims to improve the market by a billion percent', fields({ priceImpactBps: '-100000000000' })),
  price('claims a loss on the way back of 2^60 percent', field('surgeValue', 2 ** 60)),
  price('claims modules that do not exist', field('liquidityModules', ['<script>', '../..', ''])),
  price('is of a block in the far future', field('blockNumber', Number.MAX_SAFE_INTEGER)),
  price(
    'is something else than a price',
    result(() => ({ hello: 'world' })),
  ),
  price(
    'is for a hundredth of the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(100)(inputAmount) })),
  ),
  price(
    'is for another output token',
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
