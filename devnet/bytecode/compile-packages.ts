import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cacheArtifact } from './artifact-cache.ts'
import { type Artifact, type CompilerOutput, getArtifacts } from './compiler-output.ts'

interface Compiler {
  compile(input: string, callbacks: { import: (path: string) => { contents: string } }): string
}

interface PackageSources {
  /** The files to compile, as imports name them. */
  paths: readonly string[]
  settings: object
  /** Returns the text of a file or of one of its imports. */
  read: (path: string) => string
}

type Contracts<Contract> = Record<string, Record<string, Contract>>

const require = createRequire(import.meta.url)
const aave = createRequire(require.resolve('@aave-dao/aave-v3-origin/package.json'))

/**
 * Resolves OpenZeppelin's contracts for current compilers from the package that has them, because
 * other packages have other versions.
 */
export const { resolve: resolveCurrent } = createRequire(
  aave.resolve('@bgd-labs/solidity-utils/package.json'),
)

/**
 * Compiles sources of installed packages.
 * @returns the output selected by `settings`, by file and name
 * @throws Error with the compiler's first error; warnings are ignored
 */
export function compilePackages<Contract = NonNullable<CompilerOutput['contracts']>[string][string]>(
  solc: Compiler,
  { paths, settings, read }: PackageSources,
): Contracts<Contract> {
  const sources = Object.fromEntries(paths.map((path) => [path, { content: read(path) }]))
  const compiled = solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
    import: (path) => ({ contents: read(path) }),
  })
  const output: Omit<CompilerOutput, 'contracts'> & { contracts?: Contracts<Contract> } = JSON.parse(compiled)
  const mistake = output.errors?.find(({ severity }) => severity === 'error')
  if (mistake) throw new Error(mistake.formattedMessage)
  return output.contracts ?? {}
}

/**
 * Compiles packages once for all tests and runs.
 * @param version of the sources
 * @returns artifacts by contract name
 */
export async function compileOnDemand<Name extends string>(
  version: string,
  { getCompiler, ...sources }: PackageSources & { getCompiler: () => Promise<Compiler> },
): Promise<(name: Name) => Artifact> {
  const { paths, settings } = sources
  const file = await cacheArtifact([version, paths, settings], async () => {
    const contracts = compilePackages(await getCompiler(), sources)
    return [...getArtifacts({ contracts })]
  })
  const artifacts = new Map<string, Artifact>(JSON.parse(readFileSync(file, 'utf8')))
  return (name) => {
    const found = artifacts.get(name)
    if (!found) throw new Error(`No contract named ${name}.`)
    return found
  }
}

export async function getSolc(): Promise<Compiler> {
  const { default: solc } = await import('solc')
  return solc
}
