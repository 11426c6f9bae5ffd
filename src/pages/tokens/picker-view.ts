import type { TokenType } from '../../wire/tokens.ts'

/** What the list of tokens shows. Kept by the page, so that it is the same after a look at one token. */
export interface PickerView {
  /** The id of a chain, or all of them. */
  scope: number | 'all'
  search: string
  type: TokenType | undefined
  /** The row highlighted by the keyboard. */
  active: number
}
