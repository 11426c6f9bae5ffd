import { isAggregate } from './aggregate-codec.ts'
import { type CallerCall, DAY_MS, type MeterClock } from './node-meter.ts'
import type { NodeOrder } from './node-order.ts'
import { CallerBudgetError, isRevert, isUnreachable, OverBudgetError } from './rpc-errors.ts'
import { MAX_WAIT_MS, type RpcNode, type RpcRequest } from './rpc-node.ts'

/** Reported for each request to a node. */
export interface RpcMeasure {
  method: string
  outcome: 'answered' | 'refused' | 'unreachable'
  durationMs: number
}

/** Sends requests to the first of several nodes, and to the next ones if it fails. */
export interface OrderedRequests {
  /** `call` is set for a caller's request. */
  request(
    nodes: readonly RpcNode[],
    { args, call }: { args: RpcRequest; call?: CallerCall | undefined },
  ): Promise<unknown>
  /** Returns the node that first returned a block. */
  namedBy(blockHash: string): RpcNode | undefined
  /** Returns the node whose failure an error reports. */
  failedNode(error: unknown): RpcNode | undefined
}

/**
 * Shorter limit for the simulation of a quote, because a user waits and blocks must not queue
 * behind simulations.
 */
const MAX_SIMULATION_WAIT_MS = 5_000
/**
 * Methods that stay on one node while it has daily calls left. Another node may be some blocks
 * behind, so alternating heads would revert blocks, and its log ranges end at its own head.
 */
const HEAD_METHODS = new Set(['eth_getBlockByNumber', 'eth_blockNumber', 'eth_getLogs'])
/** Only these methods can revert. */
const CALL_METHODS = new Set(['eth_call', 'eth_estimateGas', 'eth_simulateV1', 'eth_createAccessList'])
const KEPT_NAMES = 256

export function createOrderedRequests({
  order,
  clock,
  signal,
  onRequest,
}: {
  order: Pick<NodeOrder<RpcNode>, 'putBack'>
  clock: Pick<MeterClock, 'dateMs'>
  signal: AbortSignal
  onRequest?: ((measure: RpcMeasure) => void) | undefined
}): OrderedRequests {
  const failedAt = new WeakMap<Error, RpcNode>()
  const named = new Map<string, RpcNode>()

  function noteNamed(block: unknown, node: RpcNode): void {
    const { hash } = Object(block)
    if (typeof hash !== 'string' || named.has(hash)) return
    named.set(hash, node)
    const [oldest] = named.keys()
    if (oldest && named.size > KEPT_NAMES) named.delete(oldest)
  }

  /** Demotes an unreachable node. Throws an error that every node would return. */
  function noteFailure(node: RpcNode, { method, params }: RpcRequest, error: unknown): void {
    const isLost = isUnreachable(error)
    const hasReverted = CALL_METHODS.has(method) && isRevert(error)
    // The aggregating contract never reverts, so the node is wrong.
    const isFalse = hasReverted && isAggregate(method, params)
    if (!isLost && !isFalse && hasReverted) throw error
    if (error instanceof Error) failedAt.set(error, node)
    if ((isLost || isFalse) && !signal.aborted) order.putBack(node)
  }

  return {
    async request(nodes, { args, call }) {
      const { method } = args
      const left = [...nodes]
      const choose = () => chooseNode(left, method, call)
      let failure: unknown
      for (let node = choose(); node; node = choose()) {
        left.splice(left.indexOf(node), 1)
        let startedAt = performance.now()
        const onSend = () => {
          startedAt = performance.now()
        }
        const measure = (outcome: RpcMeasure['outcome']) =>
          onRequest?.({ method, outcome, durationMs: performance.now() - startedAt })
        try {
          const answer = await node.request(args, { call, onSend })
          if (method === 'eth_getLogs' && !Array.isArray(answer))
            throw new Error('The node returned no list of logs')
          measure('answered')
          if (method.startsWith('eth_getBlockBy')) noteNamed(answer, node)
          return answer
        } catch (error) {
          const isLost = isUnreachable(error)
          if (isLost) node.distrustChain()
          measure(isLost ? 'unreachable' : 'refused')
          noteFailure(node, args, error)
          failure = error
        }
      }
      throw failure ?? describeSpent(nodes, { method, call, dateMs: clock.dateMs() })
    },

    namedBy: (blockHash) => named.get(blockHash),

    failedNode(error) {
      for (let cause = error; cause instanceof Error; cause = cause.cause) {
        const node = failedAt.get(cause)
        if (node) return node
      }
      return undefined
    },
  }
}

/**
 * Returns the first node that may be called now, or the node that is available soonest. Returns
 * undefined if that is too late.
 */
function chooseNode(nodes: readonly RpcNode[], method: string, call?: CallerCall): RpcNode | undefined {
  const waits = nodes.map(({ meter }) => meter.waitMs(call))
  const best = HEAD_METHODS.has(method) ? waits.findIndex(Number.isFinite) : waits.indexOf(Math.min(...waits))
  const waitMs = waits[best] ?? Number.POSITIVE_INFINITY
  for (const [i, { meter }] of nodes.entries()) {
    // Nodes after the chosen one were not needed.
    if ((waits[i] ?? 0) > 0 && (i <= best || waitMs > 0)) meter.wasOver()
  }
  return waitMs <= (method === 'eth_simulateV1' ? MAX_SIMULATION_WAIT_MS : MAX_WAIT_MS)
    ? nodes[best]
    : undefined
}

function describeSpent(
  nodes: readonly RpcNode[],
  { method, call, dateMs }: { method: string; call: CallerCall | undefined; dateMs: number },
): OverBudgetError {
  const isSpentForCallers = nodes.some(({ meter }) => meter.waitMs(call) === Number.POSITIVE_INFINITY)
  if (!call || !isSpentForCallers) return new OverBudgetError(method)
  const isOfKey = nodes.some(({ meter }) => meter.isOwnerSpent(call))
  const retryAfterSeconds = Math.ceil((DAY_MS - (dateMs % DAY_MS)) / 1_000)
  return new CallerBudgetError(method, { isOfKey, retryAfterSeconds })
}
