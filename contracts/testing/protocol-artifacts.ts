import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import type { Artifact } from '../compile.ts'
import type { UnlinkedArtifact } from './link.ts'

const require = createRequire(import.meta.url)
const V3 = '@uniswap/v3-core/artifacts/contracts'

/** The protocols' code from their npm packages. For tests only: some of it is GPL. */
export const protocolArtifacts = {
  weth: load('canonical-weth/build/contracts/WETH9.json'),
  v2Factory: load('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Pair: load('@uniswap/v2-core/build/UniswapV2Pair.json'),
  v3Factory: load(`${V3}/UniswapV3Factory.sol/UniswapV3Factory.json`),
  v3Pool: load(`${V3}/UniswapV3Pool.sol/UniswapV3Pool.json`),
  quoter: load('@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
}

const PANCAKE = '@pancakeswap/v3-core/artifacts/contracts'

export const pancakeArtifacts = {
  factory: load(`${PANCAKE}/PancakeV3Factory.sol/PancakeV3Factory.json`),
  pool: load(`${PANCAKE}/PancakeV3Pool.sol/PancakeV3Pool.json`),
}

/** Algebra Integral, with the plugin that sets the fee of a pool by its volatility. */
export const algebraArtifacts = {
  factory: loadAlgebra('integral-core', 'AlgebraFactory'),
  deployer: loadAlgebra('integral-core', 'AlgebraPoolDeployer'),
  pool: loadAlgebra('integral-core', 'AlgebraPool'),
  pluginFactory: loadAlgebra('integral-base-plugin', 'BasePluginV1Factory'),
}

/**
 * Algebra V1: the code of QuickSwap's pools on Polygon. Its factories create the operators that
 * measure volatility.
 */
export const algebraV1Artifacts = {
  factory: loadAlgebra('v1-core', 'AlgebraFactory'),
  deployer: loadAlgebra('v1-core', 'AlgebraPoolDeployer'),
  pool: loadAlgebra('v1-core', 'AlgebraPool'),
  operator: loadAlgebra('v1-core', 'DataStorageOperator'),
}

const devnet: Record<string, Artifact> = readJson('../../devnet/artifacts/tokens.json')

/** One of the devnet's own contracts. */
export function devnetArtifact(name: string): Artifact {
  const found = devnet[name]
  if (!found) throw new Error(`No contract named ${name}.`)
  return found
}

const V4 = '@uniswap/v4-core/out'

export const managerArtifacts = {
  manager: loadFoundry('PoolManager'),
  /** Adds liquidity and swaps, from and to its caller. */
  provider: loadFoundry('PoolModifyLiquidityTest'),
  swapper: loadFoundry('PoolSwapTest'),
}

const BALANCER = '@balancer-labs/v2-deployments/dist/tasks'

export const balancerArtifacts = {
  vault: loadBalancer(`${BALANCER}/20210418-vault`, 'Vault'),
  weightedPool: loadBalancer(`${BALANCER}/deprecated/20210418-weighted-pool`, 'WeightedPool'),
  stableFactory: load(`${BALANCER}/deprecated/20220609-stable-pool-v2/artifact/StablePoolFactory.json`),
}

/** @param path of a contract in a file of its own name, e.g. `protocol/pool/Pool`; loaded lazily */
export function aaveArtifact(path: string): UnlinkedArtifact {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const file = `@aave/core-v3/artifacts/contracts/${path}.sol/${name}.json`
  const { linkReferences }: UnlinkedArtifact = require(file)
  return { ...load(file), linkReferences }
}

/** Creation code, and the salt for the canonical address with the CREATE2 deployer. */
export const permit2Artifact: { bytecode: Hex; salt: Hex; address: Hex } = readJson(
  '../../devnet/artifacts/permit2.json',
)

/** The factory of Dystopia, a fork of Solidly, with the code of its pairs. */
export const solidlyArtifact: Artifact = readJson('../../devnet/artifacts/dystopia.json')

/** Curve's StableSwap of DAI, USDC, USDT and sUSD, and its share. */
export const stableswapArtifacts: { pool: Artifact; share: Artifact } = readJson(
  '../../devnet/artifacts/curve.json',
)

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

function load(path: string): Artifact {
  const { abi, bytecode }: { abi: Abi; bytecode: string } = require(path)
  return { abi, bytecode: `0x${bytecode.replace(/^0x/, '')}` }
}

function loadAlgebra(folder: string, name: string): Artifact {
  return load(`@cryptoalgebra/${folder}/artifacts/contracts/${name}.sol/${name}.json`)
}

function loadFoundry(name: string): Artifact {
  const { abi, bytecode }: { abi: Abi; bytecode: { object: Hex } } = require(`${V4}/${name}.sol/${name}.json`)
  return { abi, bytecode: bytecode.object }
}

function loadBalancer(folder: string, name: string): Artifact {
  const { creationCode }: { creationCode: Hex } = require(`${folder}/bytecode/${name}.json`)
  return { abi: require(`${folder}/abi/${name}.json`), bytecode: creationCode }
}
