import { type Address, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { loadArtifacts, ownContract } from '../../bytecode/artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'

const SLOT0 = toFunctionSelector('slot0()')
const abi = parseAbi([
  'function mint(address, int24, int24, uint128)',
  'function mintAlgebra(address, int24, int24, uint128)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
])

export interface PoolFiller {
  /** The contract that holds all positions. */
  provider: Address
  mint: (token: Address, to: Address, amount: bigint) => unknown
}

/** Fills pools of Uniswap V3 and its forks, and reads their prices. */
export async function createPoolTools(chain: TestChain, { provider, mint }: PoolFiller) {
  const { client, write } = chain
  const { abi: quoterAbi, bytecode } = ownContract(loadArtifacts(), 'PoolQuoter')
  const quoter = await chain.deploy({ abi: quoterAbi, bytecode })

  async function addToPool(
    pool: Address,
    { lower, upper, delta }: { lower: number; upper: number; delta: bigint },
    functionName: 'mint' | 'mintAlgebra' = 'mint',
  ): Promise<void> {
    for (const name of ['token0', 'token1'] as const) {
      await mint(await client.readContract({ address: pool, abi, functionName: name }), provider, delta)
    }
    await write(provider, abi, functionName, [pool, lower, upper, delta])
  }

  /**
   * Returns input, output and final price of a swap; `amount` is sold if positive, bought if
   * negative. `state` reads the price, by default `slot0()`.
   */
  async function askPool(pool: Address, zeroForOne: boolean, amount: bigint, state: Hex = SLOT0) {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: quoterAbi,
      functionName: 'quote',
      args: [pool, zeroForOne, amount, state],
    })
    const [amount0, amount1, price] = result as [bigint, bigint, bigint]
    return zeroForOne
      ? { taken: amount0, given: -amount1, price }
      : { taken: amount1, given: -amount0, price }
  }

  return { addToPool, askPool }
}
