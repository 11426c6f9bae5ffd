import { encodeFunctionData, erc20Abi, type Hex, multicall3Abi, type PublicClient, parseAbi } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { Pool, PoolSwap } from '../core/pool.ts'

const pairAbi = parseAbi(['function swap(uint256, uint256, address, bytes)'])
const NOBODY: Address = '0x00000000000000000000000000000000000A11cE'

interface Aggregator {
  client: PublicClient
  /** Holds enough of every sold token. */
  multicall3: Address
}

interface PairTrade {
  pool: Pool
  zeroForOne: boolean
  /** True if the output is computed from the input. */
  isInput: boolean
  swap: Pick<PoolSwap, 'amountIn' | 'amountOut'>
}

/**
 * Tries a trade that is one unit better than the quote, and then the quote, with a pair of Uniswap
 * V2 or Solidly. Reverts both.
 */
export async function tryPairSwap(aggregator: Aggregator, { pool, zeroForOne, isInput, swap }: PairTrade) {
  const target = pool.address
  const token = pool.tokens[zeroForOne ? 0 : 1]
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [target, amount] })
  const pay = (amount: bigint) => ({ target: token, allowFailure: false, callData: transfer(amount) })
  const take = (out: bigint) => {
    const [amount0, amount1] = zeroForOne ? [0n, out] : [out, 0n]
    const args = [amount0, amount1, NOBODY, '0x'] as const
    const callData = encodeFunctionData({ abi: pairAbi, functionName: 'swap', args })
    return { target, allowFailure: true, callData }
  }
  const { amountIn, amountOut } = swap
  const calls = isInput
    ? [pay(amountIn), take(amountOut + 1n), take(amountOut)]
    : [pay(amountIn - 1n), take(amountOut), pay(1n), take(amountOut)]
  const results = await aggregate(aggregator, calls)
  return results.filter((_, i) => calls[i]?.allowFailure).map(({ success }) => success)
}

/** Simulates calls one after another from the aggregator itself. */
export async function aggregate(
  { client, multicall3 }: Aggregator,
  calls: readonly { target: Hex; allowFailure: boolean; callData: Hex }[],
): Promise<readonly { success: boolean; returnData: Hex }[]> {
  const { result } = await client.simulateContract({
    address: multicall3,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
    gas: 1_000_000_000n,
  })
  return result
}
