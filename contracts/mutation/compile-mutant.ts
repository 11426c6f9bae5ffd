import { type CompilerSettings, getArtifacts, readSources, runCompiler } from '../compile.ts'
import { keep } from '../keep.ts'
import type { Mutant } from './list-mutants.ts'

/** In a fraction of the time that shipping takes. The executor is larger than a contract may be. */
const QUICK: CompilerSettings = { viaIR: false, optimizer: { enabled: true, runs: 1 } }

/** The compiler's error for a change. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/**
 * Compiles the contracts with one change, or with none.
 * @returns the file of the settlement's artifact, or the compiler's error
 */
export async function compileMutant(mutant?: Mutant): Promise<{ artifact: string } | { refusal: string }> {
  const sources = readSources('src')
  if (mutant) sources[mutant.path] = { content: mutant.content }
  try {
    return { artifact: await keep([QUICK, sources], () => compileSettlement(sources)) }
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.message }
    throw error
  }
}

async function compileSettlement(sources: ReturnType<typeof readSources>) {
  const outputSelection = { 'src/Settlement.sol': { Settlement: ['abi', 'evm.bytecode.object'] } }
  const output = await runCompiler(sources, { ...QUICK, outputSelection })
  const mistake = output.errors?.find(({ severity }) => severity === 'error')
  if (mistake) throw new RefusedError(mistake.formattedMessage)
  return getArtifacts(output).get('Settlement')
}
