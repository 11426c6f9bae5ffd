import { type Address, type Hex, keccak256, parseAbi, toFunctionSelector } from 'viem'
import { RESERVE } from './deploy-protocols.ts'
import { devnetArtifact, pancakeArtifacts } from './protocol-artifacts.ts'
import type { TestChain } from './test-chain.ts'

/** In the place of Uniswap's 3000. */
export const PANCAKE_FEE = 2500

const SLOT0 = toFunctionSelector('slot0()')
const poolAbi = parseAbi([
  'function initialize(uint160)',
  'function mint(address, int24, int24, uint128)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
])

/** Deploys PancakeSwap V3 without pools, and what asks a pool for its price. */
export async function deployPancake(
  chain: TestChain,
  { provider, mint }: { provider: Address; mint: (token: Address, to: Address, amount: bigint) => unknown },
) {
  const { client, write } = chain
  const { abi: factoryAbi } = pancakeArtifacts.factory
  const maker = devnetArtifact('PoolDeployer')
  const deployer = await chain.deploy(maker, [pancakeArtifacts.pool.bytecode])
  const factory = await chain.deploy(pancakeArtifacts.factory, [deployer])
  await write(deployer, maker.abi, 'setFactory', [factory])
  const { abi: quoterAbi, bytecode } = devnetArtifact('PoolQuoter')
  const quoter = await chain.deploy({ abi: quoterAbi, bytecode })

  /** Makes a pool at a price of 1, and fills it. */
  async function addPancakePool(tokenA: Address, tokenB: Address, fee = PANCAKE_FEE): Promise<Address> {
    const args = [tokenA, tokenB, fee]
    await write(factory, factoryAbi, 'createPool', args)
    const pool = (await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args,
    })) as Address
    await write(pool, poolAbi, 'initialize', [2n ** 96n])
    await addToPool(pool, { lower: -12_000, upper: 12_000, delta: RESERVE })
    return pool
  }

  async function addToPool(
    pool: Address,
    { lower, upper, delta }: { lower: number; upper: number; delta: bigint },
  ) {
    for (const functionName of ['token0', 'token1'] as const) {
      await mint(await client.readContract({ address: pool, abi: poolAbi, functionName }), provider, delta)
    }
    await write(provider, poolAbi, 'mint', [pool, lower, upper, delta])
  }

  /** What a swap takes, gives and leaves as the price; `amount` is sold when positive, bought when negative. */
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

  const initCodeHash = keccak256(pancakeArtifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 1, factory: deployer, initCodeHash, feeBps: 0 },
    addPancakePool,
    addToPool,
    askPool,
  }
}
