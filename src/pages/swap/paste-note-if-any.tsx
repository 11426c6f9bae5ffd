import type { Pasted } from './amount-field.tsx'
import type { Unit } from './cut-note.tsx'
import { formPart } from './form-part.ts'

export interface PasteNoteIfAnyProps {
  side: 'input' | 'output'
  pasted: Pasted | undefined
  /** The amount of the form: a note is about the paste only while it is the same. */
  amount: string
  token: Unit | undefined
}

const PasteNote = formPart('PasteNote')

/** Loaded with the first paste. */
export function PasteNoteIfAny({ side, pasted, amount, token }: PasteNoteIfAnyProps) {
  return (
    pasted?.amount === amount && (
      <PasteNote key={pasted.text} side={side} text={pasted.text} decimals={token?.decimals ?? 18} />
    )
  )
}
