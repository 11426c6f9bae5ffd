import { afterEach, expect, it } from 'vitest'
import type { TokenId } from '../config/types.ts'
import { readTokenMemory, writeTokenMemory } from './stored-token-memory.ts'
import { hasToken, lookAlikes, MAX_RECENT_TOKENS, withImport, withPin, withRecent } from './token-memory.ts'
import type { TokenMemory } from './types.ts'

const none: TokenMemory = { pinned: [], recent: [], imported: [] }
const token = (index: number): TokenId => ({ chainId: 1, address: `0x${String(index).padStart(40, '0')}` })
const mixed: TokenId = { chainId: 1, address: `0x${'aB'.repeat(20)}` }
const lower: TokenId = { chainId: 1, address: `0x${'ab'.repeat(20)}` }

const storage = globalThis.localStorage as Storage | undefined
afterEach(() => {
  Reflect.set(globalThis, 'localStorage', storage)
})

/** Replaces `localStorage` by a map with these entries. */
function keep(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  Reflect.set(globalThis, 'localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  return kept
}

it('keeps the recently chosen tokens once each, newest first', () => {
  const memory = [1, 2, 3, 1].reduce((before, index) => withRecent(before, token(index)), none)
  expect(memory.recent).toEqual([token(1), token(3), token(2)])
  const many = Array.from({ length: 30 }, (_, index) => token(index))
  expect(many.reduce(withRecent, none).recent).toHaveLength(MAX_RECENT_TOKENS)
})

it('pins and unpins a token per chain, ignoring the case of its address', () => {
  const pinned = withPin(none, mixed)
  expect(hasToken(pinned.pinned, lower)).toBe(true)
  expect(hasToken(pinned.pinned, { ...lower, chainId: 2 })).toBe(false)
  expect(withPin(pinned, lower).pinned).toEqual([])
})

it('restores all but the accepted tokens after a reload, by storage key', () => {
  const kept = keep()
  const memory = withImport(withPin(withRecent(none, token(1)), token(2)), token(3))
  const { accepted: _, ...stored } = memory
  writeTokenMemory('my-dapp', memory)
  expect(readTokenMemory('my-dapp')).toEqual(stored)
  expect(readTokenMemory('other')).toBeUndefined()
  expect([...kept.keys()]).toEqual(['sluice:my-dapp:tokens'])
})

it('remembers how a token was accepted, and keeps a look-alike as such', () => {
  keep()
  const unlisted = withImport(none, mixed)
  expect(lookAlikes(unlisted.imported)).toEqual([])
  const accepted = withImport(unlisted, { ...lower, isLookAlike: true })
  expect(accepted.imported).toEqual([{ ...lower, isLookAlike: true }])
  const again = withImport(accepted, mixed)
  expect(lookAlikes(again.imported)).toEqual([{ ...mixed, isLookAlike: true }])
  writeTokenMemory('my-dapp', again)
  const { accepted: _, ...stored } = again
  expect(readTokenMemory('my-dapp')).toEqual(stored)
})

it('does not restore accepted tokens', () => {
  const stored = { ...none, imported: [mixed], accepted: [mixed] }
  keep({ 'sluice:my-dapp:tokens': JSON.stringify(stored) })
  expect(readTokenMemory('my-dapp')).not.toHaveProperty('accepted')
})

it.each([{}, { isLookAlike: 'yes' }, { isLookAlike: null }])(
  'treats a token stored by an earlier version as accepted only as unlisted: %j',
  (earlier) => {
    keep({ 'sluice:my-dapp:tokens': JSON.stringify({ ...none, imported: [{ ...mixed, ...earlier }] }) })
    const memory = readTokenMemory('my-dapp') ?? none
    expect(hasToken(memory.imported, mixed)).toBe(true)
    expect(lookAlikes(memory.imported)).toEqual([])
  },
)

it.each(['', '{', 'null', '[]', '{"pinned":1}', '{"pinned":[{"chainId":"1","address":"0x"}],"recent":{}}'])(
  'ignores unreadable storage: %s',
  (text) => {
    keep({ 'sluice:my-dapp:tokens': text })
    expect(readTokenMemory('my-dapp') ?? none).toEqual(none)
  },
)

it('keeps the valid entries of a list beside invalid ones', () => {
  const broken = [{ chainId: 1, address: '0x12' }, null, { ...token(2), chainId: -1 }]
  const stored = {
    pinned: [token(1), ...broken],
    recent: [...broken, token(2)],
    imported: [...broken, mixed],
    pinnedChains: [1, 'one', 10],
  }
  keep({ 'sluice:my-dapp:tokens': JSON.stringify(stored) })
  expect(readTokenMemory('my-dapp')).toEqual({
    pinned: [token(1)],
    recent: [token(2)],
    imported: [mixed],
    pinnedChains: [1, 10],
  })
})

it('reads at most as many entries as it keeps', () => {
  const many = Array.from({ length: 99 }, (_, index) => token(index))
  keep({ 'sluice:my-dapp:tokens': JSON.stringify({ pinned: many, recent: many, imported: many }) })
  const { pinned, recent, imported } = readTokenMemory('my-dapp') ?? none
  expect([pinned.length, recent.length, imported.length]).toEqual([50, MAX_RECENT_TOKENS, 50])
})

it('keeps the tokens until the page closes when storage is blocked', () => {
  Reflect.set(globalThis, 'localStorage', {
    getItem() {
      throw new Error('blocked')
    },
    setItem() {
      throw new Error('blocked')
    },
  })
  expect(readTokenMemory('my-dapp')).toBeUndefined()
  expect(() => writeTokenMemory('my-dapp', none)).not.toThrow()
})
