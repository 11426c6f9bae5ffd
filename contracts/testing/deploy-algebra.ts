import { type Address, getContractAddress, keccak256, parseAbi, toFunctionSelector } from 'viem'
import { RESERVE } from './deploy-protocols.ts'
import { algebraArtifacts, devnetArtifact } from './protocol-artifacts.ts'
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
const fillAbi = parseAbi(['function mintAlgebra(address, int24, int24, uint128)'])

/** Deploys Algebra Integral without pools, and what asks a pool for its price. */
export async function deployAlgebra(
  chain: TestChain,
  { provider, mint }: { provider: Address; mint: (token: Address, to: Address, amount: bigint) => unknown },
) {
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
  const { abi: quoterAbi, bytecode } = devnetArtifact('PoolQuoter')
  const quoter = await chain.deploy({ abi: quoterAbi, bytecode })

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
    for (const functionName of ['token0', 'token1'] as const) {
      await mint(await client.readContract({ address: pool, abi: poolAbi, functionName }), provider, RESERVE)
    }
    await write(provider, fillAbi, 'mintAlgebra', [pool, -12_000, 12_000, RESERVE])
    return pool
  }

  /** What a swap takes and gives; `amount` is sold when positive, bought when negative. */
  async function askPool(pool: Address, zeroForOne: boolean, amount: bigint) {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: quoterAbi,
      functionName: 'quote',
      args: [pool, zeroForOne, amount, GLOBAL_STATE],
    })
    const [amount0, amount1] = result as [bigint, bigint, bigint]
    return zeroForOne ? { taken: amount0, given: -amount1 } : { taken: amount1, given: -amount0 }
  }

  const initCodeHash = keccak256(algebraArtifacts.pool.bytecode)
  return {
    factory,
    source: { kind: 11, factory: deployer, initCodeHash, feeBps: 0 },
    addAlgebraPool,
    askPool,
  }
}
