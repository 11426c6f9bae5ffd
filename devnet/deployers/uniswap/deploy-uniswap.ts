import { type Address, concat, erc20Abi, keccak256, parseAbi, zeroAddress } from 'viem'
import { loadArtifacts } from '../../bytecode/artifacts.ts'
import type { Artifact } from '../../bytecode/compiler-output.ts'
import { protocolArtifacts } from '../../bytecode/protocol-artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'

export const V3_FEE = 3000

const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const factoryAbi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function createPool(address, address, uint24) returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])
const poolAbi = parseAbi([
  'function mint(address) returns (uint256)',
  'function initialize(uint160)',
  'function mint(address, int24, int24, uint128)',
])
const tokenAbi = parseAbi(['function mint(address, uint256)'])

/** The protocols, and the contract that fills their pools. */
export async function deployProtocols(chain: TestChain, liquidityProvider: Artifact) {
  const { client, write, accounts } = chain
  const weth = await chain.deploy(protocolArtifacts.weth)
  const v2Factory = await chain.deploy(protocolArtifacts.v2Factory, [zeroAddress])
  const v2Fork = await chain.deploy(protocolArtifacts.v2Factory, [zeroAddress])
  const v3Factory = await chain.deploy(protocolArtifacts.v3Factory)
  const quoter = await chain.deploy(protocolArtifacts.quoter, [v3Factory, weth])
  const provider = await chain.deploy(liquidityProvider)
  const { permit2 } = loadArtifacts()
  await chain.send(CREATE2_DEPLOYER, concat([permit2.salt, permit2.bytecode]))

  const pairHash = keccak256(protocolArtifacts.v2Pair.bytecode)
  const poolHash = keccak256(protocolArtifacts.v3Pool.bytecode)
  const sources = [
    { kind: 0, factory: v2Factory, initCodeHash: pairHash, feeBps: 30 },
    { kind: 0, factory: v2Fork, initCodeHash: pairHash, feeBps: 30 },
    { kind: 1, factory: v3Factory, initCodeHash: poolHash, feeBps: 0 },
  ]

  async function mint(token: Address, to: Address, amount: bigint) {
    if (token !== weth) return write(token, tokenAbi, 'mint', [to, amount])
    await write(weth, protocolArtifacts.weth.abi, 'deposit', [], { value: amount })
    return write(weth, erc20Abi, 'transfer', [to, amount])
  }

  async function addV2Pair(tokenA: Address, tokenB: Address, factory = v2Factory) {
    await write(factory, factoryAbi, 'createPair', [tokenA, tokenB])
    const pair = await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair',
      args: [tokenA, tokenB],
    })
    await mint(tokenA, pair, RESERVE)
    await mint(tokenB, pair, RESERVE)
    await write(pair, poolAbi, 'mint', [accounts.deployer])
    return pair
  }

  async function addV3Pool(tokenA: Address, tokenB: Address) {
    await write(v3Factory, factoryAbi, 'createPool', [tokenA, tokenB, V3_FEE])
    const pool = await client.readContract({
      address: v3Factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [tokenA, tokenB, V3_FEE],
    })
    await write(pool, poolAbi, 'initialize', [2n ** 96n])
    await mint(tokenA, provider, RESERVE)
    await mint(tokenB, provider, RESERVE)
    await write(provider, poolAbi, 'mint', [pool, -12_000, 12_000, RESERVE])
    return pool
  }

  async function askQuoter(functionName: string, parameters: Record<string, unknown>): Promise<bigint> {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: protocolArtifacts.quoter.abi,
      functionName,
      args: [{ ...parameters, fee: V3_FEE, sqrtPriceLimitX96: 0n }],
    })
    return (result as [bigint])[0]
  }

  /** The output of a V3 pool for an input, by the protocol's quoter. */
  const quoteV3 = (tokenIn: Address, tokenOut: Address, amountIn: bigint) =>
    askQuoter('quoteExactInputSingle', { tokenIn, tokenOut, amountIn })

  /** The input for an output. */
  const priceV3 = (tokenIn: Address, tokenOut: Address, amount: bigint) =>
    askQuoter('quoteExactOutputSingle', { tokenIn, tokenOut, amount })

  return {
    weth,
    permit2: permit2.address,
    v2Fork,
    sources,
    provider,
    mint,
    addV2Pair,
    addV3Pool,
    quoteV3,
    priceV3,
  }
}

/** The output of a new V2 pair for an input. */
export function quoteV2(amountIn: bigint): bigint {
  const sold = amountIn * 9970n
  return (sold * RESERVE) / (RESERVE * 10_000n + sold)
}

/** The input for an output. */
export function priceV2(amountOut: bigint): bigint {
  return (RESERVE * amountOut * 10_000n) / ((RESERVE - amountOut) * 9970n) + 1n
}
