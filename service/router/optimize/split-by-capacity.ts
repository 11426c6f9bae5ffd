/** One of several who share something. */
export interface Part {
  wanted: number
  /** The largest share it can take. */
  most: number
}

/** Shares of 1, as wanted; what one cannot take goes to the others. Undefined when together they cannot take all. */
export function splitByCapacity(parts: readonly Part[]): number[] | undefined {
  const shares = parts.map(() => 0)
  let open = parts.map((part, i) => ({ ...part, i }))
  let rest = 1
  while (open.length > 0) {
    const wanted = open.reduce((sum, part) => sum + part.wanted, 0)
    const of = (part: Part) => (rest * part.wanted) / wanted
    const full = open.filter((part) => of(part) > part.most)
    for (const part of full.length > 0 ? full : open) shares[part.i] = Math.min(of(part), part.most)
    if (full.length === 0) return shares
    open = open.filter((part) => !full.includes(part))
    rest -= full.reduce((sum, { most }) => sum + most, 0)
  }
  return undefined
}
