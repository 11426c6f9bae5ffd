import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../devnet/testing/devnet.ts'
import { type Address, NATIVE_TOKEN } from '../wire/lib/address.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
const PARTNER: Address = '0x00000000000000000000000000000000abcdefab'
const RECEIVER: Address = '0x00000000000000000000000000000000deadbeef'

/** Every spelling that the pattern of the interface allows. */
const SPELLINGS = {
  'lower case': (address: Address) => address.toLowerCase(),
  'checksum case': (address: Address) => getAddress(address.toLowerCase() as Address),
  'upper case': (address: Address) => `0x${address.slice(2).toUpperCase()}`,
  'a wrong checksum': toWrongChecksum,
} as const
const CASES = Object.entries(SPELLINGS)

/** Swaps the case of every letter of the checksum. */
function toWrongChecksum(address: Address): string {
  const digits = getAddress(address.toLowerCase() as Address).slice(2)
  const swapped = Array.from(digits, (digit) =>
    digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
  )
  return `0x${swapped.join('')}`
}

let devnet: TestDevnet
let service: TestService
let chain: TestChain
let tokens: Record<'weth' | 'usdc' | 'sDai' | 'dai' | 'aEthUsdc', Address>

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum'] })
  service = await startTestService(devnet)
  chain = devnet.chain()
  tokens = {
    weth: chain.token('WETH').address,
    usdc: chain.token('USDC').address,
    dai: chain.token('DAI').address,
    sDai: chain.token('sDAI').address,
    aEthUsdc: chain.token('aEthUSDC').address,
  }
  await service.caughtUp()
})
afterAll(async () => {
  await service?.stop()
  await devnet?.stop()
})

async function post(path: string, body: unknown) {
  const request = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  const response = await service.fetch(new Request(`http://service.test${path}`, request))
  return { status: response.status, body: await response.json() }
}

/** Removes the spelling of addresses and the fields that depend on the time of the request. */
function normalize(value: unknown): unknown {
  const timed = new Set(['quoteId', 'expiresAt', 'calldata', 'calls'])
  return JSON.parse(
    JSON.stringify(value, (name, field) => {
      if (timed.has(name)) return undefined
      return typeof field === 'string' ? field.toLowerCase() : field
    }),
  )
}

describe.each(['/router/v1/price', '/router/v1/quote'])('%s', (path) => {
  const fields = ['inputToken', 'outputToken', 'userAddress', 'outputReceiver', 'partnerAddress'] as const
  const trades = [
    ['WETH', () => tokens.weth],
    ['the native token', () => NATIVE_TOKEN],
  ] as const

  const toBody = (inputToken: Address) => ({
    chainID: 'ethereum',
    inputToken,
    outputToken: tokens.usdc,
    inputAmount: '1000000000000000',
    userAddress: chain.account(),
    outputReceiver: RECEIVER,
    uniquePID: 'test',
    partnerAddress: PARTNER,
    partnerFee: 10,
    computeStable: true,
  })

  it.each(trades.flatMap(([input, getToken]) => fields.map((field) => [field, input, getToken] as const)))(
    'accepts any spelling of %s in a trade of %s and repeats it',
    async (field, _, getToken) => {
      const plain = toBody(getToken())
      const expected = await post(path, plain)
      expect(expected.status).toBe(200)
      for (const [, spell] of CASES) {
        const body = { ...plain, [field]: spell(plain[field]) }
        const { status, body: answer } = await post(path, body)
        expect(status).toBe(200)
        expect(normalize(answer)).toEqual(normalize(expected.body))
        expect(answer.result).toMatchObject({
          inputToken: body.inputToken,
          outputToken: body.outputToken,
          feeToken: body.outputToken,
          inputSender: body.userAddress,
          outputReceiver: body.outputReceiver,
        })
      }
    },
  )

  it('encodes and simulates the same call for every spelling of all addresses', async () => {
    const plain = toBody(tokens.weth)
    const answers = await Promise.all(
      CASES.map(([, spell]) =>
        post(path, {
          ...plain,
          ...Object.fromEntries(fields.map((field) => [field, spell(plain[field])])),
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(CASES.map(() => 200))
    const [first, ...others] = answers.map(({ body }) => normalize(body))
    for (const other of others) expect(other).toEqual(first)
  })

  it.each(fields)('rejects %s with the prefix 0X, which the pattern does not allow', async (field) => {
    const plain = toBody(tokens.weth)
    const { status, body } = await post(path, { ...plain, [field]: plain[field].replace('0x', '0X') })
    expect([status, body.error]).toEqual([400, `Invalid ${field} provided`])
  })

  it('recognizes equal tokens, reserved accounts and the zero address in any spelling', async () => {
    for (const [, spell] of CASES) {
      const same = { ...toBody(tokens.weth), outputToken: spell(tokens.weth) }
      expect((await post(path, same)).body.error).toBe('Invalid outputToken provided')
      const token = { ...toBody(tokens.weth), outputReceiver: spell(tokens.usdc) }
      expect((await post(path, token)).body.error).toBe('Invalid outputReceiver provided')
      const native = { ...toBody(tokens.weth), partnerAddress: spell(NATIVE_TOKEN) }
      expect((await post(path, native)).body.error).toBe('Invalid partnerAddress provided')
    }
  })
})

describe('exchange rates', () => {
  it.each(CASES)('are the same for addresses in %s, which are echoed', async (_, spell) => {
    const pair = { domestic_blockchain: 'ethereum', foreign_blockchain: 'ethereum' }
    const toPairs = (of: (address: Address) => string) => [
      { ...pair, domestic_token: of(tokens.weth), foreign_token: of(tokens.usdc) },
      { ...pair, domestic_token: of(NATIVE_TOKEN), foreign_token: of(tokens.aEthUsdc) },
    ]
    const expected = await post(
      '/rates',
      toPairs((address) => address),
    )
    const { status, body } = await post('/rates', toPairs(spell))
    expect(status).toBe(200)
    expect(body).toMatchObject(toPairs(spell))
    expect(normalize(body)).toEqual(normalize(expected.body))
    expect(body[0].price).toBeGreaterThan(0)
  })
})

describe('yield interface', () => {
  const requests = () =>
    [
      ['/yield/historical-apy', { lp_token_address: tokens.aEthUsdc, input_token: tokens.usdc }],
      ['/yield/historical-apy', { pool_address: tokens.sDai, input_token: tokens.dai }],
      [
        '/yield/diluted-apy',
        { lp_token_address: tokens.aEthUsdc, input_token: tokens.usdc, input_amount: 1 },
      ],
      ['/yield/diluted-apy', { pool_address: tokens.sDai, input_token: tokens.dai, input_amount: 1 }],
      ['/yield/tvl', { lp_token_address: tokens.aEthUsdc }],
      ['/yield/tvl', { pool_address: tokens.sDai }],
    ] as const

  it.each(CASES)('returns the same response for addresses in %s', async (_, spell) => {
    for (const [path, fields] of requests()) {
      const spelled = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? spell(value) : value,
      ])
      const expected = await post(path, { ...fields, chain: 'ethereum' })
      const { status, body } = await post(path, { ...Object.fromEntries(spelled), chain: 'ethereum' })
      expect(status).toBe(200)
      expect(body).toEqual(expected.body)
    }
  })
})

describe('token catalogue', () => {
  it.each(CASES)('finds a token by its address in %s', async (_, spell) => {
    const query = '{ tokens: searchTokens(chain: "ethereum", pattern: "$") { items { tokenAddress } total } }'
    for (const address of [tokens.usdc, NATIVE_TOKEN]) {
      const { status, body } = await post('/tokens/graphql', { query: query.replace('$', spell(address)) })
      expect(status).toBe(200)
      expect(body.data.tokens.items).toEqual([{ tokenAddress: getAddress(address) }])
    }
  })
})
