/** A part of a whole to be split. */
export interface Demand {
  wanted: number
  /** Its maximum share. */
  max: number
}

/** Splits 1 in proportion to `wanted`, capped by `max`; the excess goes to the others. Undefined when all are full. */
export function splitByCapacity(parts: readonly Demand[]): number[] | undefined {
  const shares = parts.map(() => 0)
  let open = parts.map((part, i) => ({ ...part, i }))
  let rest = 1
  while (open.length > 0) {
    const wanted = open.reduce((sum, part) => sum + part.wanted, 0)
    const of = (part: Demand) => (rest * part.wanted) / wanted
    const full = open.filter((part) => of(part) > part.max)
    for (const part of full.length > 0 ? full : open) shares[part.i] = Math.min(of(part), part.max)
    if (full.length === 0) return shares
    open = open.filter((part) => !full.includes(part))
    rest -= full.reduce((sum, { max }) => sum + max, 0)
  }
  return undefined
}
