import type { ReactNode } from 'react'
import type { Token } from '../../events/types.ts'
import { truncateDecimals } from '../../lib/amount.ts'
import type { Pasted } from './amount-field.tsx'
import { formPart } from './form-part.ts'

/** In what an amount is typed: a token, or dollars. */
export type Unit = Pick<Token, 'decimals' | 'symbol'>

export interface EntryNoteProps {
  side: 'input' | 'output'
  /** The amount as it is typed. */
  amount: string
  pasted: Pasted | undefined
  /** The amount of which digits were cut. */
  cut: string | undefined
  unit: Unit | undefined
  /** Shown unless digits were cut. */
  children: ReactNode
}

const PasteNote = formPart('PasteNote')
const CutNote = formPart('CutNote')

/** Says below an amount what was not taken of it. A note is about a paste only while the amount is the same. */
export function EntryNote({ side, amount, pasted, cut, unit, children }: EntryNoteProps) {
  return (
    <>
      {pasted?.amount === amount && <PasteNote key={pasted.text} side={side} unit={unit} {...pasted} />}
      {unit && isCutAmount(amount, { cut, unit }) ? <CutNote unit={unit} /> : <span>{children}</span>}
    </>
  )
}

/** Whether digits of an amount were cut, or count for nothing: it was typed for a token with more decimals. */
function isCutAmount(amount: string, { cut, unit }: { cut: string | undefined; unit: Unit }): boolean {
  return amount !== '' && (amount === cut || truncateDecimals(amount, unit.decimals) !== amount)
}
