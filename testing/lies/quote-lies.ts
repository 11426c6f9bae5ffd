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
  quote('claims and enforces one unit, and measures well', oneUnit),
  quote('claims and enforces one unit of the native token’s trade', oneUnit, { swap: 'native' }),
  quote('claims and enforces one unit where an approval comes first', oneUnit, { swap: 'approval' }),
  quote('claims and enforces one unit with a partner', oneUnit, { swap: 'partner' }),
  quote('claims and enforces a tenth', understated(1_000)),
  quote('claims and enforces 99 %, outside the slippage', understated(9_900)),
  quote('claims and enforces 99.45 %, just below the agreed minimum', understated(9_945)),
  quote('claims and enforces 99.85 %, a little outside what is tolerated', understated(9_985)),
  quote('claims and enforces 99.95 %, within what is tolerated', understated(9_995)),
  quote('claims 99 % and enforces the honest minimum', outputShare(9_900)),
  quote('claims one unit and enforces the honest minimum', field('effectiveOutputAmount', '1')),
  quote('claims no output', fields({ effectiveOutputAmount: '0', minOutputAmount: '0' })),
  quote(
    'claims no output and enforces one unit',
    both(fields({ effectiveOutputAmount: '0', minOutputAmount: '0' }), trade({ minOutputAmount: 1n })),
  ),
  quote(
    'claims the effective output alone at one unit, and enforces it',
    both(field('effectiveOutputAmount', '1'), trade({ minOutputAmount: 1n })),
  ),
  quote('claims the gross output alone at one unit', field('outputAmount', '1')),
  // Overstated output.
  quote('claims twice the output', outputShare(20_000)),
  quote('claims 1 % more', outputShare(10_100)),
  quote('claims one unit more', field('effectiveOutputAmount', plus(1n))),
  quote('claims more than there is', field('effectiveOutputAmount', String(2n ** 255n))),
  quote('claims the honest output and sells half of the input', halfRoute),
  quote(
    'claims the honest output, sells half and enforces a third',
    both(
      halfRoute,
      trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount / 3n })),
      field('minOutputAmount', share(3_333)),
    ),
  ),
  quote('claims half, sells half and enforces half', both(halfRoute, understated(4_990))),
  quote('is half as much in all it says', worse(4_990)),
  quote(
    'takes a fee of 10 % and claims the honest output',
    trade(({ minOutputAmount }) => ({ settlementFee: minOutputAmount / 10n })),
  ),
  quote('takes a fee of 8.99 % and admits it', getFee(899)),
  quote('takes a fee of 0.06 %', getFee(6)),
  quote('takes a fee of 0.04 % where 0.03 % was shown', getFee(4)),
  quote('takes the fee that was shown, and names none', field('settlementFee', '0')),
  quote(
    'takes the fee that was shown, and names none of another token',
    both(field('settlementFee', '0'), field('feeToken', getToken('USDC'))),
  ),
  // Tokens and parties.
  ...['inputToken', 'outputToken', 'feeToken'].map((name) =>
    quote(`names USDC as ${name}`, field(name, getToken('USDC'))),
  ),
  ...['inputSender', 'outputReceiver', 'router'].map((name) =>
    quote(`names a stranger as ${name}`, field(name, stranger)),
  ),
  ...['inputToken', 'outputToken', 'inputSender', 'outputReceiver', 'router'].flatMap((name) => [
    quote(
      `writes ${name} in capitals`,
      field(name, (old: string) => `0x${old.slice(2).toUpperCase()}`),
    ),
    quote(`names zero as ${name}`, field(name, `0x${'0'.repeat(40)}`)),
    quote(
      `cuts a digit off ${name}`,
      field(name, (old: string) => old.slice(0, -1)),
    ),
    quote(`leaves ${name} out`, field(name, undefined)),
  ]),
  quote('names the input token as router', field('router', getToken('DAI'))),
  quote('names the executor as router', contract('router', 'executor')),
  quote('names Permit2 as router', contract('router', 'permit2'), { swap: 'approval' }),
  quote('names a stranger as router where an approval comes first', field('router', stranger), {
    swap: 'approval',
  }),
  ...['approvalTarget', 'allowanceTarget', 'spender', 'to', 'permit2'].map((name) =>
    quote(`names a stranger as ${name}, in words of other services`, field(name, stranger), {
      swap: 'approval',
    }),
  ),
  quote('names null as router', field('router', null)),
  // Amounts.
  quote('is for one unit more of the input', field('inputAmount', plus(1n))),
  quote('is for one unit less of the input', field('inputAmount', plus(-1n))),
  quote('is for nothing', field('inputAmount', '0')),
  quote('uses half of the input', field('effectiveInputAmount', share(5_000))),
  quote(
    'uses half of the input, in the call too',
    both(
      field('effectiveInputAmount', share(5_000)),
      trade(({ inputAmount }) => ({ inputAmount: inputAmount / 2n })),
    ),
  ),
  quote('asks for value with a token', field('value', '1')),
  quote('asks for twice the value', field('value', share(20_000)), { swap: 'native' }),
  quote('asks for no value', field('value', '0'), { swap: 'native' }),
  quote('asks for a value in hex', field('value', '0x16345785d8a0000'), { swap: 'native' }),
  quote('asks for a negative value', field('value', '-1'), { swap: 'native' }),
  quote('leaves the value out', field('value', undefined)),
  quote('allows itself ten times the input', field('maxInputAmount', String(2n ** 150n))),
  quote('claims a fee for routing', field('routingFee', '1000000000000000')),
  quote('claims a fee for the partner', field('partnerFee', '1000000000000000')),
  quote('claims no fee for the partner', field('partnerFee', '0'), { swap: 'partner' }),
  // Types of values.
  ...['inputAmount', 'effectiveOutputAmount', 'minOutputAmount'].flatMap((name) => [
    quote(`leaves ${name} out`, field(name, undefined)),
    quote(`has null as ${name}`, field(name, null)),
    quote(`has a number as ${name}`, field(name, 1e21)),
    quote(
      `has a list as ${name}`,
      field(name, (old: string) => [old]),
    ),
    quote(
      `has a negative ${name}`,
      field(name, (old: string) => `-${old}`),
    ),
    quote(
      `has leading zeros in ${name}`,
      field(name, (old: string) => `00${old}`),
    ),
    quote(`has 100,000 digits in ${name}`, field(name, '9'.repeat(100_000))),
  ]),
  quote('has Arabic digits', field('effectiveOutputAmount', '١٢٣')),
  quote(
    'has spaces around the digits',
    field('effectiveOutputAmount', (old: string) => ` ${old} `),
  ),
  // Time.
  quote(
    'expired a minute ago',
    field('expiresAt', () => new Date(Date.now() - 60_000).toISOString()),
  ),
  quote('expired in 1970', field('expiresAt', '1970-01-01T00:00:00.000Z')),
  quote(
    'expires in a year',
    field('expiresAt', () => new Date(Date.now() + 365 * 24 * HOUR_MS).toISOString()),
  ),
  quote('expires never', field('expiresAt', undefined)),
  quote('expires at no time', field('expiresAt', 'soon')),
  quote('expires at a number', field('expiresAt', 4_102_444_800)),
  quote(
    'expires in the next hour, and so says the call',
    both(
      field('expiresAt', nextHour),
      trade(({ deadline }) => ({ deadline: deadline + 3_300n })),
    ),
  ),
  quote('expired, with a clock an hour behind that says so', async (honest) => ({
    ...honest,
    headers: { ...honest.headers, date: new Date(Date.now() - HOUR_MS).toUTCString() },
  })),
  quote('is dated tomorrow', async (honest) => ({
    ...honest,
    headers: { ...honest.headers, date: new Date(Date.now() + 24 * HOUR_MS).toUTCString() },
  })),
  quote('is dated 50 minutes ahead, and holds so much longer', async (honest, context) => {
    const ahead = Date.now() + 3_000_000
    const later = await field('expiresAt', new Date(ahead + 300_000).toISOString())(honest, context)
    return { ...later, headers: { ...later.headers, date: new Date(ahead).toUTCString() } }
  }),
  quote('is dated with nonsense and expired', async (honest, context) => {
    const late = await field('expiresAt', new Date(Date.now() - HOUR_MS).toISOString())(honest, context)
    return { ...late, headers: { ...late.headers, date: 'yesterday' } }
  }),
  quote('comes an hour late', async (honest, { passTime }) => {
    passTime(HOUR_MS)
    return honest
  }),
  quote('comes six minutes late', async (honest, { passTime }) => {
    passTime(360_000)
    return honest
  }),
  quote('comes an hour late, freshly dated', async (honest, { passTime }) => {
    passTime(HOUR_MS)
    return { ...honest, headers: { ...honest.headers, date: new Date(Date.now() + HOUR_MS).toUTCString() } }
  }),
  // The response to another request.
  quote(
    'is the answer for twice the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(20_000)(inputAmount) })),
  ),
  quote(
    'is the answer for half the amount',
    answerTo(({ inputAmount }) => ({ inputAmount: share(5_000)(inputAmount) })),
  ),
  quote(
    'is the answer for another output token',
    answerTo((_, { chain }) => ({ outputToken: chain.token('USDC').address })),
  ),
  quote(
    'is the answer for another input token',
    answerTo((_, { chain }) => ({ inputToken: chain.token('LINK').address })),
  ),
  quote(
    'is the answer for another receiver',
    answerTo((_, { chain }) => ({ outputReceiver: chain.account(7) })),
  ),
  quote(
    'is the answer for another person',
    answerTo((_, { chain }) => ({ userAddress: chain.account(7), outputReceiver: chain.account(7) })),
  ),
  quote(
    'is the answer for the largest slippage',
    answerTo(() => ({ slippage: 5_000 })),
  ),
  quote(
    'is the answer for a week’s deadline',
    answerTo(() => ({ deadlineSeconds: 604_800 })),
  ),
  quote(
    'is the answer for a partner of its own',
    answerTo((_, { chain }) => ({ partnerAddress: chain.account(7), partnerFee: 10 })),
  ),
  quote(
    'is the answer with surplus shared',
    answerTo((_, { chain }) => ({ activateSurplusFee: true, partnerAddress: chain.account(7) })),
  ),
  quote(
    'is the answer of the worse exchange alone',
    answerTo(() => ({ modulesFilter: ['uniswap-v2'] })),
  ),
  quote(
    'is the answer to a purchase',
    answerTo(({ inputAmount }) => ({
      orderType: 'BUY',
      inputAmount: undefined,
      outputAmount: share(3)(inputAmount),
    })),
  ),
  // Other fields.
  quote('says that the trade would fail', field('revert', true)),
  quote('says neither that it fails nor that it does not', field('revert', undefined)),
  quote('carries no call', field('calldata', undefined)),
  quote('carries an empty call', field('calldata', '0x')),
  quote(
    'carries a call of odd length',
    calldata((data) => data.slice(0, -1)),
  ),
  quote(
    'carries a call in base 64',
    calldata((data) => Buffer.from(data.slice(2), 'hex').toString('base64')),
  ),
  quote(
    'carries two calls in a list',
    field('calldata', (data: string) => [data, data]),
  ),
  quote('claims to need no gas', field('computationUnits', 0)),
  quote('claims to need a billion of gas', field('computationUnits', 1e9)),
  quote('claims to need negative gas', field('computationUnits', -1)),
  quote(
    'claims a simulation that went well beyond measure',
    fields({
      simulation: { success: true, gasUsed: '1', blockNumber: 1, error: null, balanceChanges: [], calls: [] },
    }),
  ),
  quote('claims a simulation that is a trace of its own', field('simulation', { trace: [] })),
  quote(
    'claims that nothing is missing of balance and allowance',
    fields({ lowBalance: false, lowAllowance: false }),
    { swap: 'approval', modes: () => true },
  ),
  quote('claims that the balance is short', fields({ lowBalance: true })),
  quote('claims modules that are no modules', field('liquidityModules', [{ portionBps: 1e9 }])),
  quote('is of another block', both(field('blockNumber', 1), field('blockHash', `0x${'1'.repeat(64)}`))),
  quote('is of no block', field('blockNumber', undefined)),
  quote('says that the output is worth nothing', fields({ outputAmountUSD: '0' })),
  quote('says that the input is worth a billion', fields({ inputAmountUSD: '1000000000' })),
  quote('carries an id with a script in it', field('quoteId', '<img src=x onerror=alert(1)>')),
  quote(
    'is nothing',
    result(() => null),
  ),
]

function contract(name: string, of: 'executor' | 'permit2'): ServiceLie {
  return result((honest, { chain }) => ({ ...honest, [name]: chain.manifest.contracts[of] }))
}
