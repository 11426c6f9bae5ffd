import { readdirSync, readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

export interface Artifact {
  abi: Abi
  bytecode: Hex
}

interface Problem {
  severity: 'error' | 'warning' | 'info'
  errorCode: string
  formattedMessage: string
}

interface CompilerOutput {
  errors?: Problem[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** Reminds every author of transient storage to leave it at zero; what this repository leaves is tested. */
const TRANSIENT_STORAGE = '2394'

/**
 * Compiles every Solidity file of a folder, together with what it imports.
 * @param folder relative to `contracts/`, e.g. `src`
 * @param optimized false compiles in a tenth of the time, for contracts that only tests use
 * @returns artifacts by contract name
 * @throws Error carrying the compiler's own words on any error or warning
 */
export async function compile(folder: string, optimized = true): Promise<Map<string, Artifact>> {
  const { default: solc } = await import('solc')
  const input = {
    language: 'Solidity',
    sources: readSources(folder),
    settings: {
      evmVersion: 'cancun',
      viaIR: optimized,
      optimizer: { enabled: optimized, runs: 1_000_000 },
      // Without the metadata hash a comment does not change the bytecode, and so not the addresses.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path: string) => ({ contents: readFileSync(new URL(path, import.meta.url), 'utf8') }),
    }),
  )
  const problems = (output.errors ?? []).filter(
    ({ severity, errorCode }) => severity !== 'info' && errorCode !== TRANSIENT_STORAGE,
  )
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))

  const artifacts = new Map<string, Artifact>()
  for (const contracts of Object.values(output.contracts ?? {})) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      artifacts.set(name, { abi: withoutInternalTypes(abi), bytecode: `0x${evm.bytecode.object}` })
    }
  }
  return artifacts
}

function readSources(folder: string) {
  const directory = new URL(`${folder}/`, import.meta.url)
  const files = readdirSync(directory).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.map((file) => [`${folder}/${file}`, { content: readFileSync(new URL(file, directory), 'utf8') }]),
  )
}

/** The ABI travels to browsers; the compiler's names for its types need not. */
function withoutInternalTypes(abi: Abi): Abi {
  return JSON.parse(JSON.stringify(abi, (key, value) => (key === 'internalType' ? undefined : value)))
}
