import styles from './json-code.module.css'
import { jsonTokens } from './json-tokens.ts'

/** Highlighted JSON, for use in a `pre`. */
export function JsonCode({ text }: { text: string }) {
  let offset = 0
  return jsonTokens(text).map(({ kind, text: piece }) => {
    const key = offset
    offset += piece.length
    return kind === 'plain' ? (
      piece
    ) : (
      <span key={key} className={styles[kind]}>
        {piece}
      </span>
    )
  })
}
