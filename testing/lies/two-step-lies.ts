import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import { halfRoute, oneUnit, understated, worse } from './quote-lies.ts'
import { ACCOUNTS } from './swaps.ts'
import {
  answer,
  answerTo,
  both,
  calldata,
  field,
  fields,
  getShare,
  outputShare,
  secondly,
  share,
  stranger,
  trade,
} from './tampering.ts'

/** False second responses after an honest first one. */
const SECOND: readonly [name: string, lie: ServiceLie][] = [
  ['claims and enforces one unit', oneUnit],
  ['claims and enforces half', understated(5_000)],
  ['claims and enforces 99 %', understated(9_900)],
  ['claims and enforces 99.86 %', understated(9_986)],
  ['enforces one unit', trade({ minOutputAmount: 1n })],
  ['claims twice the output', outputShare(20_000)],
  ['sells half of the input', halfRoute],
  ['sells half, claims half and enforces half', both(halfRoute, understated(4_990))],
  ['has half of the amount in all its fields', worse(4_990)],
  ['sells twice the amount', trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n }))],
  [
    'takes a fee of 0.4 %',
    trade(({ minOutputAmount }) => ({ settlementFee: getShare(minOutputAmount, 40) })),
  ],
  ['pays a stranger', trade((_, { chain }) => ({ outputReceiver: chain.account(ACCOUNTS.stranger) }))],
  [
    'pays a stranger a partner’s fee',
    trade((_, { chain }) => ({ partner: chain.account(ACCOUNTS.stranger), partnerFeeBps: 40n })),
  ],
  ['contains another router', field('router', stranger)],
  ['requests value', field('value', '1000000000000000')],
  ['expired long ago', field('expiresAt', '2001-01-01T00:00:00.000Z')],
  ['has an unlimited deadline', trade({ deadline: 2n ** 256n - 1n })],
  ['reports a revert', fields({ revert: true, calldata: undefined })],
  ['has other bytes as calldata', calldata(() => '0xdeadbeef')],
  [
    'belongs to half of the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(5_000)(inputAmount) })),
  ],
  ['is an HTML page', answer({ headers: { 'content-type': 'text/html' }, body: '<html></html>' })],
]

const afterApproval = SECOND.map(
  ([name, lie]): Lie => ({
    name: `the quote after the approval ${name}`,
    swap: 'approval',
    quote: secondly(lie),
  }),
)

/**
 * The first quote is actually worse, so that the user has to accept it, and it expires before that.
 */
const afterYes = SECOND.map(
  ([name, lie]): Lie => ({
    name: `the quote after the user accepted a worse one ${name}`,
    quote: (honest, context) => (context.nth === 1 ? worse(4_990)(honest, context) : lie(honest, context)),
    thinksMs: 60_000,
  }),
)

/** Lies of the service after honest responses. */
export const TWO_STEP_LIES: readonly Lie[] = [
  ...afterApproval,
  ...afterYes,
  {
    name: 'the quote after two approvals claims and enforces one unit',
    swap: 'reset',
    quote: secondly(oneUnit),
  },
  {
    name: 'each quote is slightly worse than the accepted one',
    quote: (honest, context) => worse(4_990 - context.nth * 60)(honest, context),
    thinksMs: 60_000,
  },
  {
    name: 'the quote after the approval never arrives',
    swap: 'approval',
    quote: secondly(async (honest, { hold }) => {
      await hold()
      return honest
    }),
  },
]
