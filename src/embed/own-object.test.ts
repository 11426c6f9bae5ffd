import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { USDC, USER, WETH } from '../../wire/fixtures/addresses.ts'
import { ratesRequestFixture, ratesResponseFixture } from '../../wire/fixtures/rates-fixtures.ts'
import {
  liquidityResponseFixture,
  priceResultFixture,
  privateRpcsResponseFixture,
  quoteResultFixture,
} from '../../wire/fixtures/router-fixtures.ts'
import { tokensResponseFixture } from '../../wire/fixtures/tokens-fixtures.ts'
import { historicalApyResponseFixture } from '../../wire/fixtures/yield-fixtures.ts'
import { liquidityResponseSchema } from '../../wire/liquidity.ts'
import { object } from '../../wire/own-object.ts'
import { privateRpcsResponseSchema } from '../../wire/private-rpcs.ts'
import { quoteResponseSchema } from '../../wire/quote.ts'
import { ratesOf } from '../../wire/rates.ts'
import { priceResponseSchema } from '../../wire/router.ts'
import { tokensResponseSchema } from '../../wire/tokens.ts'
import { historicalApyResponseSchema } from '../../wire/yield.ts'
import { readActivity } from '../activity/activity-storage.ts'
import { readTokenMemory } from '../store/stored-token-memory.ts'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { readEvent } from './read-event.ts'

/** Optional fields of responses, stored data and frame messages, with values that would be valid. */
const FIELDS: Record<string, unknown> = {
  amountIn: '7',
  amountOut: '7',
  settlementFee: '7',
  maxInputAmount: '7',
  router: USER,
  blockHash: '0x12',
  inputAmountUSD: '7',
  gasCostUSD: '7',
  priceImpactBps: '0',
  surgeValue: 0,
  calldata: '0x12',
  lowAllowance: false,
  quoteId: 'evil',
  expiresAt: '2099-01-01T00:00:00Z',
  simulation: null,
  branding: { logoUri: 'https://evil.example/x.png' },
  logoUri: 'https://evil.example/x.png',
  errors: [{ message: 'evil' }],
  pinnedChains: [7],
  isLookAlike: true,
  hash: `0x${'12'.repeat(32)}`,
  call: { to: USER, data: '0x12', value: '7' },
  isUnverified: true,
  received: '7',
  minimum: '7',
  partnerFee: '7',
  unknownField: 'evil',
}

const EVIL = new Set(Object.values(FIELDS))

afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'))

/** Runs a function while `Object.prototype` has all of these fields. */
function polluted<Value>(run: () => Value): Value {
  const clean = pollutePrototype(FIELDS)
  try {
    return run()
  } finally {
    clean()
  }
}

/** The values that code reads from a parsed object and the objects in it, while the prototype is polluted. */
function readFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readFields)
  if (typeof value !== 'object' || value === null || EVIL.has(value)) return value
  const names = [...new Set([...Object.keys(value), ...Object.keys(FIELDS)])].sort()
  return names.flatMap((name) => {
    const field: unknown = Reflect.get(value, name)
    return field === undefined ? [] : [[name, readFields(field)]]
  })
}

const without = (given: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))

const price = without(priceResultFixture, ...Object.keys(FIELDS).filter((name) => name !== 'partnerFee'))
const quote = without(quoteResultFixture, ...Object.keys(FIELDS).filter((name) => name !== 'partnerFee'))
const bare = { ...tokensResponseFixture.data.tokens.items[0], branding: undefined }

const RESPONSES: [string, v.GenericSchema, unknown][] = [
  ['a price', priceResponseSchema, { statusCode: 200, result: price }],
  ['a quote', quoteResponseSchema, { statusCode: 200, result: quote }],
  ['rates', ratesOf(ratesRequestFixture), ratesResponseFixture],
  [
    'tokens',
    tokensResponseSchema,
    { data: { tokens: { items: [without(bare, 'branding')], total: 1, hasMore: false } } },
  ],
  ['modules', liquidityResponseSchema, liquidityResponseFixture],
  ['private RPCs', privateRpcsResponseSchema, privateRpcsResponseFixture],
  ['a yield', historicalApyResponseSchema, historicalApyResponseFixture],
]

describe('an object', () => {
  it('has its own fields and no prototype', () => {
    const schema = object({ name: v.string(), symbol: v.optional(v.string()) })
    expect(v.parse(schema, { name: 'a', more: 1 })).toEqual({ name: 'a' })
    expect(Object.getPrototypeOf(v.parse(schema, { name: 'a' }))).toBeNull()
    expect(v.safeParse(schema, Object.create({ name: 'a' })).success).toBe(false)
    expect(v.safeParse(schema, 'text').success).toBe(false)
    expect(v.safeParse(schema, { name: 1 }).issues?.[0]?.path?.[0]?.key).toBe('name')
  })

  it.each(RESPONSES)('in the response with %s has no inherited field', (_, schema, response) => {
    const text = JSON.stringify(response)
    const expected = readFields(v.parse(schema, JSON.parse(text)))
    expect(polluted(() => readFields(v.parse(schema, JSON.parse(text))))).toEqual(expected)
  })

  it('in stored tokens has no inherited field', () => {
    const stored = {
      pinned: [{ chainId: 1, address: WETH }],
      recent: [],
      imported: [{ chainId: 1, address: USDC }],
    }
    keep('sluice:a:tokens', stored)
    const expected = readFields(readTokenMemory('a'))
    expect(polluted(() => readFields(readTokenMemory('a')))).toEqual(expected)
  })

  it('in the stored activity has no inherited field', () => {
    const token = { chainId: 1, address: WETH, symbol: 'WETH', decimals: 18 }
    const entry = {
      id: 'route-1',
      status: 'done',
      chainId: 1,
      account: USER,
      receiver: USER,
      inputToken: token,
      outputToken: { ...token, address: USDC },
      inputAmount: '1',
      indicative: '1',
      approvalHashes: [],
      startedAt: 1,
    }
    keep('key', { version: 1, entries: [entry], unanswered: [] })
    const expected = readFields(readActivity('key'))
    expect(expected).toHaveLength(1)
    expect(polluted(() => readFields(readActivity('key')))).toEqual(expected)
  })

  it('in a message of a frame has no inherited field', () => {
    const event = {
      id: 'a',
      timestamp: '2026-01-01',
      name: 'walletConnected',
      payload: { address: USER, chainType: 'EVM' },
    }
    const expected = readFields(readEvent(event))
    expect(polluted(() => readFields(readEvent(event)))).toEqual(expected)
  })
})

function keep(key: string, value: unknown): void {
  Reflect.set(globalThis, 'localStorage', {
    getItem: (name: string) => (name === key ? JSON.stringify(value) : null),
  })
}
