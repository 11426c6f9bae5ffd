/**
 * Serializes a value without calling `toJSON`. Old libraries add one to the prototypes of arrays
 * and objects, which turns a list into a text of JSON.
 */
export function stringifyJson(value: unknown, space?: number): string {
  return JSON.stringify(
    value,
    function (this: Record<string, unknown>, key: string) {
      return this[key]
    },
    space,
  )
}
