/** The order in which nodes are asked: that of the config, and behind the others those that were put back. */
export interface NodeOrder<Node> {
  /** All of them, the one to ask first in front. */
  now(): readonly Node[]
  /** Those that were not put back. */
  inFront(): readonly Node[]
  /** It could not be reached, or is behind: may be asked again soon, each time later. */
  putBack(node: Node): void
  /** It was contradicted: put back for ten minutes. */
  distrust(node: Node): void
  /** Gives it its place again. */
  restore(node: Node): void
  /** Those put back that may be asked again. */
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
    // One that was put back later is asked after it.
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
