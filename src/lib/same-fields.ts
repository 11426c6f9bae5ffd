/**
 * True if two objects have the same values under the same names; a missing value equals undefined.
 */
export function sameFields<Values extends object>(a: Values, b: Values): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Values)[]
  return names.every((name) => a[name] === b[name])
}
