import { type Address, keccak256, parseAbi } from 'viem'
import { loadArtifacts, ownContract } from '../../bytecode/artifacts.ts'
import { pancakeArtifacts } from '../../bytecode/protocol-artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'
import { createPoolTools, type PoolFiller } from './concentrated-pools.ts'

/** The fee tier that corresponds to Uniswap's 3000. */
export const PANCAKE_FEE = 2500

const poolAbi = parseAbi(['function initialize(uint160)'])

/** Deploys PancakeSwap V3 without pools, with a price reader. */
export async function deployPancake(chain: TestChain, filler: PoolFiller) {
  const { client, write } = chain
  const { abi: factoryAbi } = pancakeArtifacts.factory
  const maker = ownContract(loadArtifacts(), 'PoolDeployer')
  const deployer = await chain.deploy(maker, [pancakeArtifacts.pool.bytecode])
  const factory = await chain.deploy(pancakeArtifacts.factory, [deployer])
  await write(deployer, maker.abi, 'setFactory', [factory])
  const { addToPool, askPool } = await createPoolTools(chain, filler)

  /** Creates a pool at a price of 1, and fills it. */
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

  const initCodeHash = keccak256(pancakeArtifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 1, factory: deployer, initCodeHash, feeBps: 0 },
    addPancakePool,
    addToPool,
    askPool,
  }
}
