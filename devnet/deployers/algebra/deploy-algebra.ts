import { type Abi, type Address, getContractAddress, keccak256, parseAbi, toFunctionSelector } from 'viem'
import { algebraArtifacts, algebraV1Artifacts } from '../../bytecode/protocol-artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'
import { createPoolTools, type PoolFiller } from '../uniswap/concentrated-pools.ts'

/** The first word is the price, as in V3's `slot0`. */
const GLOBAL_STATE = toFunctionSelector('globalState()')
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

/** Deploys Algebra Integral without pools, with a price reader. */
export async function deployAlgebra(chain: TestChain, filler: PoolFiller) {
  const { client, write } = chain
  const { abi: factoryAbi } = algebraArtifacts.factory
  const from = chain.accounts.deployer
  const nonce = await client.getTransactionCount({ address: from })
  // The factory and the pool deployer store each other's address.
  const factory = await chain.deploy(algebraArtifacts.factory, [
    getContractAddress({ from, nonce: BigInt(nonce) + 1n }),
  ])
  const deployer = await chain.deploy(algebraArtifacts.deployer, [factory])
  const pluginFactory = await chain.deploy(algebraArtifacts.pluginFactory, [factory])
  await write(factory, factoryAbi, 'setDefaultPluginFactory', [pluginFactory])
  const tools = await createAlgebraTools(chain, filler, { factory, abi: factoryAbi, further: ['0x'] })
  const initCodeHash = keccak256(algebraArtifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 11, factory: deployer, initCodeHash, feeBps: 0 },
    ...tools,
  }
}

/** Deploys Algebra V1 without pools, with a price reader. */
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

interface AlgebraFactory {
  factory: Address
  abi: Abi
  /** Arguments of `createPool` after the tokens. */
  further?: readonly unknown[]
}

/** Creates and fills pools of an Algebra factory, and reads their prices. */
async function createAlgebraTools(
  chain: TestChain,
  filler: PoolFiller,
  { factory, abi, further = [] }: AlgebraFactory,
) {
  const { client, write } = chain
  const { addToPool, askPool } = await createPoolTools(chain, filler)
  const fill = (pool: Address, range: Parameters<typeof addToPool>[1]) =>
    addToPool(pool, range, 'mintAlgebra')

  /** Creates a pool at a price of 1, and fills it. */
  async function addAlgebraPool(tokenA: Address, tokenB: Address): Promise<Address> {
    await write(factory, abi, 'createPool', [tokenA, tokenB, ...further])
    const pool = (await client.readContract({
      address: factory,
      abi,
      functionName: 'poolByPair',
      args: [tokenA, tokenB],
    })) as Address
    await write(pool, poolAbi, 'initialize', [2n ** 96n])
    await fill(pool, { lower: -12_000, upper: 12_000, delta: RESERVE })
    return pool
  }

  return {
    addAlgebraPool,
    addToPool: fill,
    askPool: (pool: Address, zeroForOne: boolean, amount: bigint) =>
      askPool(pool, zeroForOne, amount, GLOBAL_STATE),
  }
}
