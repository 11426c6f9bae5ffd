import { PRICE_BODY } from './price-body.ts'

/**
 * A request that must be rejected, with the exact error text (router, section 7 and the decisions).
 */
export interface ErrorCase {
  name: string
  path: string
  body: unknown
  key?: string
  headers?: Record<string, string>
  status: number
  error: string
}

const price = '/router/v1/price'
const quote = '/router/v1/quote'
const enterprise = 'dev-enterprise'

/** Cases that the HTTP layer rejects, whatever the implementation. */
export const ERROR_CASES: ErrorCase[] = [
  { name: 'no key', path: price, body: PRICE_BODY, status: 401, error: 'Forbidden' },
  { name: 'an empty key', path: quote, body: PRICE_BODY, key: '', status: 401, error: 'Forbidden' },
  {
    name: 'an unknown key',
    path: price,
    body: PRICE_BODY,
    key: 'dev-nobody',
    status: 401,
    error: 'Forbidden',
  },
  {
    name: 'a foreign origin',
    path: price,
    body: PRICE_BODY,
    key: 'dev-origin',
    headers: { origin: 'https://elsewhere.example' },
    status: 403,
    error: 'Request origin not in whitelist',
  },
  {
    name: 'no key before a body that is too large',
    path: price,
    body: 'x'.repeat(20_000),
    status: 401,
    error: 'Forbidden',
  },
  ...[price, quote].flatMap((path): ErrorCase[] => [
    {
      name: 'a body that is too large',
      path,
      body: ' '.repeat(20_000),
      key: enterprise,
      status: 413,
      error: 'Request body too large',
    },
    {
      name: 'a form',
      path,
      body: 'a=b',
      key: enterprise,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      status: 415,
      error: 'Content-Type must be application/json',
    },
    ...(
      [
        ['nothing', ''],
        ['half an object', '{"chainID":'],
        ['null', null],
        ['a number', 7],
        ['a text', '"price"'],
        ['an array', [PRICE_BODY]],
        ['a prototype', `{"__proto__":{"inputAmount":"1"},${JSON.stringify(PRICE_BODY).slice(1)}`],
        ['a deep nest', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
        ['a deep field', { ...PRICE_BODY, extra: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }],
      ] as const
    ).map(([name, body]) => ({
      name,
      path,
      body,
      key: enterprise,
      status: 400,
      error: 'Invalid body provided',
    })),
    ...faults().map(([parameter, value]) => ({
      name: `${parameter} = ${JSON.stringify(value)?.slice(0, 60) ?? 'absent'}`,
      path,
      body: { ...PRICE_BODY, [parameter]: value },
      key: enterprise,
      status: 400,
      error: `Invalid ${parameter} provided`,
    })),
    ...['"inputAmount":"2"', '"input\\u0041mount":"1000000000000000000"'].map((member) => ({
      name: `inputAmount twice, also as ${member}`,
      path,
      body: JSON.stringify(PRICE_BODY).replace(/}$/, `,${member}}`),
      key: enterprise,
      status: 400,
      error: 'Invalid inputAmount provided',
    })),
    ...['1e18', '1.0', '-1', '1.5', '-0', '0', '1E+2'].map((literal) => ({
      name: `inputAmount = the number ${literal}`,
      path,
      body: JSON.stringify({ ...PRICE_BODY, inputAmount: 'X' }).replace('"X"', literal),
      key: enterprise,
      status: 400,
      error: 'Invalid inputAmount provided',
    })),
  ]),
  ...(
    [
      ['no pairs', [], 'number of pairs'],
      ['26 pairs', Array.from({ length: 26 }, ratePair), 'number of pairs'],
      ['an object', ratePair(), 'body'],
      ['a pair of another type', [ratePair(), 7], '[1]'],
      ['a missing field', [{ ...ratePair(), foreign_token: undefined }], '[0].foreign_token'],
      [
        'an invalid token address',
        [ratePair(), { ...ratePair(), domestic_token: '0x12' }],
        '[1].domestic_token',
      ],
      ['malformed JSON', '[{', 'body'],
    ] as const
  ).map(([name, body, parameter]) => ({
    name: `rates: ${name}`,
    path: '/rates',
    body,
    key: enterprise,
    status: 400,
    error: `Invalid ${parameter} provided`,
  })),
]

/** Cases that the router rejects. The end-to-end test runs them on a real router. */
export function routerErrorCases(body: Record<string, unknown>): ErrorCase[] {
  const cases: [parameter: string, changes: Record<string, unknown>][] = [
    ['chainID', { chainID: 'moon' }],
    ['chainID', { chainID: 'polygon' }],
    ['chainID', { chainID: undefined }],
    ['chainID', { chainID: 'ethereum', networkID: 31338 }],
    ['networkID', { chainID: undefined, networkID: 999_999 }],
    ['inputAmount', { inputAmount: undefined }],
    ['outputToken', { outputToken: body.inputToken }],
    ['partnerAddress', { partnerFee: 10 }],
    ['modulesFilter', { modulesFilter: ['nothing-of-the-kind'] }],
    ['modulesDisabled', { modulesDisabled: ['nothing-of-the-kind'] }],
    ['outputReceiver', { outputReceiver: `0x${'0'.repeat(40)}` }],
  ]
  return [price, quote].flatMap((path) =>
    cases.map(([parameter, changes]) => ({
      name: JSON.stringify(changes),
      path,
      body: { ...body, ...changes },
      key: enterprise,
      status: 400,
      error: `Invalid ${parameter} provided`,
    })),
  )
}

function faults(): [parameter: string, value: unknown][] {
  const amounts = ['', '0', '00', '007', '+1', '-1', '1.5', '1e18', '0x10', ' 1', '1 ', '1\n', '١', 'NaN']
  const addresses = [
    undefined,
    null,
    7,
    '',
    '0x',
    `0x${'g'.repeat(40)}`,
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(40)}\n`,
  ]
  return [
    ...amounts.map((value): [string, unknown] => ['inputAmount', value]),
    ['inputAmount', (2n ** 160n).toString()],
    ['inputAmount', '9'.repeat(500)],
    ['inputAmount', null],
    ['inputAmount', true],
    ['inputAmount', ['1']],
    ['inputAmount', { toString: '1' }],
    ...['inputToken', 'outputToken', 'userAddress', 'outputReceiver'].flatMap((parameter) =>
      addresses.map((value): [string, unknown] => [parameter, value]),
    ),
    ['partnerAddress', '0x12'],
    ['chainID', 0],
    ['chainID', 1.5],
    ['chainID', -31337],
    ['chainID', ''],
    ['chainID', 'x'.repeat(50)],
    ['networkID', '0x1'],
    ['networkID', -1],
    ['networkID', '01'],
    ['orderType', 'sell'],
    ['orderType', null],
    ['uniquePID', undefined],
    ['uniquePID', 1.5],
    ['uniquePID', -1],
    ['uniquePID', 'a\r\nb'],
    ['uniquePID', ''],
    ['uniquePID', 'a b'],
    ['uniquePID', 'x'.repeat(129)],
    ['slippage', 5001],
    ['slippage', -1],
    ['slippage', '0.5'],
    ['slippage', '05'],
    ['partnerFee', 1001],
    ['partnerFee', '1e2'],
    ['computeEstimate', 'true'],
    ['computeStable', 1],
    ['surgeProtection', 'no'],
    ['isPartialFill', null],
    ['isPermit2', 0],
    ['fastMode', []],
    ['activateSurplusFee', 'yes'],
    ['modulesFilter', 'uniswap-v2'],
    ['modulesFilter', [7]],
    ['modulesDisabled', [{}]],
    ['modulesFilter', Array.from({ length: 65 }, () => 'uniswap-v2')],
    ['deadlineSeconds', 29],
    ['deadlineSeconds', 604_801],
    ['deadlineSeconds', '120'],
  ]
}

function ratePair() {
  return {
    domestic_blockchain: 'ethereum',
    domestic_token: PRICE_BODY.inputToken,
    foreign_blockchain: 'ethereum',
    foreign_token: PRICE_BODY.outputToken,
  }
}
