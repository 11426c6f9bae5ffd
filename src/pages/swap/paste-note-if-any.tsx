import { lazy, Suspense } from 'react'
import { withNeeds } from '../../components/later-parts.ts'
import type { Token } from '../../events/types.ts'
import type { Pasted } from './amount-field.tsx'

export interface PasteNoteIfAnyProps {
  side: 'input' | 'output'
  pasted: Pasted | undefined
  /** The amount of the form: a note is about the paste only while it is the same. */
  amount: string
  token: Token | undefined
}

const PasteNote = lazy(async () => ({ default: (await withNeeds(import('./paste-note.tsx'))).PasteNote }))

/** Loaded with the first paste. */
export function PasteNoteIfAny({ side, pasted, amount, token }: PasteNoteIfAnyProps) {
  return (
    pasted?.amount === amount && (
      <Suspense>
        <PasteNote key={pasted.text} side={side} text={pasted.text} decimals={token?.decimals ?? 18} />
      </Suspense>
    )
  )
}
