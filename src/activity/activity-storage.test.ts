import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureEntry } from '../../stories/support/fixture-activity.ts'
import { stubPage } from '../../testing/stub-page.ts'
import type { ActivityEntry } from '../store/types.ts'
import { MAX_ENTRIES, readActivity, writeActivity } from './activity-storage.ts'

const KEY = 'sluice:one:activity'
let items: Map<string, string>

beforeEach(() => {
  items = stubPage().items
})
afterEach(() => vi.unstubAllGlobals())

const ids = (entries: readonly ActivityEntry[]) => entries.map(({ id }) => id)

it('reads what was written, newest first', () => {
  const [older, newer] = [fixtureEntry('older', 'failed', { daysAgo: 1 }), fixtureEntry('newer', 'pending')]
  writeActivity(KEY, [older, newer], [])
  expect(readActivity(KEY)).toEqual(JSON.parse(JSON.stringify([newer, older])))
  expect(readActivity('sluice:two:activity')).toEqual([])
})

it('keeps where the search for a swap without a hash began, and its deadline by the clock of the chain', () => {
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
])('ignores what it cannot read: %s', (text) => {
  items.set(KEY, text)
  expect(readActivity(KEY)).toEqual([])
})

it('leaves out one unreadable entry and keeps the others', () => {
  const entry = fixtureEntry('fine', 'done')
  const broken = { ...entry, id: 'broken', inputAmount: '1e18' }
  items.set(KEY, JSON.stringify({ version: 1, entries: [broken, entry] }))
  expect(ids(readActivity(KEY))).toEqual(['fine'])
})

const call = { to: `0x${'5a'.repeat(20)}`, data: '0x', value: '0' }
it.each<[string, object]>([
  ['an amount beyond a word', { inputAmount: (2n ** 256n).toString() }],
  ['an amount of many digits', { minimum: '9'.repeat(1_000) }],
  ['an amount as a number', { inputAmount: 1 }],
  ['a negative amount', { firm: '-1' }],
  ['a short hash', { hash: '0x12' }],
  ['an endless hash', { hash: `0x${'ab'.repeat(1_000)}` }],
  ['an endless hash of a copy', { copies: [{ hash: `0x${'ab'.repeat(1_000)}`, kind: 'speed-up' }] }],
  ['a copy of an unknown kind', { copies: [{ hash: `0x${'ab'.repeat(32)}`, kind: 'send' }] }],
  ['calldata larger than a transaction', { call: { ...call, data: `0x${'00'.repeat(140_000)}` } }],
  ['a target that is no address', { call: { ...call, to: 'router' } }],
  ['a value in hex', { call: { ...call, value: '0x1' } }],
  ['a call without a target', { call: { data: '0x', value: '0' } }],
  ['a fee above the whole', { partnerFee: { address: call.to, feeBps: 10_001 } }],
  ['a time that no date has', { startedAt: 8.65e15 }],
  ['a chain that is no number', { chainId: '1' }],
  [
    'decimals that no token has',
    { inputToken: { ...fixtureEntry('one', 'done').inputToken, decimals: 1e9 } },
  ],
])('leaves out an entry with %s', (_, changes) => {
  const entry = { ...fixtureEntry('one', 'pending'), ...changes }
  items.set(KEY, JSON.stringify({ version: 1, entries: [entry] }))
  expect(readActivity(KEY)).toEqual([])
})

it('takes nothing from a prototype in the stored text', () => {
  const text = JSON.stringify({ version: 1, entries: [fixtureEntry('one', 'pending')] })
  items.set(KEY, text.replace(/"call":\{"to":"[^"]+"/, `"call":{"__proto__":{"to":"${call.to}"}`))
  expect(readActivity(KEY)).toEqual([])
  items.set(KEY, text.replace('{"id"', '{"__proto__":{"isUnverified":true},"id"'))
  expect(readActivity(KEY)[0]?.isUnverified).toBeUndefined()
})

it('keeps a swap whose service or wallet uses long names', () => {
  const name = 'a'.repeat(5_000)
  const entry = fixtureEntry('long', 'pending')
  const outputToken = { ...entry.outputToken, symbol: name }
  writeActivity(KEY, [{ ...entry, outputToken, supportId: name, batchId: '0x1', batchWallet: name }], [])
  const [read] = readActivity(KEY)
  expect(read).toMatchObject({ id: 'long', batchWallet: name, supportId: name.slice(0, 1_000) })
  expect(read?.outputToken.symbol.length).toBe(1_000)
})

it('reads an error code of another version as unknown', () => {
  const entry = { ...fixtureEntry('one', 'failed'), errorCode: 'NEWER_CODE' }
  items.set(KEY, JSON.stringify({ version: 1, entries: [entry] }))
  expect(readActivity(KEY)[0]?.errorCode).toBe('UNKNOWN')
})

describe('with more than it keeps', () => {
  const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, index) => ({
    ...fixtureEntry(`swap-${index}`, 'done'),
    startedAt: 1_000 + index,
  }))

  it('drops the oldest of each account', () => {
    const other = { ...fixtureEntry('other', 'done'), account: `0x${'22'.repeat(20)}` as const, startedAt: 1 }
    writeActivity(KEY, [...many, other], [])
    const stored = ids(readActivity(KEY))
    expect(stored).toHaveLength(MAX_ENTRIES + 1)
    expect(stored).toContain('other')
    expect(stored).not.toContain('swap-0')
  })

  it('drops none that is pending', () => {
    writeActivity(KEY, [...many, { ...fixtureEntry('pending', 'pending'), startedAt: 1 }], [])
    expect(ids(readActivity(KEY))).toContain('pending')
  })
})

it('keeps what another tab has written meanwhile', () => {
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

it('works where the page may store nothing', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(writeActivity(KEY, [fixtureEntry('one', 'done')], [])).toBe(false)
  expect(readActivity(KEY)).toEqual([])
})
