import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi } from 'viem'
import type { UnlinkedArtifact } from './link.ts'

interface CompilerOutput {
  errors?: { severity: 'error' | 'warning' | 'info'; formattedMessage: string }[]
  contracts?: Record<string, Record<string, CompiledContract>>
}

interface CompiledContract {
  abi: Abi
  evm: { bytecode: { object: string; linkReferences: UnlinkedArtifact['linkReferences'] } }
}

const AAVE = '@aave-dao/aave-v3-origin/src/contracts'
/** Resolved from the package, because other packages have other versions of the same contracts. */
const { resolve } = ['@aave-dao/aave-v3-origin', '@bgd-labs/solidity-utils'].reduce(
  (from, name) => createRequire(from.resolve(`${name}/package.json`)),
  createRequire(import.meta.url),
)
const CONTRACTS = [
  'instances/ATokenInstance',
  'instances/PoolConfiguratorInstance',
  'instances/PoolInstance',
  'instances/VariableDebtTokenInstance',
  'misc/DefaultReserveInterestRateStrategyV2',
  'mocks/oracle/PriceOracle',
  'protocol/configuration/ACLManager',
  'protocol/configuration/PoolAddressesProvider',
]
const REMAPPINGS = ['openzeppelin-contracts/=@openzeppelin/', 'solidity-utils/=@bgd-labs/solidity-utils/src/']

/**
 * The package of Aave 3.6 has sources only: they are compiled on demand by a test, and not committed because of their
 * license.
 * @returns artifacts by contract name, the libraries' among them
 */
export async function compileAave(): Promise<(name: string) => UnlinkedArtifact> {
  const { default: solc } = await import('solc')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      CONTRACTS.map((path) => [`${AAVE}/${path}.sol`, { content: readContent(`${AAVE}/${path}.sol`) }]),
    ),
    settings: {
      remappings: REMAPPINGS,
      evmVersion: 'cancun',
      // Just enough to bring the pool under the size a contract may have.
      optimizer: { enabled: true, runs: 1, details: { yul: false } },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] } },
    },
  }
  const compiled: string = solc.compile(JSON.stringify(input), {
    import: (path: string) => ({ contents: readContent(path) }),
  })
  const output: CompilerOutput = JSON.parse(compiled)
  const mistake = output.errors?.find(({ severity }) => severity === 'error')
  if (mistake) throw new Error(mistake.formattedMessage)

  const artifacts = new Map(Object.values(output.contracts ?? {}).flatMap(Object.entries))
  return (name) => {
    const found: CompiledContract | undefined = artifacts.get(name)
    if (!found) throw new Error(`There is no contract named ${name}.`)
    const { object, linkReferences } = found.evm.bytecode
    return { abi: found.abi, bytecode: `0x${object}`, linkReferences }
  }
}

function readContent(path: string): string {
  return readFileSync(resolve(path), 'utf8')
}
