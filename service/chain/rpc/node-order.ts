/** The order in which nodes are queried: the order of the config, with demoted nodes at the end. */
export interface NodeOrder<Node> {
  /** All nodes, the preferred one first. */
  now(): readonly Node[]
  /** The nodes that are not demoted. */
  inFront(): readonly Node[]
  /**
   * Demotes a node that is unreachable or behind. The time until its next check doubles each time.
   */
  putBack(node: Node): void
  /** Demotes a contradicted node for ten minutes. */
  distrust(node: Node): void
  /** Returns a node to its configured position. */
  restore(node: Node): void
  /** Demoted nodes that are due for a check. */
  due(): readonly Node[]
}

interface PutBack {
  sinceMs: number
  askAtMs: number
  waitMs: number
}

const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 60_000
const DISTRUST_MS = 600_000

export function createNodeOrder<Node>(asConfigured: readonly Node[], nowMs: () => number): NodeOrder<Node> {
  const back = new Map<Node, PutBack>()
  let order = asConfigured
  const inFront = () => asConfigured.filter((node) => !back.has(node))

  function arrange(): void {
    const behind = [...back].sort(([, a], [, b]) => a.sinceMs - b.sinceMs).map(([node]) => node)
    order = [...inFront(), ...behind]
  }

  function put(node: Node, waitMs: number): void {
    const sinceMs = nowMs()
    // Deleting first keeps the map in the order of demotion.
    back.delete(node)
    back.set(node, { sinceMs, askAtMs: sinceMs + waitMs, waitMs })
    arrange()
  }

  return {
    now: () => order,
    inFront,
    putBack(node) {
      const known = back.get(node)
      if (!known) return put(node, FIRST_WAIT_MS)
      const isDistrusted = known.waitMs === DISTRUST_MS && nowMs() < known.askAtMs
      if (!isDistrusted) put(node, Math.min(known.waitMs * 2, LAST_WAIT_MS))
    },
    distrust: (node) => put(node, DISTRUST_MS),
    restore(node) {
      back.delete(node)
      arrange()
    },
    due: () => [...back].filter(([, { askAtMs }]) => nowMs() >= askAtMs).map(([node]) => node),
  }
}
