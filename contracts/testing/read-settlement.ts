import { readFileSync } from 'node:fs'
import type { Artifact } from '../../devnet/bytecode/compiler-output.ts'

const COMMITTED = new URL('../out/Settlement.json', import.meta.url)

/** Mutants are compiled without optimizing for size, and exceed the size limit of a contract. */
export const isMutant = process.env.SLUICE_SETTLEMENT !== undefined

/**
 * The committed settlement artifact; another test compares it with the sources. SLUICE_SETTLEMENT
 * names another file, used to test mutated contracts.
 */
export function readSettlement(): Artifact {
  return JSON.parse(readFileSync(process.env.SLUICE_SETTLEMENT ?? COMMITTED, 'utf8'))
}
