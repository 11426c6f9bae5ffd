import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'

export interface CompiledContract {
  abi: Abi
  bytecode: Hex
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const folder = join(import.meta.dirname, '../contracts')
/** Path of the output, relative to this folder. */
export const COMPILED_TOKENS = '../artifacts/tokens.json'

/**
 * Compiles the devnet's own contracts from `contracts/`. The same source gives the same bytecode.
 */
export function compileTokens(): Record<string, CompiledContract> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
  )
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  // Loaded on demand, because the compiler takes half a second to load.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput
  const failures = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join('\n'))
  const compiled = Object.values(output.contracts)
    .flatMap((contracts) => Object.entries(contracts))
    .filter(([, contract]) => contract.evm.bytecode.object !== '')
    .map(([name, { abi, evm }]): [string, CompiledContract] => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ])
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
  return Object.fromEntries(compiled)
}

// Run directly, updates the committed output, so that starting the devnet needs no compiler.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(import.meta.dirname, COMPILED_TOKENS), `${JSON.stringify(compileTokens(), null, 1)}\n`)
}
