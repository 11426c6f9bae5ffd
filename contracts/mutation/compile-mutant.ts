import { cacheArtifact } from '../../devnet/bytecode/artifact-cache.ts'
import { getArtifacts } from '../../devnet/bytecode/compiler-output.ts'
import { type CompilerSettings, readSources, runCompiler } from '../compile.ts'
import type { Mutant } from './list-mutants.ts'

/** Compiles much faster than the shipped settings. The executor exceeds the size limit. */
const QUICK: CompilerSettings = { viaIR: false, optimizer: { enabled: true, runs: 1 } }

/** A change that does not compile. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/**
 * Compiles the contracts with at most one change.
 * @returns the file of the settlement's artifact, or the compiler's error
 */
export async function compileMutant(mutant?: Mutant): Promise<{ artifact: string } | { refusal: string }> {
  const sources = readSources('src')
  if (mutant) sources[mutant.path] = { content: mutant.content }
  try {
    return { artifact: await cacheArtifact([QUICK, sources], () => compileSettlement(sources)) }
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
