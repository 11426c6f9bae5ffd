import type { Hex } from 'viem'

const WORD = 64

/** Offsets and lengths that point to themselves, before, behind, far beyond, and back around. */
const WRONG_WORDS = [0n, 1n, 31n, 32n, 10_000n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 32n, 2n ** 256n - 1n]

/**
 * Every encoding with one word replaced by a wrong one, or truncated at or within a word.
 * @param start index of the first word, in characters
 */
export function createMalformed(encoded: Hex, start = 2): Hex[] {
  const variants: string[] = []
  for (let at = start; at < encoded.length; at += WORD) {
    const [before, after] = [encoded.slice(0, at), encoded.slice(at + WORD)]
    variants.push(...WRONG_WORDS.map((word) => `${before}${word.toString(16).padStart(WORD, '0')}${after}`))
    variants.push(before, encoded.slice(0, at + WORD / 2))
  }
  return variants as Hex[]
}
