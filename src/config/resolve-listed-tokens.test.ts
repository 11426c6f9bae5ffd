import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { tokenKey } from '../lib/token-key.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { changedLiveFields, needsRebuild } from './config-changes.ts'
import { isListed } from './is-listed.ts'
import { resolveConfig, resolveUpdate } from './resolve-config.ts'
import { SKIPPED } from './resolve-listed-tokens.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const WELL_FORMED = { chainId: 1, address: USDC, name: 'USD Coin', symbol: 'USDC', decimals: 6 }

const resolve = (listedTokens: unknown) =>
  resolveConfig({ ...FIXTURE_CONFIG, listedTokens: listedTokens as never })

describe('listedTokens', () => {
  const path = createRequire(import.meta.url).resolve(
    '@uniswap/default-token-list/build/uniswap-default.tokenlist.json',
  )
  const published = JSON.parse(readFileSync(path, 'utf8'))
  const isEvm = ({ address }: { address: string }) => /^0x[0-9a-fA-F]{40}$/.test(address)

  it.each([
    ['the tokens', published.tokens],
    ['the whole document', published],
  ])('accepts %s of a published list, and skips entries that are on no EVM chain', (_, list) => {
    const { listedTokens = {} } = resolve(list)
    const usable = published.tokens.filter(isEvm)
    expect(Object.keys(listedTokens ?? {}).sort()).toEqual([...new Set(usable.map(tokenKey))].sort())
    expect(usable.length).toBeLessThan(published.tokens.length - 100)
    expect(listedTokens[SKIPPED]).toBe(published.tokens)
  })

  it.each<[string, unknown]>([
    [
      'a Solana address',
      { ...WELL_FORMED, chainId: 501_000_101, address: 'So11111111111111111111111111111111111111112' },
    ],
    ['a Tron address', { ...WELL_FORMED, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['a short address', { ...WELL_FORMED, address: '0xA0b8' }],
    ['an address without prefix', { ...WELL_FORMED, address: USDC.slice(2) }],
    ['an address with additional digits', { ...WELL_FORMED, address: `${USDC}\n` }],
    ['a felt of 32 bytes', { ...WELL_FORMED, address: `0x${'1'.repeat(64)}` }],
    ['no address', { ...WELL_FORMED, address: undefined }],
    ['an address in a list', { ...WELL_FORMED, address: [USDC] }],
    ['no chain id', { ...WELL_FORMED, chainId: undefined }],
    ['a chain id of zero', { ...WELL_FORMED, chainId: 0 }],
    ['a negative chain id', { ...WELL_FORMED, chainId: -1 }],
    ['a fractional chain id', { ...WELL_FORMED, chainId: 1.5 }],
    ['a chain id beyond exact numbers', { ...WELL_FORMED, chainId: 2 ** 53 }],
    ['a chain id as text', { ...WELL_FORMED, chainId: '1' }],
    ['a chain name', { ...WELL_FORMED, chainId: 'solana' }],
    ['decimals out of range', { ...WELL_FORMED, decimals: 77 }],
    ['negative decimals', { ...WELL_FORMED, decimals: -1 }],
    ['decimals as text', { ...WELL_FORMED, decimals: '6' }],
    ['null', null],
    ['a text', USDC],
    ['a list', [1, USDC]],
  ])('skips %s and accepts the rest', (_, entry) => {
    const { listedTokens = {} } = resolve([entry, { chainId: 1, address: DAI }])
    expect(listedTokens).toEqual({
      [tokenKey({ chainId: 1, address: DAI })]: true,
    })
    expect(listedTokens[SKIPPED]).toHaveLength(2)
  })

  it('accepts duplicates, addresses in any case, native placeholders and very long names', () => {
    const { listedTokens = {} } = resolve([
      WELL_FORMED,
      { ...WELL_FORMED, address: USDC.toLowerCase(), name: 'x'.repeat(1e6), logoURI: 'ipfs://x' },
      { chainId: 10, address: ZERO_ADDRESS, symbol: 'ETH', decimals: 18 },
      { chainId: 10, address: NATIVE_TOKEN.toLowerCase(), symbol: 'ETH', decimals: 18 },
    ])
    expect(listedTokens[SKIPPED]).toBeUndefined()
    expect(isListed({ listedTokens }, { chainId: 1, address: USDC })).toBe(true)
    expect(isListed({ listedTokens }, { chainId: 10, address: NATIVE_TOKEN })).toBe(true)
    expect(isListed({ listedTokens }, { chainId: 10, address: DAI })).toBe(false)
  })

  it('lists only native tokens when no entry is usable', () => {
    const { listedTokens } = resolve([{ chainId: 1, address: 'nowhere' }])
    expect(isListed({ listedTokens }, { chainId: 1, address: USDC })).toBe(false)
    expect(isListed({ listedTokens }, { chainId: 1, address: NATIVE_TOKEN })).toBe(true)
  })

  it('updates a running widget when the list arrives or changes', () => {
    const before = resolve(undefined)
    const after = resolveUpdate({ ...FIXTURE_CONFIG, listedTokens: published.tokens })
    expect(needsRebuild(before, after)).toBe(false)
    expect(changedLiveFields(before, after)).toEqual(['listedTokens'])
    expect(changedLiveFields(after, resolveUpdate({ ...FIXTURE_CONFIG, listedTokens: published }))).toEqual(
      [],
    )
  })
})
