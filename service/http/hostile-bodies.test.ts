import { describe, expect, it } from 'vitest'
import { tokensRequestFixture } from '../../src/wire/fixtures/tokens-fixtures.ts'
import { PRICE_BODY } from '../testing/price-body.ts'
import { createTestApp } from '../testing/test-app.ts'

const ROUNDS = 2_000

/** What strangers put where something else belongs. */
const NASTY: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '\u0000',
  '\u202e',
  '😀'.repeat(50),
  '../../etc/passwd',
  "'; drop table pools; --",
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  [],
  [[]],
  {},
  { length: 3 },
  { toString: 1, valueOf: 2 },
  { $gt: '' },
  Array.from({ length: 100 }, () => ({})),
]

const BODIES: Record<string, unknown> = {
  '/router/v1/price': PRICE_BODY,
  '/router/v1/quote': PRICE_BODY,
  '/rates': [
    {
      domestic_blockchain: 'ethereum',
      domestic_token: PRICE_BODY.inputToken,
      foreign_blockchain: 'base',
      foreign_token: PRICE_BODY.outputToken,
    },
  ],
  '/tokens/graphql': tokensRequestFixture,
  '/yield/tvl': { chain: 'ethereum' },
}

describe('hostile bodies', () => {
  it(`never break the service, in ${ROUNDS} rounds`, async () => {
    const random = randomFrom(20_260_101)
    const { post, wait, asked, logged } = createTestApp()
    const answered: Record<number, number> = {}
    for (let round = 0; round < ROUNDS; round += 1) {
      wait(1_000)
      const path = pick(random, Object.keys(BODIES))
      const { text, isValid } = damaged(random, BODIES[path])
      const before = asked.length
      const response = await post(path, text, { 'x-api-key': 'dev-enterprise' })
      const body = await response.text()
      answered[response.status] = (answered[response.status] ?? 0) + 1
      expect([200, 400, 413, 503], `${path} ${text.slice(0, 300)} -> ${response.status} ${body}`).toContain(
        response.status,
      )
      expect(body).not.toMatch(/\bat .*[.]ts|node_modules|TypeError/)
      const errors: { extensions?: { code?: unknown } }[] = JSON.parse(body).errors ?? []
      for (const error of errors) expect(error.extensions?.code, body).toBeTypeOf('string')
      if (path.startsWith('/router') && asked.length > before) {
        expect(isValid || isWellFormed(asked.at(-1)), text.slice(0, 300)).toBe(true)
      }
    }
    expect(logged.filter(({ level }) => level === 'error')).toEqual([])
    expect({}).not.toHaveProperty('polluted')
    expect(answered[400]).toBeGreaterThan(ROUNDS / 3)
  })
})

/** A request that reached the router in spite of the damage was a proper one. */
function isWellFormed(request: unknown): boolean {
  const { inputAmount, inputToken, slippage, uniquePID } = request as Record<string, unknown>
  const amountIsFine = inputAmount === undefined || /^[1-9][0-9]*$/.test(String(inputAmount))
  const slippageIsFine = slippage === undefined || (Number.isInteger(slippage) && Number(slippage) <= 5000)
  return amountIsFine && slippageIsFine && /^0x[0-9a-f]{40}$/i.test(String(inputToken)) && uniquePID !== ''
}

function damaged(random: () => number, body: unknown): { text: string; isValid: boolean } {
  const text = JSON.stringify(body)
  switch (Math.floor(random() * 8)) {
    case 0:
      return { text: text.slice(0, Math.floor(random() * text.length)), isValid: false }
    case 1: {
      const at = Math.floor(random() * text.length)
      const byte = String.fromCharCode(Math.floor(random() * 0x2_000))
      return { text: text.slice(0, at) + byte + text.slice(at + 1), isValid: false }
    }
    case 2:
      return { text: JSON.stringify(pick(random, NASTY)), isValid: false }
    case 3: {
      const depth = Math.floor(random() * 8_000)
      return { text: '['.repeat(depth) + ']'.repeat(depth), isValid: false }
    }
    case 4:
      return {
        text: text.replace(
          /[{]/,
          `{"${pick(random, ['__proto__', 'constructor', 'prototype'])}":{"polluted":1},`,
        ),
        isValid: false,
      }
    case 5:
      return {
        text: text.replace(/"[^"]*"(?=[,}])/, () =>
          pick(random, ['1e3', '-0', '1.5', '12345678901234567890']),
        ),
        isValid: false,
      }
    case 6:
      return { text: JSON.stringify({ ...(body as object), extra: pick(random, NASTY) }), isValid: true }
    default:
      return { text: JSON.stringify(replaceOne(random, body)), isValid: false }
  }
}

/** The body with one of its values, at any depth, become nasty. */
function replaceOne(random: () => number, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.05) return pick(random, NASTY)
  if (Array.isArray(value)) return value.map((item) => replaceOne(random, item))
  const name = pick(random, Object.keys(value))
  return { ...value, [name]: replaceOne(random, (value as Record<string, unknown>)[name]) }
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
