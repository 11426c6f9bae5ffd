import type { NodeOrder } from './node-order.ts'

/** The head that is followed. */
export interface FollowedHead {
  blockNumber: bigint
  /** The head is old or did not move in time, so another node may have a newer one. */
  isDoubtful: boolean
}

/**
 * Keeps the best node first. Checks the heads of demoted nodes, and of all nodes while the followed
 * head is doubtful.
 */
export interface NodeWatch {
  /** Runs in the background and makes no call while all nodes are healthy. */
  check(head: FollowedHead): Promise<void>
}

/** Two healthy nodes may differ by this much. */
const SLACK_SECONDS = 3
/** The chain may produce blocks this many times faster than configured. */
const PACE = 2
const FIRST_DOUBT_MS = 5_000
const LAST_DOUBT_MS = 60_000

export function createNodeWatch<Node>({
  order,
  readHead,
  blockSeconds,
  nowMs,
}: {
  order: NodeOrder<Node>
  /** Returns undefined if the node does not respond in time. */
  readHead: (node: Node) => Promise<bigint | undefined>
  blockSeconds: number
  nowMs: () => number
}): NodeWatch {
  const slack = BigInt(Math.ceil(SLACK_SECONDS / Math.max(blockSeconds, 0.1)))
  let isChecking = false
  let doubtAtMs = Number.NEGATIVE_INFINITY
  let doubtMs = FIRST_DOUBT_MS
  let lastNumber: bigint | undefined
  let movedAtMs = nowMs()

  /**
   * Accepts heads above a confirmed head only as far as the elapsed time allows, because a single
   * node can report any height.
   */
  function findBest(known: readonly bigint[], passedMs: number): bigint {
    const heads = [...known].sort((a, b) => (a > b ? -1 : 1))
    const confirmed = heads.find((head, i) => head - (heads[i + 1] ?? head - slack - 1n) <= slack)
    if (confirmed === undefined) return heads[0] ?? 0n
    const most = confirmed + getAllowed(passedMs)
    return heads.find((head) => head <= most) ?? confirmed
  }

  function getAllowed(passedMs: number): bigint {
    return slack + BigInt(Math.ceil((PACE * passedMs) / (1_000 * Math.max(blockSeconds, 0.1))))
  }

  async function compare(due: readonly Node[], followed?: bigint): Promise<void> {
    const nodes = followed === undefined ? [...order.inFront(), ...due] : due
    const heads = new Map(await Promise.all(nodes.map(async (node) => [node, await readHead(node)] as const)))
    const known = [...heads.values()].filter((head) => head !== undefined)
    const passedMs = nowMs() - movedAtMs
    const best = followed ?? findBest(known, passedMs)
    for (const node of nodes) {
      const head = heads.get(node)
      const isGood = head !== undefined && best - head <= slack && head - best <= getAllowed(passedMs)
      if (isGood && due.includes(node)) order.restore(node)
      // Failing calls demote a preferred node that does not respond.
      if (!isGood && (head !== undefined || due.includes(node))) order.putBack(node)
    }
  }

  return {
    async check({ blockNumber, isDoubtful }) {
      if (blockNumber !== lastNumber) movedAtMs = nowMs()
      lastNumber = blockNumber
      if (!isDoubtful) {
        doubtAtMs = Number.NEGATIVE_INFINITY
        doubtMs = FIRST_DOUBT_MS
      }
      const isDoubt = isDoubtful && nowMs() >= doubtAtMs
      const due = order.due()
      if (isChecking || order.now().length < 2 || (!isDoubt && due.length === 0)) return
      if (isDoubt) {
        doubtAtMs = nowMs() + doubtMs
        doubtMs = Math.min(doubtMs * 2, LAST_DOUBT_MS)
      }
      isChecking = true
      await compare(due, isDoubt ? undefined : blockNumber).finally(() => {
        isChecking = false
      })
    },
  }
}
