import type { Address } from '../../../wire/lib/address.ts'

/** Two tokens of a pool and their indexes in it. */
export interface TokenPair<Token> {
  indexes: readonly [number, number]
  tokens: readonly [Token, Token]
}

interface PoolToken {
  address: Address
}

export function getPairs<Token extends PoolToken>(tokens: readonly Token[]): TokenPair<Token>[] {
  return tokens.flatMap((first, i) =>
    tokens.slice(i + 1).map((second, k) => ({ indexes: [i, i + 1 + k], tokens: [first, second] }) as const),
  )
}

export function findPair<Token extends PoolToken>(
  all: readonly Token[],
  [first, second]: readonly [Address, Address],
): TokenPair<Token> {
  const pair = getPairs(all).find(({ tokens }) => tokens[0].address === first && tokens[1].address === second)
  if (!pair) throw new Error(`The pool has no pair of ${first} and ${second}`)
  return pair
}

/** Returns the indexes of the sold and the bought token in a pair. */
export function getIndexes(zeroForOne: boolean): readonly [0, 1] | readonly [1, 0] {
  return zeroForOne ? [0, 1] : [1, 0]
}
