import { type Address, keccak256, parseAbi } from 'viem'
import { createPoolTools, type PoolFiller } from './concentrated-pools.ts'
import { GLOBAL_STATE } from './deploy-algebra.ts'
import { RESERVE } from './deploy-protocols.ts'
import { algebraV1Artifacts } from './protocol-artifacts.ts'
import type { TestChain } from './test-chain.ts'

const poolAbi = parseAbi(['function initialize(uint160)'])

/** Deploys Algebra V1 without pools, and what asks a pool for its price. */
export async function deployAlgebraV1(chain: TestChain, filler: PoolFiller) {
  const { client, write } = chain
  const { abi: factoryAbi } = algebraV1Artifacts.factory
  const { abi: deployerAbi } = algebraV1Artifacts.deployer
  const deployer = await chain.deploy(algebraV1Artifacts.deployer)
  const vault = chain.accounts.deployer
  const factory = await chain.deploy(algebraV1Artifacts.factory, [deployer, vault])
  await write(deployer, deployerAbi, 'setFactory', [factory])
  const { addToPool, askPool } = await createPoolTools(chain, filler)

  /** Makes a pool at a price of 1, and fills it. */
  async function addAlgebraPool(tokenA: Address, tokenB: Address): Promise<Address> {
    await write(factory, factoryAbi, 'createPool', [tokenA, tokenB])
    const pool = (await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'poolByPair',
      args: [tokenA, tokenB],
    })) as Address
    await write(pool, poolAbi, 'initialize', [2n ** 96n])
    await addToPool(pool, { lower: -12_000, upper: 12_000, delta: RESERVE }, 'mintAlgebra')
    return pool
  }

  const initCodeHash = keccak256(algebraV1Artifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 11, factory: deployer, initCodeHash, feeBps: 0 },
    addAlgebraPool,
    addToPool: (pool: Address, range: { lower: number; upper: number; delta: bigint }) =>
      addToPool(pool, range, 'mintAlgebra'),
    askPool: (pool: Address, zeroForOne: boolean, amount: bigint) =>
      askPool(pool, zeroForOne, amount, GLOBAL_STATE),
  }
}
