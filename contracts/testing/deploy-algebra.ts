import { type Address, getContractAddress, keccak256, parseAbi, toFunctionSelector } from 'viem'
import { createPoolTools, type PoolFiller } from './concentrated-pools.ts'
import { RESERVE } from './deploy-protocols.ts'
import { algebraArtifacts } from './protocol-artifacts.ts'
import type { TestChain } from './test-chain.ts'

/** Its first word is the price, as that of V3's `slot0`. */
export const GLOBAL_STATE = toFunctionSelector('globalState()')
const poolAbi = parseAbi([
  'function initialize(uint160)',
  'function fee() view returns (uint16)',
  'function plugin() view returns (address)',
  'function setFee(uint16)',
  'function setPlugin(address)',
  'function setPluginConfig(uint8)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
])

/** Deploys Algebra Integral without pools, and what asks a pool for its price. */
export async function deployAlgebra(chain: TestChain, filler: PoolFiller) {
  const { client, write } = chain
  const { abi: factoryAbi } = algebraArtifacts.factory
  const from = chain.accounts.deployer
  const nonce = await client.getTransactionCount({ address: from })
  // Factory and maker of pools name each other.
  const factory = await chain.deploy(algebraArtifacts.factory, [
    getContractAddress({ from, nonce: BigInt(nonce) + 1n }),
  ])
  const deployer = await chain.deploy(algebraArtifacts.deployer, [factory])
  const pluginFactory = await chain.deploy(algebraArtifacts.pluginFactory, [factory])
  await write(factory, factoryAbi, 'setDefaultPluginFactory', [pluginFactory])
  const { addToPool, askPool } = await createPoolTools(chain, filler)

  /** Makes a pool at a price of 1, with the default plugin, and fills it. */
  async function addAlgebraPool(tokenA: Address, tokenB: Address): Promise<Address> {
    await write(factory, factoryAbi, 'createPool', [tokenA, tokenB, '0x'])
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

  const initCodeHash = keccak256(algebraArtifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 11, factory: deployer, initCodeHash, feeBps: 0 },
    addAlgebraPool,
    askPool: (pool: Address, zeroForOne: boolean, amount: bigint) =>
      askPool(pool, zeroForOne, amount, GLOBAL_STATE),
  }
}
