import type { Pool } from '../../modules/core/pool.ts'

/** Returns a key for one direction of a pool. Each pair of a contract has separate keys. */
export function edgeKey({ address, tokens }: Pick<Pool, 'address' | 'tokens'>, zeroForOne: boolean): string {
  const [sold, bought] = zeroForOne ? tokens : [tokens[1], tokens[0]]
  return `${address} ${sold} ${bought}`.toLowerCase()
}
