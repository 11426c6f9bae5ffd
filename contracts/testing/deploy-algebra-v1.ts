import { keccak256 } from 'viem'
import type { PoolFiller } from './concentrated-pools.ts'
import { createAlgebraTools } from './deploy-algebra.ts'
import { algebraV1Artifacts } from './protocol-artifacts.ts'
import type { TestChain } from './test-chain.ts'

/** Deploys Algebra V1 without pools, and what asks a pool for its price. */
export async function deployAlgebraV1(chain: TestChain, filler: PoolFiller) {
  const { abi: factoryAbi } = algebraV1Artifacts.factory
  const { abi: deployerAbi } = algebraV1Artifacts.deployer
  const deployer = await chain.deploy(algebraV1Artifacts.deployer)
  const vault = chain.accounts.deployer
  const factory = await chain.deploy(algebraV1Artifacts.factory, [deployer, vault])
  await chain.write(deployer, deployerAbi, 'setFactory', [factory])
  const tools = await createAlgebraTools(chain, filler, { factory, abi: factoryAbi })
  const initCodeHash = keccak256(algebraV1Artifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 11, factory: deployer, initCodeHash, feeBps: 0 },
    ...tools,
  }
}
