/** A decimal string of the wire as a number; undefined when it says nothing. */
export function parseDecimal(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
