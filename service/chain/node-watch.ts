import type { NodeOrder } from './node-order.ts'

/** The head that is followed. */
export interface FollowedHead {
  blockNumber: bigint
  /** It did not move when it should have, or is old: another node may know a newer one. */
  isDoubtful: boolean
}

/** Keeps the best node in front, by the heads of those that were put back, and of all while the followed head is doubtful. */
export interface NodeWatch {
  /** Beside following: costs no call while nothing is wrong. */
  check(head: FollowedHead): Promise<void>
}

/** By as much two good nodes may differ. */
const SLACK_SECONDS = 3
/** How many times faster than it should a chain may make its blocks. */
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
  /** Undefined when the node does not answer in time. */
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

  /** Above a head that another node confirms, those count that time allows for: a node alone can name any. */
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
      // One in front that does not answer is put back by the calls that it does not answer.
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
