import { readFileSync } from 'node:fs'
import type { Abi } from 'viem'
import { cacheArtifact } from '../../bytecode/artifact-cache.ts'
import { compilePackages, getSolc, resolveCurrent } from '../../bytecode/compile-packages.ts'
import type { UnlinkedArtifact } from '../../bytecode/link.ts'

interface CompiledContract {
  abi: Abi
  evm: { bytecode: { object: string; linkReferences: UnlinkedArtifact['linkReferences'] } }
}

const AAVE = '@aave-dao/aave-v3-origin/src/contracts'
const CONTRACTS = [
  'instances/ATokenInstance',
  'instances/PoolConfiguratorInstance',
  'instances/PoolInstance',
  'extensions/stata-token/StataTokenV2',
  'instances/VariableDebtTokenInstance',
  'misc/DefaultReserveInterestRateStrategyV2',
  'mocks/oracle/PriceOracle',
  'protocol/configuration/ACLManager',
  'protocol/configuration/PoolAddressesProvider',
]
const REMAPPINGS = [
  'openzeppelin-contracts/=@openzeppelin/',
  'openzeppelin-contracts-upgradeable/contracts/=@openzeppelin/contracts-upgradeable/',
  'solidity-utils/=@bgd-labs/solidity-utils/src/',
]
const SETTINGS = {
  remappings: REMAPPINGS,
  evmVersion: 'cancun',
  // Reduces the pool below the size limit.
  optimizer: { enabled: true, runs: 1, details: { yul: false } },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] } },
}

/**
 * Compiles Aave 3.6 on demand, because its package has only sources, whose license forbids
 * committing them.
 * @returns artifacts by contract name, including the libraries
 */
export async function compileAave(): Promise<(name: string) => UnlinkedArtifact> {
  const { version }: { version: string } = JSON.parse(readContent('@aave-dao/aave-v3-origin/package.json'))
  const file = await cacheArtifact(['aave', version, CONTRACTS, SETTINGS], compile)
  const artifacts = new Map<string, CompiledContract>(JSON.parse(readFileSync(file, 'utf8')))
  return (name) => {
    const found = artifacts.get(name)
    if (!found) throw new Error(`No contract named ${name}.`)
    const { object, linkReferences } = found.evm.bytecode
    return { abi: found.abi, bytecode: `0x${object}`, linkReferences }
  }
}

async function compile(): Promise<[string, CompiledContract][]> {
  const solc = await getSolc()
  const paths = CONTRACTS.map((name) => `${AAVE}/${name}.sol`)
  const compiled = compilePackages<CompiledContract>(solc, { paths, settings: SETTINGS, read: readContent })
  return Object.values(compiled).flatMap(Object.entries)
}

function readContent(path: string): string {
  return readFileSync(resolveCurrent(path), 'utf8')
}
