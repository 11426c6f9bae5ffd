export type JsonTokenKind = 'key' | 'string' | 'number' | 'literal' | 'plain'

export interface JsonToken {
  kind: JsonTokenKind
  text: string
}

const pattern = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/**
 * Splits complete or incomplete JSON into tokens for highlighting. The joined tokens equal the
 * text.
 */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let end = 0
  const push = (kind: JsonTokenKind, piece: string | undefined) => {
    if (piece) tokens.push({ kind, text: piece })
  }
  for (const match of text.matchAll(pattern)) {
    const [, quoted, colon, number, literal] = match
    push('plain', text.slice(end, match.index))
    push(colon ? 'key' : 'string', quoted)
    push('plain', colon)
    push('number', number)
    push('literal', literal)
    end = match.index + match[0].length
  }
  push('plain', text.slice(end))
  return tokens
}
