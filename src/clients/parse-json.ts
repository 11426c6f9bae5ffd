/** A JSON string, which is kept, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** A double keeps this many decimal digits. */
const SAFE_DIGITS = 15

/** Parses JSON. A number that a double cannot hold becomes a string of its digits, so that no amount is rounded. */
export function parseJson(text: string): unknown {
  const exact = text.replace(TOKEN, (token) => {
    const isSafe = token.length <= SAFE_DIGITS || token.startsWith('"') || String(Number(token)) === token
    return isSafe ? token : `"${token}"`
  })
  return JSON.parse(exact)
}
