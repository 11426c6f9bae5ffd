import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { readTokenLists, type SkippedEntries } from './token-lists.ts'

const directory = mkdtempSync(join(tmpdir(), 'sluice-lists-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const token = { chainId: 1, address: makeAddress(1), symbol: 'ONE', name: 'One', decimals: 18 }

describe('token lists', () => {
  it('are read in order, and earlier lists take precedence', async () => {
    const first = write('first', [
      { ...token, logoURI: 'https://logos.example/one.svg', tags: ['stablecoin'] },
    ])
    const second = write('second', [
      { ...token, symbol: 'FAKE' },
      { ...token, address: makeAddress(2), symbol: 'TWO' },
    ])
    const tokens = [...((await readTokenLists([first, second])).get(1)?.values() ?? [])]
    expect(tokens).toEqual([
      {
        address: makeAddress(1),
        symbol: 'ONE',
        name: 'One',
        decimals: 18,
        logoUri: 'https://logos.example/one.svg',
        type: 'stable',
      },
      expect.objectContaining({ symbol: 'TWO', type: undefined, logoUri: null }),
    ])
  })

  it('are sanitized', async () => {
    const path = write('hostile', [
      { ...token, symbol: 'A\u202eB\u0000C and much more', name: `\u200b${'x'.repeat(500)}` },
      ...[
        'javascript:alert(1)',
        'http://logos.example/x',
        'https://me:secret@logos.example/x',
        'data:,x',
      ].map((logoURI, i) => ({ ...token, address: makeAddress(10 + i), logoURI })),
      { ...token, address: NATIVE_TOKEN },
      { ...token, address: ZERO_ADDRESS },
      { ...token, address: makeAddress(20), symbol: '\u200b' },
      { ...token, address: makeAddress(21), decimals: 77 },
    ])
    const tokens = [...((await readTokenLists([path])).get(1)?.values() ?? [])]
    expect(tokens).toHaveLength(5)
    expect(tokens[0]?.symbol).toBe('ABC and mu…')
    expect(tokens[0]?.name).toHaveLength(64)
    expect(tokens.map(({ logoUri }) => logoUri)).toEqual([null, null, null, null, null])
  })

  it.each([
    ['a token without decimals', { ...token, decimals: undefined }, 'tokens[1].decimals'],
    [
      'an address of a non-EVM network',
      { ...token, chainId: 501000101, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      'tokens[1].address',
    ],
    ['a chain name instead of an id', { ...token, chainId: 'ethereum' }, 'tokens[1].chainId'],
    ['an entry of another type', null, 'tokens[1]'],
  ])('with %s are used without the entry, which is reported as skipped', async (name, entry, place) => {
    const other = { ...token, address: makeAddress(2), symbol: 'TWO' }
    const path = write(name, [token, entry, other, entry])
    const skipped: SkippedEntries[] = []
    const lists = await readTokenLists([path], (skippedEntries) => skipped.push(skippedEntries))
    expect([...(lists.get(1)?.values() ?? [])].map(({ symbol }) => symbol)).toEqual(['ONE', 'TWO'])
    expect(skipped).toEqual([{ path, count: 2, first: expect.stringContaining(place) }])
  })

  it('with another structure are rejected with the path and the field', async () => {
    const path = join(directory, 'other.json')
    writeFileSync(path, JSON.stringify({ name: 'other', tokens: {} }))
    await expect(readTokenLists([path])).rejects.toThrow(path)
    await expect(readTokenLists([path])).rejects.toThrow('timestamp')
  })

  it('that are missing or malformed are rejected with the path', async () => {
    const path = join(directory, 'broken.json')
    writeFileSync(path, '{')
    await expect(readTokenLists([path])).rejects.toThrow(`${path} is not JSON`)
    await expect(readTokenLists([join(directory, 'nowhere.json')])).rejects.toThrow(
      'nowhere.json cannot be read',
    )
  })
})

function write(name: string, tokens: unknown[]): string {
  const path = join(directory, `${name}.json`)
  const version = { major: 1, minor: 0, patch: 0 }
  writeFileSync(path, JSON.stringify({ name, timestamp: '2026-01-01T00:00:00.000Z', version, tokens }))
  return path
}
