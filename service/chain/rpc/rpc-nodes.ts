import { createHash } from 'node:crypto'
import { createPublicClient, custom, type PublicClient } from 'viem'
import type { ChainServiceConfig } from '../../config/types.ts'
import { getCallOwner } from '../../lib/call-owner.ts'
import {
  type CallerCall,
  type DailyCount,
  type MeterClock,
  type NodeUse,
  SYSTEM_CLOCK,
} from './node-meter.ts'
import { createNodeOrder, type NodeOrder } from './node-order.ts'
import { createNodeWatch, type NodeWatch } from './node-watch.ts'
import { createOrderedRequests, type RpcMeasure } from './ordered-requests.ts'
import { createRpcNode, type RpcNode, type RpcRequest } from './rpc-node.ts'

/** A single node. */
export interface NodeVoice {
  client: PublicClient
  /** Demotes the node for some minutes after the others contradicted it. */
  distrust(): void
}

/** The nodes of a chain. Requests go to the first node and fall back to the others. */
export interface RpcNodes {
  client: PublicClient
  /**
   * Like `client`, for callers' requests: spends no calls reserved for following, and charges a
   * key.
   */
  callers: PublicClient
  /** Uses the nodes in reverse order, to verify the responses of `client` with another node. */
  witness: PublicClient
  /**
   * Like `witness`, without the node that first returned a block, if there is another. A node
   * cannot confirm itself.
   */
  witnessOf(blockHash: string): PublicClient
  /** Demotes the first node for some minutes after it was contradicted. */
  demote(): void
  /** Each node on its own, in the current order. */
  each(): readonly NodeVoice[]
  /** Restores recovered nodes and demotes nodes that are behind. */
  check: NodeWatch['check']
  /**
   * Returns the hash of the block at a height from each node: null if the node has none, undefined
   * without a response.
   */
  hashesAt(blockNumber: bigint): Promise<(string | null | undefined)[]>
  /** Returns the chain id of each node in config order, or undefined without a timely response. */
  chainIds(): Promise<(number | undefined)[]>
  /** Usage of each node, in config order. */
  use(): readonly NodeUse[]
  /** Returns the config index of the node whose failure an error reports, starting at 0. */
  placeOf(error: unknown): number | undefined
  /** Counts of the nodes with a `callsPerDay`. */
  dailyCounts: readonly DailyCount[]
  /**
   * Requires each node to return its chain id before its next response counts, because responses
   * contradict known state.
   */
  distrustChain(): void
}

export interface RpcOptions {
  /** Aborts pending requests. */
  signal: AbortSignal
  onRequest?: (measure: RpcMeasure) => void
  /** Clock for budgets. Default: the system clock. */
  clock?: MeterClock
  /** Milliseconds for a complete response. Default: twice the timeout for its headers. */
  answerMs?: number
  /** Waits for some milliseconds. Default: a timer. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Creates clients over the chain's nodes, tried in order. Demotes an unreachable node until it
 * recovers and skips nodes over their budget. If all are over budget, the call waits or fails as
 * rate limited.
 */
export function createRpcNodes(
  {
    id,
    rpcUrls,
    nodeBudgets = {},
    blockSeconds,
  }: Pick<ChainServiceConfig, 'id' | 'rpcUrls' | 'nodeBudgets' | 'blockSeconds'>,
  options: RpcOptions,
): RpcNodes {
  const { clock = SYSTEM_CLOCK, signal, answerMs, wait, onRequest } = options
  const asConfigured = rpcUrls.map((url) =>
    createRpcNode(url, {
      ...{ chainId: id, signal, clock, answerMs, wait },
      budget: nodeBudgets[new URL(url).host],
      hasFallback: rpcUrls.length > 1,
      onWrongChain: (node) => order.distrust(node),
    }),
  )
  const order = createNodeOrder(asConfigured, clock.nowMs)
  const requests = createOrderedRequests({ order, clock, signal, onRequest })
  const watch = createNodeWatch({
    ...{ order, blockSeconds, nowMs: clock.nowMs },
    readHead: (node) => node.head(),
  })

  const createOrderedClient = (getNodes: () => readonly RpcNode[], getCall?: () => CallerCall) =>
    createPublicClient({
      transport: custom(
        { request: (args: RpcRequest) => requests.request(getNodes(), { args, call: getCall?.() }) },
        { retryCount: 0 },
      ),
      // Prevents a token from making the service call a URL of its choice (EIP-3668).
      ccipRead: false,
    })
  const alone = new Map(asConfigured.map((node) => [node, createOrderedClient(() => [node])]))

  return {
    client: createOrderedClient(order.now),
    callers: createOrderedClient(order.now, () => ({ owner: getCallOwner() })),
    witness: createOrderedClient(() => getWitnesses(order)),
    witnessOf: (blockHash) =>
      createOrderedClient(() => {
        const all = getWitnesses(order)
        const namedBy = requests.namedBy(blockHash)
        return all.length > 1 ? all.filter((node) => node !== namedBy) : all
      }),
    demote() {
      const [first] = order.now()
      if (first) order.distrust(first)
    },
    each: () =>
      order
        .now()
        .map((node) => ({ client: alone.get(node) as PublicClient, distrust: () => order.distrust(node) })),
    check: watch.check,
    hashesAt: (blockNumber) => Promise.all(asConfigured.map((node) => node.hashAt(blockNumber))),
    chainIds: () => Promise.all(asConfigured.map((node) => node.chainId())),
    use: () => asConfigured.map(({ meter }) => meter.use()),
    placeOf(error) {
      const node = requests.failedNode(error)
      return node && asConfigured.indexOf(node)
    },
    dailyCounts: asConfigured.flatMap(({ meter: { use, today, setOthers } }, i) =>
      use().callsPerDay === undefined ? [] : { node: hashNode(rpcUrls, i), today, setOthers },
    ),
    distrustChain() {
      for (const node of asConfigured) node.distrustChain()
    },
  }
}

/**
 * Returns the nodes in reverse order. Demoted nodes, which may be down, come just before the
 * preferred node.
 */
function getWitnesses(order: NodeOrder<RpcNode>): readonly RpcNode[] {
  const inFront = order.inFront()
  const behind = order.now().slice(inFront.length)
  return [...inFront.slice(1).reverse(), ...behind.reverse(), ...inFront.slice(0, 1)]
}

/** A URL that appears twice counts as two nodes, each with its own budget. */
function hashNode(urls: readonly string[], place: number): string {
  const [url = ''] = urls.slice(place)
  const before = urls.slice(0, place).filter((other) => other === url).length
  return createHash('sha256').update(`${url} ${before}`).digest('hex')
}
