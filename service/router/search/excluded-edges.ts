import type { Pool } from '../../modules/core/pool.ts'

/** Names one direction of a pool. Several pairs of a contract have keys of their own. */
export function edgeKey({ address, tokens }: Pick<Pool, 'address' | 'tokens'>, zeroForOne: boolean): string {
  const [sold, bought] = zeroForOne ? tokens : [tokens[1], tokens[0]]
  return `${address} ${sold} ${bought}`.toLowerCase()
}
