/** What edges outside a network lose, for the least that a route loses which passes any of them. */
export interface OuterLosses {
  /**
   * An edge. `sold`, `bought`: indexes of outer tokens, not read where the token is in the network. `reached`, `ended`: what a route
   * loses before it, and after it; -1: the token is not in the network. Numbers alone: it is called for each of thousands of pools.
   */
  add(sold: number, bought: number, loss: number, reached: number, ended: number): void
  least(): number
}

interface Link {
  sold: number
  bought: number
  loss: number
}

const { min, max } = Math
const NEVER = Number.POSITIVE_INFINITY

/** Of edges between tokens of the network and `count` tokens that are not in it. */
export function createLosses(count: number): OuterLosses {
  const none = () => new Float64Array(count).fill(NEVER)
  /** By outer token, of the edge that loses least: into it from the network, alone and with the way there, and from any token. */
  const entry = none()
  const entered = none()
  const into = none()
  /** The same out of it: into the network, with the way on, and to any token. */
  const exit = none()
  const left = none()
  const outOf = none()
  /** Edges between two outer tokens. */
  const links: Link[] = []
  /** Of edges between two tokens of the network: with the way there, with the way on, and with the longer of them. */
  const direct = { first: NEVER, last: NEVER, only: NEVER }

  function lower(losses: Float64Array, token: number, loss: number): void {
    if (loss < (losses[token] as number)) losses[token] = loss
  }

  /** Of routes that go from outer token to outer token somewhere. */
  function leastOfLinked(): number {
    const [leastEntry, leastExit] = [leastOf(entry), leastOf(exit)]
    let single = NEVER
    let first = NEVER
    let last = NEVER
    for (const { sold, bought, loss } of links) {
      const begun = (entered[sold] as number) + loss
      const ended = loss + (left[bought] as number)
      single = min(single, max(begun + (exit[bought] as number), (entry[sold] as number) + ended))
      first = min(first, begun + (outOf[bought] as number))
      last = min(last, (into[sold] as number) + ended)
    }
    // Two links or more: another edge leads back into the network, or out of it.
    return min(single, max(first + leastExit, last + leastEntry))
  }

  return {
    add(sold, bought, loss, reached, ended) {
      const isFirst = reached >= 0
      const isLast = ended >= 0
      if (isFirst && isLast) {
        direct.first = min(direct.first, reached + loss)
        direct.last = min(direct.last, loss + ended)
        direct.only = min(direct.only, max(reached, ended) + loss)
        return
      }
      if (!isLast) lower(into, bought, loss)
      if (!isFirst) lower(outOf, sold, loss)
      if (isFirst) {
        lower(entry, bought, loss)
        lower(entered, bought, reached + loss)
      } else if (isLast) {
        lower(exit, sold, loss)
        lower(left, sold, loss + ended)
      } else links.push({ sold, bought, loss })
    },

    least() {
      /** Of an outer token that is passed alone, first, last, or at all. */
      let only = NEVER
      let first = NEVER
      let last = NEVER
      let passed = NEVER
      for (let token = 0; token < count; token += 1) {
        const begun = (entered[token] as number) + (outOf[token] as number)
        const ended = (into[token] as number) + (left[token] as number)
        only = min(
          only,
          max(
            (entered[token] as number) + (exit[token] as number),
            (entry[token] as number) + (left[token] as number),
          ),
        )
        first = min(first, begun)
        last = min(last, ended)
        passed = min(passed, (into[token] as number) + (outOf[token] as number))
      }
      // The way to the first edge and the way on from the last may have edges in common, so that the longer one counts.
      const apart = max(first, last) + passed
      const mixed = min(max(direct.first, min(direct.last, last)), max(direct.last, min(direct.first, first)))
      return min(only, apart, leastOfLinked(), direct.only, mixed)
    },
  }
}

const leastOf = (losses: Float64Array) => losses.reduce((least, loss) => min(least, loss), NEVER)
