import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, slice } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { COMPILED_TOKENS, type CompiledContract } from './compile-tokens.ts'
import { fromPackage } from './load-artifact.ts'

export interface Artifacts {
  weth: CompiledContract
  uniswapV2Factory: CompiledContract
  uniswapV2PairHash: Hex
  /** The second constant-product exchange: the same code with a fee of 0.2 %. */
  deltaV2Factory: CompiledContract
  deltaV2PairHash: Hex
  uniswapV3Factory: CompiledContract
  uniswapV3PoolHash: Hex
  pancakeV3Factory: CompiledContract
  pancakeV3Pool: CompiledContract
  quoterV2: CompiledContract
  tickLens: CompiledContract
  permit2: { bytecode: Hex; salt: Hex; address: Address }
  /** The factory of Dystopia, a fork of Solidly. */
  dystopia: CompiledContract
  dystopiaPairHash: Hex
  /** StableSwap of DAI, USDC, USDT and sUSD, and its share. */
  curve: { pool: CompiledContract; share: CompiledContract }
  multicall3: { runtimeCode: Hex; address: Address }
  /** The devnet's own contracts by name. */
  own: Record<string, CompiledContract>
  settlement: CompiledContract
}

/** A factory that carries the code of its pairs. */
interface FactoryCode extends CompiledContract {
  pairCode: { start: number; length: number }
}

let loaded: Artifacts | undefined

/** Returns one of the devnet's own contracts. */
export function ownContract(artifacts: Artifacts, name: string): CompiledContract {
  const contract = artifacts.own[name]
  if (!contract) throw new Error(`No contract ${name} is compiled`)
  return contract
}

/**
 * Loads the contracts to deploy. The exchanges' contracts come from their authors' packages,
 * because their licenses forbid copying them into this repository or its published files.
 */
export function loadArtifacts(): Artifacts {
  loaded ??= readArtifacts()
  return loaded
}

function readArtifacts(): Artifacts {
  const pair = fromPackage('@uniswap/v2-core/build/UniswapV2Pair.json')
  const pool = fromPackage('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json')
  const factory = fromPackage('@uniswap/v2-core/build/UniswapV2Factory.json')
  const dystopia = readJson<FactoryCode>('../artifacts/dystopia.json')
  const { start, length } = dystopia.pairCode
  return {
    weth: fromPackage('canonical-weth/build/contracts/WETH9.json'),
    uniswapV2Factory: factory,
    uniswapV2PairHash: keccak256(pair.bytecode),
    deltaV2Factory: { ...factory, bytecode: withLowerFee(factory.bytecode) },
    deltaV2PairHash: keccak256(withLowerFee(pair.bytecode)),
    uniswapV3Factory: fromPackage(
      '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
    ),
    uniswapV3PoolHash: keccak256(pool.bytecode),
    pancakeV3Factory: fromPackage(
      '@pancakeswap/v3-core/artifacts/contracts/PancakeV3Factory.sol/PancakeV3Factory.json',
    ),
    pancakeV3Pool: fromPackage(
      '@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/PancakeV3Pool.json',
    ),
    quoterV2: fromPackage('@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
    tickLens: fromPackage('@uniswap/v3-periphery/artifacts/contracts/lens/TickLens.sol/TickLens.json'),
    permit2: readJson('../artifacts/permit2.json'),
    dystopia,
    dystopiaPairHash: keccak256(slice(dystopia.bytecode, start, start + length)),
    curve: readJson('../artifacts/curve.json'),
    multicall3: readJson('../artifacts/multicall3.json'),
    own: readJson(COMPILED_TOKENS),
    settlement: readJson('../../contracts/out/Settlement.json'),
  }
}

/** Reads a file by its path relative to this folder. */
function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as Content
}

/**
 * Makes a fork with a lower fee: the pair's check `balance * 1000 - amountIn * 3` becomes `… * 2`.
 * The pair multiplies by the constant 3 only in these two places.
 */
function withLowerFee(bytecode: Hex): Hex {
  const timesThree = /600363ffffffff6121e816565b/g
  if (bytecode.match(timesThree)?.length !== 2)
    throw new Error('The bytecode of the pair does not match this patch')
  return bytecode.replace(timesThree, '600263ffffffff6121e816565b') as Hex
}
