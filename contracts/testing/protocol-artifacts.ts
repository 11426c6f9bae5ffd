import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import type { Artifact } from '../compile.ts'

const require = createRequire(import.meta.url)
const V3 = '@uniswap/v3-core/artifacts/contracts'

/** The real protocols' own code, as their npm packages carry it. For tests only: some of it is GPL. */
export const protocolArtifacts = {
  weth: load('@uniswap/v2-periphery/build/WETH9.json'),
  v2Factory: load('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Pair: load('@uniswap/v2-core/build/UniswapV2Pair.json'),
  v3Factory: load(`${V3}/UniswapV3Factory.sol/UniswapV3Factory.json`),
  v3Pool: load(`${V3}/UniswapV3Pool.sol/UniswapV3Pool.json`),
  quoter: load('@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
}

/** Creation code, and the salt that brings it to the canonical address through the CREATE2 deployer. */
export const permit2Artifact: { bytecode: Hex; salt: Hex; address: Hex } = JSON.parse(
  readFileSync(new URL('../../devnet/artifacts/permit2.json', import.meta.url), 'utf8'),
)

function load(path: string): Artifact {
  const { abi, bytecode }: { abi: Abi; bytecode: string } = require(path)
  return { abi, bytecode: `0x${bytecode.replace(/^0x/, '')}` }
}
