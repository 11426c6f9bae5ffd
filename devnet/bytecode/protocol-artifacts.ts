import type { CompiledContract } from './compile-tokens.ts'
import { fromBalancer, fromBalancerArtifact, fromFoundry, fromPackage } from './load-artifact.ts'

const V3 = '@uniswap/v3-core/artifacts/contracts'

/** The protocols' code from their npm packages. For tests only: some of it is GPL. */
export const protocolArtifacts = {
  weth: fromPackage('canonical-weth/build/contracts/WETH9.json'),
  v2Factory: fromPackage('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Pair: fromPackage('@uniswap/v2-core/build/UniswapV2Pair.json'),
  v3Factory: fromPackage(`${V3}/UniswapV3Factory.sol/UniswapV3Factory.json`),
  v3Pool: fromPackage(`${V3}/UniswapV3Pool.sol/UniswapV3Pool.json`),
  quoter: fromPackage('@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
}

const PANCAKE = '@pancakeswap/v3-core/artifacts/contracts'

export const pancakeArtifacts = {
  factory: fromPackage(`${PANCAKE}/PancakeV3Factory.sol/PancakeV3Factory.json`),
  pool: fromPackage(`${PANCAKE}/PancakeV3Pool.sol/PancakeV3Pool.json`),
}

/** Algebra Integral, with the plugin that sets the fee of a pool by its volatility. */
export const algebraArtifacts = {
  factory: fromAlgebra('integral-core', 'AlgebraFactory'),
  deployer: fromAlgebra('integral-core', 'AlgebraPoolDeployer'),
  pool: fromAlgebra('integral-core', 'AlgebraPool'),
  pluginFactory: fromAlgebra('integral-base-plugin', 'BasePluginV1Factory'),
}

/**
 * Algebra V1: the code of QuickSwap's pools on Polygon. Its factories create the operators that
 * measure volatility.
 */
export const algebraV1Artifacts = {
  factory: fromAlgebra('v1-core', 'AlgebraFactory'),
  deployer: fromAlgebra('v1-core', 'AlgebraPoolDeployer'),
  pool: fromAlgebra('v1-core', 'AlgebraPool'),
  operator: fromAlgebra('v1-core', 'DataStorageOperator'),
}

const V4 = '@uniswap/v4-core/out'

export const managerArtifacts = {
  manager: fromFoundry(V4, 'PoolManager'),
  /** Adds liquidity and swaps, from and to its caller. */
  provider: fromFoundry(V4, 'PoolModifyLiquidityTest'),
  swapper: fromFoundry(V4, 'PoolSwapTest'),
}

export const balancerArtifacts = {
  vault: fromBalancer('20210418-vault', 'Vault'),
  weightedPool: fromBalancer('deprecated/20210418-weighted-pool', 'WeightedPool'),
  stableFactory: fromBalancerArtifact('deprecated/20220609-stable-pool-v2', 'StablePoolFactory'),
}

function fromAlgebra(folder: string, name: string): CompiledContract {
  return fromPackage(`@cryptoalgebra/${folder}/artifacts/contracts/${name}.sol/${name}.json`)
}
