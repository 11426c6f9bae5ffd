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
