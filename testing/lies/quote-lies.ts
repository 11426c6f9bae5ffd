import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import {
  answerTo,
  both,
  calldata,
  field,
  fields,
  getFee,
  getShare,
  getToken,
  outputShare,
  plus,
  result,
  route,
  share,
  stranger,
  trade,
} from './tampering.ts'

const quote = (name: string, lie: ServiceLie, others: Partial<Lie> = {}): Lie => ({
  name: `a quote ${name}`,
  quote: lie,
  ...others,
})

/** Output and minimum reduced to this share, in the quote and in the calldata. */
export const understated = (bps: number): ServiceLie =>
  both(
    outputShare(bps),
    trade(({ minOutputAmount }) => ({ minOutputAmount: (minOutputAmount * BigInt(bps)) / 10_000n })),
  )

export const oneUnit = both(
  fields({ outputAmount: '1', effectiveOutputAmount: '1', minOutputAmount: '1' }),
  trade({ minOutputAmount: 1n }),
)

/** Sells half of the input; the rest is refunded. */
export const halfRoute = route((steps) =>
  steps.map((step, index) => (index === 0 ? { ...step, portion: 2n ** 63n } : step)),
)

const nextHour = (): string => new Date(Date.now() + 3_600_000).toISOString()
/** A consistently worse quote: less input sold, less output, less fee. */
export const worse = (bps: number): ServiceLie =>
  both(
    halfRoute,
    understated(bps),
    field('settlementFee', share(bps)),
    trade(({ settlementFee }) => ({ settlementFee: getShare(settlementFee, bps) })),
  )

const HOUR_MS = 3_600_000

/** False quotes of the service. */
export const QUOTE_LIES: readonly Lie[] = [
  // Understated output: a minimum below the agreed one.
  quote('that claims and enforces one unit, and simulates well', oneUnit),
  quote('that claims and enforces one unit for the native token', oneUnit, { swap: 'native' }),
  quote('that claims and enforces one unit before an approval', oneUnit, { swap: 'approval' }),
  quote('that claims and enforces one unit with a partner', oneUnit, { swap: 'partner' }),
  quote('that claims and enforces a tenth', understated(1_000)),
  quote('that claims and enforces 99 %, outside the slippage', understated(9_900)),
  quote('that claims and enforces 99.45 %, just below the agreed minimum', understated(9_945)),
  quote('that claims and enforces 99.85 %, just outside the tolerance', understated(9_985)),
  quote('that claims and enforces 99.95 %, within the tolerance', understated(9_995)),
  quote('that claims 99 % and enforces the honest minimum', outputShare(9_900)),
  quote('that claims one unit and enforces the honest minimum', field('effectiveOutputAmount', '1')),
  quote('that claims no output', fields({ effectiveOutputAmount: '0', minOutputAmount: '0' })),
  quote(
    'that claims no output and enforces one unit',
    both(fields({ effectiveOutputAmount: '0', minOutputAmount: '0' }), trade({ minOutputAmount: 1n })),
  ),
  quote(
    'that claims and enforces one unit of effective output only',
    both(field('effectiveOutputAmount', '1'), trade({ minOutputAmount: 1n })),
  ),
  quote('that claims one unit of gross output only', field('outputAmount', '1')),
  // Overstated output.
  quote('that claims twice the output', outputShare(20_000)),
  quote('claims 1 % more', outputShare(10_100)),
  quote('that claims one unit more', field('effectiveOutputAmount', plus(1n))),
  quote('that claims more than the total supply', field('effectiveOutputAmount', String(2n ** 255n))),
  quote('that claims the honest output and sells half of the input', halfRoute),
  quote(
    'that claims the honest output, sells half and enforces a third',
    both(
      halfRoute,
      trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount / 3n })),
      field('minOutputAmount', share(3_333)),
    ),
  ),
  quote('that claims half, sells half and enforces half', both(halfRoute, understated(4_990))),
  quote('with half of the amount in all its fields', worse(4_990)),
  quote(
    'that takes a fee of 10 % and claims the honest output',
    trade(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 10n })),
  ),
  quote('that takes a fee of 8.99 % and states it', getFee(899)),
  quote('that takes a fee of 0.06 %', getFee(6)),
  quote('that takes a fee of 0.04 % instead of the shown 0.03 %', getFee(4)),
  quote('that takes the shown fee and states none', field('settlementFee', '0')),
  quote(
    'that takes the shown fee and states none in another token',
    both(field('settlementFee', '0'), field('feeToken', getToken('USDC'))),
  ),
  // Tokens and parties.
  ...['inputToken', 'outputToken', 'feeToken'].map((name) =>
    quote(`with USDC as ${name}`, field(name, getToken('USDC'))),
  ),
  ...['inputSender', 'outputReceiver', 'router'].map((name) =>
    quote(`with a stranger as ${name}`, field(name, stranger)),
  ),
  ...['inputToken', 'outputToken', 'inputSender', 'outputReceiver', 'router'].flatMap((name) => [
    quote(
      `with ${name} in capitals`,
      field(name, (old: string) => `0x${old.slice(2).toUpperCase()}`),
    ),
    quote(`with the zero address as ${name}`, field(name, `0x${'0'.repeat(40)}`)),
    quote(
      `with a truncated ${name}`,
      field(name, (old: string) => old.slice(0, -1)),
    ),
    quote(`leaves ${name} out`, field(name, undefined)),
  ]),
  quote('with the input token as router', field('router', getToken('DAI'))),
  quote('with the executor as router', contract('router', 'executor')),
  quote('with Permit2 as router', contract('router', 'permit2'), { swap: 'approval' }),
  quote('with a stranger as router before an approval', field('router', stranger), {
    swap: 'approval',
  }),
  ...['approvalTarget', 'allowanceTarget', 'spender', 'to', 'permit2'].map((name) =>
    quote(`with a stranger as ${name}, a field of other services`, field(name, stranger), {
      swap: 'approval',
    }),
  ),
  quote('with null as router', field('router', null)),
  // Amounts.
  quote('for one unit more of the input', field('inputAmount', plus(1n))),
  quote('for one unit less of the input', field('inputAmount', plus(-1n))),
  quote('for no input', field('inputAmount', '0')),
  quote('that uses half of the input', field('effectiveInputAmount', share(5_000))),
  quote(
    'that uses half of the input, as in the call',
    both(
      field('effectiveInputAmount', share(5_000)),
      trade(({ inputAmount }) => ({ inputAmount: inputAmount / 2n })),
    ),
  ),
  quote('that requests value with a token', field('value', '1')),
  quote('that requests twice the value', field('value', share(20_000)), { swap: 'native' }),
  quote('that requests no value', field('value', '0'), { swap: 'native' }),
  quote('that requests a value in hex', field('value', '0x16345785d8a0000'), { swap: 'native' }),
  quote('that requests a negative value', field('value', '-1'), { swap: 'native' }),
  quote('without a value', field('value', undefined)),
  quote('that states an allowance of ten times the input', field('maxInputAmount', String(2n ** 150n))),
  quote('that claims a routing fee', field('routingFee', '1000000000000000')),
  quote('that claims a partner fee', field('partnerFee', '1000000000000000')),
  quote('that claims no partner fee', field('partnerFee', '0'), { swap: 'partner' }),
  // Types of values.
  ...['inputAmount', 'effectiveOutputAmount', 'minOutputAmount'].flatMap((name) => [
    quote(`leaves ${name} out`, field(name, undefined)),
    quote(`with null as ${name}`, field(name, null)),
    quote(`with a number as ${name}`, field(name, 1e21)),
    quote(
      `with a list as ${name}`,
      field(name, (old: string) => [old]),
    ),
    quote(
      `with a negative ${name}`,
      field(name, (old: string) => `-${old}`),
    ),
    quote(
      `with leading zeros in ${name}`,
      field(name, (old: string) => `00${old}`),
    ),
    quote(`with 100,000 digits in ${name}`, field(name, '9'.repeat(100_000))),
  ]),
  quote('with Arabic digits', field('effectiveOutputAmount', '١٢٣')),
  quote(
    'with spaces around the digits',
    field('effectiveOutputAmount', (old: string) => ` ${old} `),
  ),
  // Time.
  quote(
    'that expired a minute ago',
    field('expiresAt', () => new Date(Date.now() - 60_000).toISOString()),
  ),
  quote('that expired in 1970', field('expiresAt', '1970-01-01T00:00:00.000Z')),
  quote(
    'that expires in a year',
    field('expiresAt', () => new Date(Date.now() + 365 * 24 * HOUR_MS).toISOString()),
  ),
  quote('expires never', field('expiresAt', undefined)),
  quote('with an invalid expiry', field('expiresAt', 'soon')),
  quote('with a number as expiry', field('expiresAt', 4_102_444_800)),
  quote(
    'that expires in the next hour, as in the call',
    both(
      field('expiresAt', nextHour),
      trade(({ deadline }) => ({ deadline: deadline + 3_300n })),
    ),
  ),
  quote('that has expired, dated by a clock an hour behind', async (honest) => ({
    ...honest,
    headers: { ...honest.headers, date: new Date(Date.now() - HOUR_MS).toUTCString() },
  })),
  quote('dated tomorrow', async (honest) => ({
    ...honest,
    headers: { ...honest.headers, date: new Date(Date.now() + 24 * HOUR_MS).toUTCString() },
  })),
  quote('dated 50 minutes ahead, with an equally later expiry', async (honest, context) => {
    const ahead = Date.now() + 3_000_000
    const later = await field('expiresAt', new Date(ahead + 300_000).toISOString())(honest, context)
    return { ...later, headers: { ...later.headers, date: new Date(ahead).toUTCString() } }
  }),
  quote('with an invalid date that has expired', async (honest, context) => {
    const late = await field('expiresAt', new Date(Date.now() - HOUR_MS).toISOString())(honest, context)
    return { ...late, headers: { ...late.headers, date: 'yesterday' } }
  }),
  quote('that arrives an hour late', async (honest, { passTime }) => {
    passTime(HOUR_MS)
    return honest
  }),
  quote('that arrives six minutes late', async (honest, { passTime }) => {
    passTime(360_000)
    return honest
  }),
  quote('that arrives an hour late with a new date', async (honest, { passTime }) => {
    passTime(HOUR_MS)
    return { ...honest, headers: { ...honest.headers, date: new Date(Date.now() + HOUR_MS).toUTCString() } }
  }),
  // The response to another request.
  quote(
    'for twice the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(20_000)(inputAmount) })),
  ),
  quote(
    'for half the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(5_000)(inputAmount) })),
  ),
  quote(
    'for another output token',
    answerTo((_, { chain }) => ({ outputToken: chain.token('USDC').address })),
  ),
  quote(
    'for another input token',
    answerTo((_, { chain }) => ({ inputToken: chain.token('LINK').address })),
  ),
  quote(
    'for another receiver',
    answerTo((_, { chain }) => ({ outputReceiver: chain.account(7) })),
  ),
  quote(
    'for another user',
    answerTo((_, { chain }) => ({ userAddress: chain.account(7), outputReceiver: chain.account(7) })),
  ),
  quote(
    'for the largest slippage',
    answerTo(() => ({ slippage: 5_000 })),
  ),
  quote(
    'for a deadline of a week',
    answerTo(() => ({ deadlineSeconds: 604_800 })),
  ),
  quote(
    'for its own partner',
    answerTo((_, { chain }) => ({ partnerAddress: chain.account(7), partnerFee: 10 })),
  ),
  quote(
    'with shared surplus',
    answerTo((_, { chain }) => ({ activateSurplusFee: true, partnerAddress: chain.account(7) })),
  ),
  quote(
    'from the worse exchange only',
    answerTo(() => ({ modulesFilter: ['uniswap-v2'] })),
  ),
  quote(
    'for a purchase',
    answerTo(({ inputAmount }) => ({
      orderType: 'BUY',
      inputAmount: undefined,
      outputAmount: share(3)(inputAmount),
    })),
  ),
  // Other fields.
  quote('that reports a revert', field('revert', true)),
  quote('without a revert status', field('revert', undefined)),
  quote('without calldata', field('calldata', undefined)),
  quote('with empty calldata', field('calldata', '0x')),
  quote(
    'with calldata of odd length',
    calldata((data) => data.slice(0, -1)),
  ),
  quote(
    'with calldata in base 64',
    calldata((data) => Buffer.from(data.slice(2), 'hex').toString('base64')),
  ),
  quote(
    'with two calls in a list',
    field('calldata', (data: string) => [data, data]),
  ),
  quote('that claims zero gas', field('computationUnits', 0)),
  quote('that claims a billion gas', field('computationUnits', 1e9)),
  quote('that claims negative gas', field('computationUnits', -1)),
  quote(
    'that claims an exaggerated simulation',
    fields({
      simulation: { success: true, gasUsed: '1', blockNumber: 1, error: null, balanceChanges: [], calls: [] },
    }),
  ),
  quote('with its own trace as simulation', field('simulation', { trace: [] })),
  quote(
    'that claims a sufficient balance and allowance',
    fields({ lowBalance: false, lowAllowance: false }),
    { swap: 'approval', modes: () => true },
  ),
  quote('that claims an insufficient balance', fields({ lowBalance: true })),
  quote('with invalid modules', field('liquidityModules', [{ portionBps: 1e9 }])),
  quote('of another block', both(field('blockNumber', 1), field('blockHash', `0x${'1'.repeat(64)}`))),
  quote('without a block', field('blockNumber', undefined)),
  quote('with an output value of zero USD', fields({ outputAmountUSD: '0' })),
  quote('with an input value of a billion USD', fields({ inputAmountUSD: '1000000000' })),
  quote('with a script in its id', field('quoteId', '<img src=x onerror=alert(1)>')),
  quote(
    'is nothing',
    result(() => null),
  ),
]

function contract(name: string, of: 'executor' | 'permit2'): ServiceLie {
  return result((honest, { chain }) => ({ ...honest, [name]: chain.manifest.contracts[of] }))
}
