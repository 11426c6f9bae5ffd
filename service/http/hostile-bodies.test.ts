import { describe, expect, it } from 'vitest'
import {
  searchTokensRequestFixture,
  tokensByTypeRequestFixture,
  tokensRequestFixture,
} from '../../wire/fixtures/tokens-fixtures.ts'
import { createMemoryKeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { devKeys } from '../access/dev-keys.ts'
import { toChainName } from '../lib/chain-name.ts'
import { createFixtureYields } from '../testing/fixture-yields.ts'
import { BROKEN_ADDRESSES, NASTY, NUMBERS, STRANGE_NAMES } from '../testing/hostile-values.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createRandom } from '../testing/seeded-tokens.ts'
import { createTestApp } from '../testing/test-app.ts'

const ROUNDS = 1_000
const RAW = [...NASTY, ...NUMBERS, ...BROKEN_ADDRESSES]
const pool = { pool_address: PRICE_BODY.userAddress, chain: 'ethereum' }
const pair = {
  domestic_blockchain: 'ethereum',
  domestic_token: PRICE_BODY.inputToken,
  foreign_blockchain: 'base',
  foreign_token: PRICE_BODY.outputToken,
}

/**
 * A valid body and the documented responses to all other bodies, written independently of the wire
 * schemas.
 */
interface Target {
  path: string
  bodies: readonly unknown[]
  isSound(value: unknown): boolean
  /** Statuses for invalid requests. */
  refusals: readonly number[]
}

// The router has a test of its own, field by field: service/router/hostile-trades.test.ts.
const TARGETS: Target[] = [
  { path: '/rates', bodies: [[pair], [pair, pair]], isSound: isSoundBatch, refusals: [400, 413] },
  {
    path: '/tokens/graphql',
    bodies: [tokensRequestFixture, tokensByTypeRequestFixture, searchTokensRequestFixture],
    isSound: isSoundQuery,
    refusals: [400],
  },
  {
    path: '/yield/historical-apy',
    bodies: [pool],
    isSound: isSoundReserve,
    refusals: [400, 413, 422],
  },
  {
    path: '/yield/diluted-apy',
    bodies: [
      { ...pool, input_amount: 1 },
      { ...pool, input_amount: '1000' },
    ],
    isSound: (value) =>
      isSoundReserve(value) && isSoundAmount((value as { input_amount: unknown }).input_amount),
    refusals: [400, 413, 422],
  },
  {
    path: '/yield/tvl',
    bodies: [{ lp_token_address: PRICE_BODY.userAddress, chain: 'BSC' }],
    isSound: isSoundReserve,
    refusals: [400, 413, 422],
  },
]

describe.each(TARGETS)('hostile bodies at $path', ({ path, bodies, isSound, refusals }) => {
  it(`are refused in its own words, ${ROUNDS} times`, async () => {
    const random = createRandom(20_260_101)
    const { post, logged } = createTestApp({ yields: createFixtureYields(), access: unlimited() })
    const answered = { sound: 0, refused: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = damaged(random, pick(random, bodies))
      const response = await post(path, text)
      const body = await response.text()
      const about = `${text.slice(0, 500)} -> ${response.status} ${body.slice(0, 300)}`
      expect(body, about).not.toMatch(/\bat .*[.]ts|node_modules|TypeError|localhost:8545/)
      const { value, isPlain } = read(text)
      const isLong = text.length > (path === '/tokens/graphql' ? 8_192 : 16_384)
      if (isSound(value) && isPlain && !isLong) {
        answered.sound += 1
        // A GraphQL query may be damaged in its words, which only GraphQL can read.
        expect(path === '/tokens/graphql' ? [200, 400] : [200], about).toContain(response.status)
      } else if (!isSound(value)) {
        answered.refused += 1
        expect(refusals, about).toContain(response.status)
        expectRefusal(path, JSON.parse(body), response)
      } else {
        // Accepts 200 too, because a lenient reader may guess the intended value.
        expect([200, ...refusals], about).toContain(response.status)
      }
    }
    expect(Math.min(answered.sound, answered.refused)).toBeGreaterThan(ROUNDS / 20)
    expect(logged.filter(({ level }) => level !== 'info')).toEqual([])
    expect({}).not.toHaveProperty('polluted')
  })
})

function expectRefusal(path: string, body: Record<string, unknown>, response: Response) {
  if (path.startsWith('/yield')) {
    expect(body).toEqual({
      success: false,
      error: expect.any(String),
      error_type: 'validation_error',
      step: expect.stringMatching(/^(input_validation|input_token_validation)$/),
      request_id: response.headers.get('x-request-id'),
    })
  } else if (path === '/rates') {
    expect(body).toEqual({
      statusCode: response.status,
      error: expect.stringMatching(/^Invalid .* provided$|^Request body too large$/),
    })
  } else {
    const { errors, ...rest } = body as { errors: { message: string; extensions: { code: string } }[] }
    expect(rest).toEqual({})
    for (const error of errors) expect(error.extensions.code).toMatch(/^[A-Z_]+$/)
  }
}

function isSoundBatch(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 25 &&
    value.every(
      (item) =>
        isObject(item) &&
        [item.domestic_token, item.foreign_token].every(isAddress) &&
        [item.domestic_blockchain, item.foreign_blockchain].every(isName),
    )
  )
}

function isSoundQuery(value: unknown): boolean {
  if (!isObject(value) || typeof value.query !== 'string') return false
  const { variables = null, operationName = null } = value
  return (
    (variables === null || isObject(variables)) &&
    (operationName === null || typeof operationName === 'string')
  )
}

function isSoundReserve(value: unknown): boolean {
  if (!isObject(value)) return false
  const { pool_address: byPool = null, lp_token_address: byLp = null, input_token: input = null } = value
  const addresses = [byPool, byLp, input].filter((address) => address !== null)
  const isChain = typeof value.chain === 'string' && toChainName(value.chain) !== undefined
  return isChain && addresses.every(isAddress) && (byPool === null) !== (byLp === null)
}

function isSoundAmount(value: unknown): boolean {
  const digits = Number.isInteger(value) ? BigInt(value as number).toString() : value
  return typeof digits === 'string' && /^(0|[1-9][0-9]{0,77})$/.test(digits) && BigInt(digits) < 2n ** 256n
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) && value.startsWith('0x')
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= 40
}

/**
 * Returns the parsed value, and whether every reader parses the text alike. Returns undefined for
 * invalid JSON.
 */
function read(text: string): { value: unknown; isPlain: boolean } {
  const value = attempt(() => JSON.parse(text))
  const hasPoison = /"(__proto__|constructor|prototype)":/.test(text)
  return { value, isPlain: JSON.stringify(value) === text.trimEnd() && !hasPoison }
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function damaged(random: () => number, body: unknown): string {
  const text = JSON.stringify(body)
  const at = Math.floor(random() * text.length)
  switch (Math.floor(random() * 10)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x2_000)) + text.slice(at + 1)
    case 2:
      return pick(random, RAW)
    case 3:
      return '['.repeat(Math.floor(random() * 8_000)) + text
    case 4:
      return text.replace('{', `{"${pick(random, STRANGE_NAMES)}":${pick(random, RAW)},`)
    case 5:
      return text.replace('{', `{${text.slice(text.indexOf('{') + 1, text.indexOf(',') + 1)}`)
    case 6:
      return `[${Array(20 + Math.floor(random() * 12)).fill(text.replace(/^\[|\]$/g, ''))}]`
    case 7:
      return text + ' '.repeat(Math.floor(random() ** 4 * 200_000))
    default: {
      // One of its values, at any depth, is something else.
      const values = [...text.matchAll(/:("[^"]*"|\d+|null)/g)]
      const { index, 0: found } = pick(random, values)
      return `${text.slice(0, index)}:${pick(random, RAW)}${text.slice(index + found.length)}`
    }
  }
}

function unlimited() {
  const without = { perSecond: 1e6, burst: 1e6 }
  return createAccess({
    keys: createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' })),
    nowMs: () => 0,
    anonymous: { rates: without, tokens: without, yields: without },
  })
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}
