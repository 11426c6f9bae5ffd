/** A part of a whole to be split. */
export interface Demand {
  wanted: number
  /** Its maximum share. */
  max: number
}

/**
 * Splits 1 in proportion to `wanted`, capped by `max`. The excess goes to the others. Undefined if
 * all are full.
 */
export function splitByCapacity(parts: readonly Demand[]): number[] | undefined {
  const shares = parts.map(() => 0)
  let open = [...parts.keys()]
  let rest = 1
  while (open.length > 0) {
    let wanted = 0
    for (const i of open) wanted += (parts[i] as Demand).wanted
    const below: number[] = []
    let full = 0
    for (const i of open) {
      const part = parts[i] as Demand
      const share = (rest * part.wanted) / wanted
      shares[i] = Math.min(share, part.max)
      if (share > part.max) full += part.max
      else below.push(i)
    }
    if (below.length === open.length) return shares
    open = below
    rest -= full
  }
  return undefined
}
