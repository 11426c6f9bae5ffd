import { readdirSync, readFileSync } from 'node:fs'
import { type Artifact, type CompilerOutput, getArtifacts } from '../devnet/bytecode/compiler-output.ts'

/** General warning about transient storage; tests check that the contracts clear theirs. */
const TRANSIENT_STORAGE = '2394'

export interface CompilerSettings {
  viaIR: boolean
  optimizer: object
}

/** The largest number of runs that keeps the executor within the size limit. */
const SHIPPED: CompilerSettings = { viaIR: true, optimizer: { enabled: true, runs: 800 } }
/** Compiles ten times faster, for contracts that only tests use. */
const UNOPTIMIZED: CompilerSettings = { viaIR: false, optimizer: { enabled: false } }

/** Source texts by path, relative to `contracts/`. */
export type Sources = Record<string, { content: string }>

/**
 * Compiles every Solidity file of a folder and its imports.
 * @param folder relative to `contracts/`, e.g. `src`
 * @returns artifacts by contract name
 * @throws Error with the compiler's messages on any error or warning
 */
export async function compile(folder: string, optimized = true): Promise<Map<string, Artifact>> {
  const settings = optimized ? SHIPPED : UNOPTIMIZED
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object'] } }
  return getArtifacts(await compileCleanly(folder, { ...settings, outputSelection }))
}

/** Compiles the input of block explorers, with the deployed code and the syntax trees. */
export async function compileShipped(): Promise<CompilerOutput> {
  const { settings, ...input } = shippedInput()
  const outputSelection = {
    '*': { '': ['ast'], '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'] },
  }
  return cleanly(await compileInput({ ...input, settings: { ...settings, outputSelection } }))
}

async function compileCleanly(
  folder: string,
  settings: CompilerSettings & { outputSelection: object },
): Promise<CompilerOutput> {
  return cleanly(await runCompiler(readSources(folder), settings))
}

function cleanly(output: CompilerOutput): CompilerOutput {
  const problems = (output.errors ?? []).filter(
    ({ severity, errorCode }) => severity !== 'info' && errorCode !== TRANSIENT_STORAGE,
  )
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  return output
}

/** The compiler's standard JSON input. */
interface CompilerInput {
  language: 'Solidity'
  sources: Sources
  settings: object
}

/** The input with which block explorers compile the shipped contracts. */
export function shippedInput(): CompilerInput {
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'metadata'] } }
  return toInput(readSources('src'), { ...SHIPPED, outputSelection })
}

function toInput(sources: Sources, settings: object): CompilerInput {
  return {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'cancun',
      // Without the metadata hash, comments do not change bytecode and addresses.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      ...settings,
    },
  }
}

/** Runs the compiler with custom settings and returns its errors in the output. */
export function runCompiler<Output = CompilerOutput>(
  sources: Sources,
  settings: Partial<CompilerSettings> & { outputSelection: object; stopAfter?: 'parsing' },
): Promise<Output> {
  return compileInput(toInput(sources, settings))
}

async function compileInput<Output = CompilerOutput>(input: CompilerInput): Promise<Output> {
  const { default: solc } = await import('solc')
  const compiled: string = solc.compile(JSON.stringify(input), {
    import: (path: string) => ({ contents: readFileSync(new URL(path, import.meta.url), 'utf8') }),
  })
  return JSON.parse(compiled)
}

export function readSources(folder: string): Sources {
  const directory = new URL(`${folder}/`, import.meta.url)
  const files = readdirSync(directory).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.map((file) => [`${folder}/${file}`, { content: readFileSync(new URL(file, directory), 'utf8') }]),
  )
}
