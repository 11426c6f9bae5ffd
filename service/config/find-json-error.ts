/**
 * Returns the index of the first invalid token, or the length of a text that ends too early.
 * JavaScript's own error quotes the text instead.
 */
export function findJsonError(text: string): number {
  let at = 0
  const take = (token: RegExp): boolean => {
    token.lastIndex = at
    const isThere = token.test(text)
    if (isThere) at = token.lastIndex
    return isThere
  }
  const readList = (readItem: () => boolean, end: RegExp): boolean => {
    if (take(end)) return true
    do if (!readItem()) return false
    while (take(COMMA))
    return take(end)
  }
  const readMember = () => take(STRING) && take(COLON) && readValue()
  const readValue = (): boolean => {
    if (take(OPEN_OBJECT)) return readList(readMember, CLOSE_OBJECT)
    if (take(OPEN_ARRAY)) return readList(readValue, CLOSE_ARRAY)
    return take(STRING) || take(NUMBER) || take(WORD)
  }
  readValue()
  take(SPACE)
  return at
}

const SPACE = /[ \t\n\r]*/y
const COMMA = /[ \t\n\r]*,/y
const COLON = /[ \t\n\r]*:/y
const OPEN_OBJECT = /[ \t\n\r]*\{/y
const CLOSE_OBJECT = /[ \t\n\r]*\}/y
const OPEN_ARRAY = /[ \t\n\r]*\[/y
const CLOSE_ARRAY = /[ \t\n\r]*\]/y
const STRING = /[ \t\n\r]*"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const NUMBER = /[ \t\n\r]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[ \t\n\r]*(?:true|false|null)/y
