import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityEntry } from '../store/types.ts'
import { fixtureEntry } from '../testing/fixtures/fixture-activity.ts'
import { stubPage } from '../testing/pages/stub-page.ts'
import { MAX_ENTRIES, readActivity, writeActivity } from './activity-storage.ts'

const KEY = 'sluice:one:activity'
let items: Map<string, string>

beforeEach(() => {
  items = stubPage().items
})
afterEach(() => vi.unstubAllGlobals())

const ids = (entries: readonly ActivityEntry[]) => entries.map(({ id }) => id)

it('reads stored entries, newest first', () => {
  const [older, newer] = [fixtureEntry('older', 'failed', { daysAgo: 1 }), fixtureEntry('newer', 'pending')]
  writeActivity(KEY, [older, newer], [])
  expect(readActivity(KEY)).toEqual(JSON.parse(JSON.stringify([newer, older])))
  expect(readActivity('sluice:two:activity')).toEqual([])
})

it("stores the first block of the search for a missing hash and the deadline by the chain's clock", () => {
  const trace = { fromBlock: '50', isGuess: true }
  writeActivity(KEY, [{ ...fixtureEntry('lost', 'pending'), trace, chainDeadline: 1_700_000_000 }], [])
  expect(readActivity(KEY)).toMatchObject([{ trace, chainDeadline: 1_700_000_000 }])
})

it.each([
  'not json',
  '[]',
  'null',
  '{"version":2,"entries":[]}',
  '{"version":1,"entries":[{"id":1},null,"x"]}',
])('ignores unreadable storage: %s', (text) => {
  items.set(KEY, text)
  expect(readActivity(KEY)).toEqual([])
})

it('omits an unreadable entry and keeps the others', () => {
  const entry = fixtureEntry('fine', 'done')
  const broken = { ...entry, id: 'broken', inputAmount: '1e18' }
  items.set(KEY, JSON.stringify({ version: 1, entries: [broken, entry] }))
  expect(ids(readActivity(KEY))).toEqual(['fine'])
})

const call = { to: `0x${'5a'.repeat(20)}`, data: '0x', value: '0' }
it.each<[string, object]>([
  ['an amount above uint256', { inputAmount: (2n ** 256n).toString() }],
  ['an amount with too many digits', { minimum: '9'.repeat(1_000) }],
  ['an amount as a number', { inputAmount: 1 }],
  ['a negative amount', { firm: '-1' }],
  ['a short hash', { hash: '0x12' }],
  ['a hash that is too long', { hash: `0x${'ab'.repeat(1_000)}` }],
  ['a copy whose hash is too long', { copies: [{ hash: `0x${'ab'.repeat(1_000)}`, kind: 'speed-up' }] }],
  ['a copy of an unknown kind', { copies: [{ hash: `0x${'ab'.repeat(32)}`, kind: 'send' }] }],
  ['calldata larger than a transaction', { call: { ...call, data: `0x${'00'.repeat(140_000)}` } }],
  ['an invalid target address', { call: { ...call, to: 'router' } }],
  ['a value in hex', { call: { ...call, value: '0x1' } }],
  ['a call without a target', { call: { data: '0x', value: '0' } }],
  ['a fee above 100 %', { partnerFee: { address: call.to, feeBps: 10_001 } }],
  ['an invalid date', { startedAt: 8.65e15 }],
  ['an invalid chain id', { chainId: '1' }],
  ['invalid token decimals', { inputToken: { ...fixtureEntry('one', 'done').inputToken, decimals: 1e9 } }],
])('omits an entry with %s', (_, changes) => {
  const entry = { ...fixtureEntry('one', 'pending'), ...changes }
  items.set(KEY, JSON.stringify({ version: 1, entries: [entry] }))
  expect(readActivity(KEY)).toEqual([])
})

it('reads no values from a prototype in the stored text', () => {
  const text = JSON.stringify({ version: 1, entries: [fixtureEntry('one', 'pending')] })
  items.set(KEY, text.replace(/"call":\{"to":"[^"]+"/, `"call":{"__proto__":{"to":"${call.to}"}`))
  expect(readActivity(KEY)).toEqual([])
  items.set(KEY, text.replace('{"id"', '{"__proto__":{"isUnverified":true},"id"'))
  expect(readActivity(KEY)[0]?.isUnverified).toBeUndefined()
})

it('truncates long names from the service or the wallet and keeps the swap', () => {
  const name = 'a'.repeat(5_000)
  const entry = fixtureEntry('long', 'pending')
  const outputToken = { ...entry.outputToken, symbol: name }
  writeActivity(KEY, [{ ...entry, outputToken, supportId: name, batchId: '0x1', batchWallet: name }], [])
  const [read] = readActivity(KEY)
  expect(read).toMatchObject({ id: 'long', batchWallet: name, supportId: name.slice(0, 1_000) })
  expect(read?.outputToken.symbol.length).toBe(1_000)
})

it('reads an error code of another version as UNKNOWN', () => {
  const entry = { ...fixtureEntry('one', 'failed'), errorCode: 'NEWER_CODE' }
  items.set(KEY, JSON.stringify({ version: 1, entries: [entry] }))
  expect(readActivity(KEY)[0]?.errorCode).toBe('UNKNOWN')
})

describe('full record', () => {
  const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, index) => ({
    ...fixtureEntry(`swap-${index}`, 'done'),
    startedAt: 1_000 + index,
  }))

  it('drops the oldest entry of each account', () => {
    const other = { ...fixtureEntry('other', 'done'), account: `0x${'22'.repeat(20)}` as const, startedAt: 1 }
    writeActivity(KEY, [...many, other], [])
    const stored = ids(readActivity(KEY))
    expect(stored).toHaveLength(MAX_ENTRIES + 1)
    expect(stored).toContain('other')
    expect(stored).not.toContain('swap-0')
  })

  it('drops no pending entry', () => {
    writeActivity(KEY, [...many, { ...fixtureEntry('pending', 'pending'), startedAt: 1 }], [])
    expect(ids(readActivity(KEY))).toContain('pending')
  })
})

it('keeps entries that another tab has written since the last read', () => {
  const [mine, theirs] = [fixtureEntry('mine', 'pending'), fixtureEntry('theirs', 'done')]
  writeActivity(KEY, [mine], [])
  writeActivity(KEY, [theirs], [])
  const ended = { ...mine, status: 'done' as const }
  writeActivity(KEY, [ended], [mine])
  expect(readActivity(KEY).map(({ id, status }) => [id, status])).toEqual([
    ['mine', 'done'],
    ['theirs', 'done'],
  ])
  writeActivity(KEY, [], [ended])
  expect(ids(readActivity(KEY))).toEqual(['theirs'])
})

it('returns false when the page cannot access storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(writeActivity(KEY, [fixtureEntry('one', 'done')], [])).toBe(false)
  expect(readActivity(KEY)).toEqual([])
})
