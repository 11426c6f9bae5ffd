import { getBought, toSellingRoute, withBought } from '../../contracts/testing/settlement-calldata.ts'
import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import { decodes } from './modes.ts'
import {
  answerTo,
  both,
  call,
  field,
  fields,
  getShare,
  getToken,
  plus,
  secondly,
  share,
  stranger,
  trade,
} from './tampering.ts'

const price = (name: string, lie: ServiceLie, others: Partial<Lie> = {}): Lie => ({
  name: `the price of a purchase ${name}`,
  swap: 'purchase',
  modes: decodes,
  price: lie,
  ...others,
})

const quote = (name: string, lie: ServiceLie, others: Partial<Lie> = {}): Lie => ({
  name: `the quote of a purchase ${name}`,
  swap: 'purchase',
  modes: decodes,
  quote: lie,
  ...others,
})

/** Both claims of the input. */
const inputShare = (bps: number): ServiceLie =>
  both(field('inputAmount', share(bps)), field('effectiveInputAmount', share(bps)))

/**
 * All input amounts of a quote and its call. The claim is a few units higher, because of the
 * rounding of the maximum.
 */
const costs = (bps: number): ServiceLie =>
  both(
    inputShare(bps),
    field('inputAmount', plus(100n)),
    field('maxInputAmount', share(bps)),
    trade(({ inputAmount }) => ({ inputAmount: getShare(inputAmount, bps) })),
  )

const native = { swap: 'nativePurchase' } as const
const approved = { swap: 'approvedPurchase' } as const

/** The maximum of the call and its value, consistent. */
const nativeCosts = (bps: number): ServiceLie => both(costs(bps), field('value', share(bps)))

const outputShare = (bps: number): ServiceLie =>
  both(...['outputAmount', 'effectiveOutputAmount', 'minOutputAmount'].map((name) => field(name, share(bps))))

/** Buys another gross output. */
const buys = (bps: number): ServiceLie =>
  call(({ route, ...rest }) => ({ ...rest, route: withBought(route, getShare(getBought(route) ?? 0n, bps)) }))

/** Sells the whole maximum; the surplus above the exact output arrives too. */
const sellsAll = call(({ route, ...rest }) => ({ ...rest, route: toSellingRoute(route) }))

const malformed: readonly [string, unknown][] = [
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['hex', '0x10'],
  ['nothing', undefined],
  ['a number', 175_000],
]

/** False prices and quotes of an exact output. */
export const PURCHASE_LIES: readonly Lie[] = [
  // The price that the screen shows before Confirm.
  price('promises half of the cost', inputShare(5_000)),
  price('promises 0.09 % less, within the tolerance', inputShare(9_991)),
  price('promises 0.6 % less, more than the slippage', inputShare(9_940)),
  price(
    'promises one unit less',
    both(field('inputAmount', plus(-1n)), field('effectiveInputAmount', plus(-1n))),
  ),
  price('promises one unit', fields({ inputAmount: '1', effectiveInputAmount: '1', maxInputAmount: '1' })),
  price('promises a cost of zero', fields({ inputAmount: '0', effectiveInputAmount: '0' })),
  price('claims twice the cost, to raise the agreed maximum', inputShare(20_000)),
  price('claims twice the cost, which the quote takes', inputShare(20_000), { quote: costs(20_000) }),
  price('claims twice the cost, which the quote takes and sells', inputShare(20_000), {
    quote: both(costs(20_000), sellsAll),
  }),
  price('claims half in one of its two fields', field('inputAmount', share(5_000))),
  price('claims half in the other of its two fields', field('effectiveInputAmount', share(5_000))),
  price('claims twice in one of its two fields', field('effectiveInputAmount', share(20_000))),
  price('contains a maximum of one unit', field('maxInputAmount', '1')),
  price(
    'contains a maximum of twice as much, which the quote takes',
    field('maxInputAmount', share(20_000)),
    {
      quote: both(
        field('maxInputAmount', share(20_000)),
        trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
      ),
    },
  ),
  price('contains no maximum', field('maxInputAmount', undefined)),
  price('promises twice the output', outputShare(20_000)),
  price('promises half of the output', outputShare(5_000)),
  price('promises no output', fields({ effectiveOutputAmount: '0', minOutputAmount: '0' })),
  price('costs more than the total supply', fields({ inputAmount: String(2n ** 200n) })),
  price(
    'belongs to a sale',
    answerTo(() => ({ orderType: 'SELL', inputAmount: '1000000000000000000', outputAmount: undefined })),
  ),
  price(
    'belongs to a hundredth of the amount',
    answerTo(({ outputAmount }) => ({ outputAmount: share(100)(outputAmount) })),
  ),
  price('requests no value with the native token', field('value', '0'), native),
  price('promises half of the native token', inputShare(5_000), native),
  price('promises half before an approval', inputShare(5_000), approved),
  ...malformed.map(([name, value]) => price(`writes its input as ${name}`, field('inputAmount', value))),

  // The claims of the quote.
  quote('claims half of the cost', inputShare(5_000)),
  quote('claims twice the cost', inputShare(20_000)),
  quote(
    'claims one unit more',
    both(field('inputAmount', plus(1n)), field('effectiveInputAmount', plus(1n))),
  ),
  quote('claims half in one of its two fields', field('inputAmount', share(5_000))),
  quote('claims a cost of zero', fields({ inputAmount: '0', effectiveInputAmount: '0' })),
  quote('contains a maximum of twice as much', field('maxInputAmount', share(20_000))),
  quote('contains a maximum of one unit', field('maxInputAmount', '1')),
  quote('contains no maximum', field('maxInputAmount', undefined)),
  quote('claims one unit less of the output', field('effectiveOutputAmount', plus(-1n))),
  quote('claims half of the output', outputShare(5_000)),
  quote('claims twice the output', outputShare(20_000)),
  quote('claims no output', field('effectiveOutputAmount', '0')),
  quote('requests value with a token', field('value', '1')),
  quote('uses a native token as input', fields({ isNativeTokenInput: true, value: '1000' })),
  ...malformed.map(([name, value]) =>
    quote(`writes its output as ${name}`, field('effectiveOutputAmount', value)),
  ),

  // The input of its call.
  quote('costs twice as much', costs(20_000)),
  quote('costs twice as much with an unreadable router', costs(20_000), {
    modes: (mode) => !decodes(mode),
  }),
  quote('costs 1 % more', costs(10_100)),
  quote('costs 0.6 % more, above the agreed maximum', costs(10_060)),
  quote('costs 0.09 % more, within the tolerance', costs(10_009)),
  quote('costs twice as much before an approval', costs(20_000), approved),
  quote('costs twice as much after the approval', secondly(costs(20_000)), approved),
  quote('costs 0.09 % more after the approval', secondly(costs(10_009)), approved),
  quote('costs twice as much of the native token', nativeCosts(20_000), native),
  quote('costs 0.09 % more of the native token', nativeCosts(10_009), native),
  quote(
    'takes one unit more than its maximum',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount + 1n })),
  ),
  quote(
    'takes twice its maximum',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
  ),
  quote('takes as much as possible', trade({ inputAmount: 2n ** 160n - 1n })),
  quote(
    'takes half of its maximum',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount / 2n })),
  ),
  quote('takes nothing', trade({ inputAmount: 0n })),
  quote('requests twice the value', field('value', share(20_000)), native),
  quote('requests one wei more', field('value', plus(1n)), native),
  quote('requests no value', field('value', '0'), native),
  quote('requests the value of the estimate', field('value', share(9_950)), native),
  quote(
    'takes twice as much of the native token and claims the honest price',
    both(
      field('value', share(20_000)),
      trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
    ),
    native,
  ),

  // The output of its call.
  quote(
    'enforces one unit less',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
  ),
  quote(
    'enforces half',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount / 2n })),
  ),
  quote(
    'enforces twice as much',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount * 2n })),
  ),
  quote(
    'delivers half in all its fields',
    both(
      outputShare(5_000),
      buys(5_000),
      trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount / 2n })),
    ),
  ),
  quote('buys half', buys(5_000)),
  quote('buys one percent less', buys(9_900)),
  quote('buys twice as much', buys(20_000)),
  quote('buys 0.3 % more than requested', buys(10_030)),
  quote('sells the whole maximum', sellsAll),
  quote('sells the whole maximum of the native token', sellsAll, native),
  quote('sells the whole maximum after the approval', secondly(sellsAll), approved),
  quote(
    'takes a fee of a tenth',
    trade(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 10n })),
  ),
  quote(
    'takes a fee as if ten times as much were bought',
    both(
      outputShare(100_000),
      trade(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 250n })),
      buys(10_041),
    ),
  ),
  quote(
    'shares the surplus',
    trade(({ minOutputAmount }) => ({ surplusThreshold: minOutputAmount })),
  ),

  // Parties and tokens.
  quote(
    'pays a stranger',
    trade((_, context) => ({ outputReceiver: stranger(_, context) })),
  ),
  quote(
    'pays an unconfigured partner',
    trade((_, context) => ({ partner: stranger(_, context), partnerFeeBps: 50n })),
  ),
  quote(
    'takes another token',
    trade((_, context) => ({ inputToken: getToken('LINK')(_, context) })),
  ),
  quote(
    'delivers another token',
    trade((_, context) => ({ outputToken: getToken('USDC')(_, context) })),
  ),
  quote('contains its own router', field('router', stranger), approved),

  // Responses to other requests.
  quote(
    'belongs to a sale of the estimate',
    answerTo(() => ({ orderType: 'SELL', inputAmount: '600000000000000000000', outputAmount: undefined })),
  ),
  quote(
    'belongs to half of the amount',
    answerTo(({ outputAmount }) => ({ outputAmount: share(5_000)(outputAmount) })),
  ),
  quote(
    'belongs to twice the amount',
    answerTo(({ outputAmount }) => ({ outputAmount: share(20_000)(outputAmount) })),
  ),
  quote(
    'belongs to the same number of units of the other token',
    answerTo(({ inputToken, outputToken }) => ({ inputToken: outputToken, outputToken: inputToken })),
  ),
  quote(
    'has a slippage of half',
    answerTo(() => ({ slippage: 5_000 })),
  ),
]
