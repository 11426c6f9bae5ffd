import { getAddress } from 'viem'
import type { Address } from '../../wire/lib/address.ts'
import { TOKEN_TYPES, type TokenRecord } from '../../wire/tokens.ts'

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru'.split(
    ' ',
  )
const WORDS = 'Token Coin Finance Protocol Network Wrapped Staked Inu Swap DAO Dollar Vault Chain'.split(' ')

/**
 * Creates tokens that are deterministic per seed, with names and symbols that share parts like real
 * ones.
 */
export function seedTokens(count: number, seed = 1): TokenRecord[] {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  return Array.from({ length: count }, (_, i) => {
    const stem = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('')
    const digits = Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('')
    return {
      tokenAddress: getAddress(`0x${digits}` as Address),
      symbol: stem.toUpperCase().slice(0, 11),
      name: `${pick(WORDS)} ${stem} ${pick(WORDS)}${i % 7 === 0 ? ' 株式' : ''}`,
      decimals: pick([6, 8, 18]),
      type: i % 10 === 0 ? pick(TOKEN_TYPES) : 'tradable',
      priority: Math.floor(random() ** 4 * 100),
      branding: { logoUri: i % 3 === 0 ? `https://logos.example/${i}.png` : null },
    }
  })
}

/** Returns numbers from 0 to 1, deterministic per seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
