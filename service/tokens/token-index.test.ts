import { describe, expect, it } from 'vitest'
import type { TokenRecord } from '../../wire/tokens.ts'
import { createRandom, seedTokens } from '../testing/seeded-tokens.ts'
import { createTokenIndex } from './token-index.ts'
import { createWorkerStore } from './worker-store.ts'

describe('token index', () => {
  it('returns the same tokens in the same order as a full scan', () => {
    const tokens = seedTokens(3_000)
    const index = createTokenIndex(tokens)
    const ranked = [...tokens].sort(byPriority)
    const random = createRandom(7)
    for (let i = 0; i < 400; i += 1) {
      const pattern = cut(ranked[Math.floor(random() * ranked.length)], random)
      const type = random() < 0.2 ? 'stable' : undefined
      const found = ranked.filter((token) => matches(token, pattern) && (!type || token.type === type))
      const expected = [
        ...found.filter((token) => isNamed(token, pattern)),
        ...found.filter((token) => !isNamed(token, pattern)),
      ]
      const offset = Math.floor(random() * 30)
      expect(index.page({ pattern, type, limit: 10, offset }), pattern).toEqual({
        items: expected.slice(offset, offset + 10),
        total: expected.length,
        hasMore: expected.length > offset + 10,
      })
    }
  })

  it('lists the token with the exact symbol before more traded tokens that contain it', () => {
    const [uni, share, wrapped] = seedTokens(3) as [TokenRecord, TokenRecord, TokenRecord]
    const index = createTokenIndex([
      { ...share, symbol: 'UNI-V2', name: 'Uniswap V2 WETH/USDC', type: 'lp', priority: 90 },
      { ...wrapped, symbol: 'wUNI', name: 'Wrapped Uni', priority: 80 },
      { ...uni, symbol: 'UNI', name: 'Uniswap', type: 'tradable', priority: 40 },
    ])
    const symbols = (pattern: string, offset = 0) =>
      index.page({ pattern, limit: 2, offset }).items.map(({ symbol }) => symbol)
    expect(symbols('uni')).toEqual(['UNI', 'UNI-V2'])
    expect(symbols(' UNI ', 2)).toEqual(['wUNI'])
    expect(symbols('unis')).toEqual(['UNI-V2', 'UNI'])
  })

  it('finds a token by the full form of a truncated symbol, and returns the truncated one', () => {
    const [token] = seedTokens(1) as [TokenRecord]
    const index = createTokenIndex([{ ...token, symbol: 'steakUSDCp…', fullSymbol: 'steakUSDCprime' }])
    for (const pattern of ['steakUSDCprime', 'STEAKUSDCPRIME', 'CPrime', 'steakUSDCp']) {
      const { items } = index.page({ pattern, limit: 10, offset: 0 })
      expect(items, pattern).toEqual([{ ...token, symbol: 'steakUSDCp…' }])
    }
  })

  it('ignores invisible characters in symbols and patterns', () => {
    const [token] = seedTokens(1) as [TokenRecord]
    for (const symbol of ['\u2764', '\u2764\ufe0f']) {
      const index = createTokenIndex([{ ...token, symbol }])
      for (const pattern of ['\u2764', '\u2764\ufe0f', '\u200d\u2764\ufe0e'])
        expect(index.page({ pattern, limit: 1, offset: 0 }).total, pattern).toBe(1)
    }
  })

  it('treats wildcards literally and matches within one field', () => {
    const [token] = seedTokens(1) as [TokenRecord]
    const index = createTokenIndex([token])
    const total = (pattern: string) => index.page({ pattern, limit: 10, offset: 0 }).total
    for (const pattern of ['%', '_', '.*', '\\', `${token.symbol}\n${token.name}`])
      expect(total(pattern), pattern).toBe(0)
    expect(total(`${token.tokenAddress.slice(-2)}${token.symbol.slice(0, 2)}`)).toBe(0)
    expect(total('')).toBe(1)
  })
})

describe('index of fifty thousand tokens', () => {
  it('is searched in a worker without blocking this thread', async () => {
    const tokens = seedTokens(50_000)
    const store = createWorkerStore({ onEnd() {} })
    for (let start = 0; start < tokens.length; start += 1_000) {
      await store.change({ chain: 'ethereum', put: tokens.slice(start, start + 1_000), remove: [] })
    }
    const random = createRandom(11)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    for (let i = 0; i < 100; i += 1) {
      const pattern = cut(tokens[Math.floor(random() * tokens.length)], random).slice(0, 1 + (i % 3))
      expect((await store.page('ethereum', { pattern, limit: 100, offset: 0 }))?.total).toBeGreaterThan(0)
    }
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
    await store.close()
  })
})

function matches({ tokenAddress, symbol, name }: TokenRecord, pattern: string): boolean {
  return [tokenAddress, symbol, name].some((text) =>
    text.toLowerCase().includes(pattern.trim().toLowerCase()),
  )
}

function isNamed({ symbol }: TokenRecord, pattern: string): boolean {
  return symbol.toLowerCase() === pattern.trim().toLowerCase()
}

/** Returns a part of a token's address, symbol or name, in either case. */
function cut(token: TokenRecord | undefined, random: () => number): string {
  const texts = [token?.tokenAddress, token?.symbol, token?.name]
  const text = texts[Math.floor(random() * 3)] ?? ''
  const start = Math.floor(random() * (text.length - 1))
  const piece = text.slice(start, start + 1 + Math.floor(random() * 6)).trim() || text.slice(0, 1)
  return random() < 0.5 ? piece.toUpperCase() : piece
}

function byPriority(a: TokenRecord, b: TokenRecord): number {
  return b.priority - a.priority || (a.tokenAddress.toLowerCase() < b.tokenAddress.toLowerCase() ? -1 : 1)
}
