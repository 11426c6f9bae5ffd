/** A JSON string, which is kept, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Parses JSON. A number that a double cannot represent becomes a string of its digits, so that no
 * amount is rounded.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(
    // A double keeps 15 decimal digits.
    text.replace(TOKEN, (token) =>
      token.length < 16 || token[0] === '"' || String(Number(token)) === token ? token : `"${token}"`,
    ),
  )
}
