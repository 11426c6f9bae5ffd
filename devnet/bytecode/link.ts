import type { Address, Hex } from 'viem'
import type { Artifact } from './compiler-output.ts'

/** The compiler's link references: file, library name, offsets in bytes. */
type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>

export interface UnlinkedArtifact extends Artifact {
  linkReferences: LinkReferences
}

/** Links the bytecode with the libraries' addresses. */
export function link(artifact: UnlinkedArtifact, libraries: Record<string, Address>): Artifact {
  let code = artifact.bytecode.slice(2)
  for (const [name, holes] of Object.values(artifact.linkReferences).flatMap(Object.entries)) {
    const address = libraries[name]
    if (!address) throw new Error(`No library named ${name}.`)
    for (const { start, length } of holes) {
      code = code.slice(0, start * 2) + address.slice(2).toLowerCase() + code.slice((start + length) * 2)
    }
  }
  return { abi: artifact.abi, bytecode: `0x${code}` as Hex }
}
