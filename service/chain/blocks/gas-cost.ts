import type { Block } from './block.ts'

/** Returns the cost of gas in wei, including the operator fee of the chain if it is known. */
export function gasCost({ gasPrice, l1Fee }: Pick<Block, 'gasPrice' | 'l1Fee'>, gas: number): bigint {
  const units = BigInt(gas)
  return gasPrice * units + ((l1Fee?.perMillionGas ?? 0n) * units) / 1_000_000n
}
