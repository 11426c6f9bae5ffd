import type { TokenType } from '../../../wire/tokens.ts'

/** The state of the token list. The page stores it, so that it survives a look at one token. */
export interface PickerView {
  /** The id of a chain, or all chains. */
  scope: number | 'all'
  search: string
  type: TokenType | undefined
  /** The row highlighted by the keyboard. */
  active: number
}
