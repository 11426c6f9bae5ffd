import type { ReactNode } from 'react'
import { truncateDecimals } from '../../../wire/lib/amount.ts'
import type { Token } from '../../events/types.ts'
import type { Pasted } from './amount/amount-field.tsx'
import { formPart } from './form-part.ts'

/** The unit of an entered amount: a token or dollars. */
export type Unit = Pick<Token, 'decimals' | 'symbol'>

export interface EntryNoteProps {
  side: 'input' | 'output'
  /** The amount as entered. */
  amount: string
  pasted: Pasted | undefined
  /** The amount whose digits were cut. */
  cut: string | undefined
  unit: Unit | undefined
  /** Shown unless digits were cut. */
  children: ReactNode
}

const PasteNote = formPart('PasteNote')
const CutNote = formPart('CutNote')

/**
 * Explains below an amount which part of the input was not applied. A paste note disappears once
 * the amount changes.
 */
export function EntryNote({ side, amount, pasted, cut, unit, children }: EntryNoteProps) {
  return (
    <>
      {pasted?.amount === amount && <PasteNote key={pasted.text} side={side} unit={unit} {...pasted} />}
      {unit && isCutAmount(amount, { cut, unit }) ? <CutNote unit={unit} /> : <span>{children}</span>}
    </>
  )
}

/** Returns whether digits of an amount were cut or exceed the decimals of a newly chosen token. */
function isCutAmount(amount: string, { cut, unit }: { cut: string | undefined; unit: Unit }): boolean {
  return amount !== '' && (amount === cut || truncateDecimals(amount, unit.decimals) !== amount)
}
