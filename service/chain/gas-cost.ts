import type { Block } from './types.ts'

/** What gas costs in wei, with what the operator of the chain takes for it; without that while it is unknown. */
export function gasCost({ gasPrice, l1Fee }: Pick<Block, 'gasPrice' | 'l1Fee'>, gas: number): bigint {
  const units = BigInt(gas)
  return gasPrice * units + ((l1Fee?.perMillionGas ?? 0n) * units) / 1_000_000n
}
