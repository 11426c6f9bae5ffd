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

export interface CompilerOutput {
  errors?: Problem[]
  contracts?: Record<string, Record<string, CompiledOutput>>
  /** Syntax trees, if `ast` is selected. */
  sources?: Record<string, { ast: unknown }>
}

interface CompiledOutput {
  abi: Abi
  evm: {
    bytecode: { object: string }
    deployedBytecode?: { object: string; immutableReferences: Record<string, { start: number }[]> }
  }
}

export function getArtifacts({ contracts = {} }: CompilerOutput): Map<string, Artifact> {
  const artifacts = new Map<string, Artifact>()
  for (const byName of Object.values(contracts)) {
    for (const [name, { abi, evm }] of Object.entries(byName)) {
      artifacts.set(name, { abi: withoutInternalTypes(abi), bytecode: `0x${evm.bytecode.object}` })
    }
  }
  return artifacts
}

/** Drops the compiler's internal type names from the ABI, which is shipped to browsers. */
function withoutInternalTypes(abi: Abi): Abi {
  return JSON.parse(JSON.stringify(abi, (key, value) => (key === 'internalType' ? undefined : value)))
}
