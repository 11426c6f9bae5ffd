import { readFileSync } from 'node:fs'
import type { Artifact } from '../compile.ts'

const COMMITTED = new URL('../out/Settlement.json', import.meta.url)

/**
 * The settlement as committed: another test proves that it is what the sources compile to. SLUICE_SETTLEMENT names
 * another file, by which mutated contracts are put before these tests.
 */
export function readSettlement(): Artifact {
  return JSON.parse(readFileSync(process.env.SLUICE_SETTLEMENT ?? COMMITTED, 'utf8'))
}
