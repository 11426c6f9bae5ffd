import { createHash } from 'node:crypto'
import { createPublicClient, custom, http, numberToHex, type PublicClient } from 'viem'
import { sleep } from '../../../src/lib/sleep.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { getCallOwner } from '../../lib/call-owner.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { isAggregate } from './aggregate-codec.ts'
import {
  type CallerCall,
  createNodeMeter,
  DAY_MS,
  type DailyCount,
  type MeterClock,
  type NodeMeter,
  type NodeUse,
  SYSTEM_CLOCK,
} from './node-meter.ts'
import { createNodeOrder } from './node-order.ts'
import { createNodeWatch, type NodeWatch } from './node-watch.ts'
import { CallerBudgetError, isRevert, isUnreachable, OverBudgetError } from './rpc-errors.ts'
import { toBlockNumber } from './to-block-number.ts'

/** Reported for each request to a node. */
export interface RpcMeasure {
  method: string
  outcome: 'answered' | 'refused' | 'unreachable'
  durationMs: number
}

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

const TIMEOUT_MS = 10_000
/** Shorter timeout if there is another node to fall back to. */
const SHORT_TIMEOUT_MS = 4_000
/** Limits how long an unreachable node delays startup or a check of heads. */
const CHECK_TIMEOUT_MS = 2_000
/**
 * How long a call waits for a node over its per-second budget. Loading a chain makes many calls in
 * parallel.
 */
const MAX_WAIT_MS = 30_000
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

type RpcRequest = (args: { method: string; params?: unknown }) => Promise<unknown>

interface RpcNode {
  host: string
  request: RpcRequest
  meter: NodeMeter
  /**
   * The node returned the chain's id since it was last unreachable. Another node may take over its
   * address.
   */
  isOfChain: boolean
  asking: Promise<void> | undefined
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
  const { clock = SYSTEM_CLOCK, wait = sleep } = options
  const timeouts =
    rpcUrls.length > 1 ? { timeout: SHORT_TIMEOUT_MS, retryCount: 0 } : { timeout: TIMEOUT_MS, retryCount: 1 }
  const asConfigured = rpcUrls.map((url): RpcNode => {
    const budget = nodeBudgets[new URL(url).host]
    const { request } = http(url, {
      ...timeouts,
      // A retry counts as another call.
      ...(budget && { retryCount: 0 }),
      retryDelay: 100,
      // viem's timeout ends with the headers.
      fetchFn: fetchUntil(options.signal, options.answerMs ?? 2 * timeouts.timeout),
    })({})
    return {
      host: new URL(url).host,
      request: (args) => request(args as never),
      meter: createNodeMeter(budget, clock),
      isOfChain: false,
      asking: undefined,
    }
  })
  const order = createNodeOrder(asConfigured, clock.nowMs)
  const failedAt = new WeakMap<Error, RpcNode>()
  /** The node that first returned a block, by block hash. */
  const namedBy = new Map<string, RpcNode>()

  /** Waits until the node's budget allows a call. */
  async function takeCall({ meter }: RpcNode, call?: CallerCall): Promise<void> {
    const ms = meter.take(call)
    if (ms > 0) await wait(Math.ceil(ms), options.signal)
  }

  /** Returns NaN for a malformed response. */
  function noteChainId(node: RpcNode, answer: unknown): number {
    const chainId = typeof answer === 'string' ? Number(answer) : Number.NaN
    node.isOfChain = chainId === id
    return chainId
  }

  async function askChainId(node: RpcNode): Promise<void> {
    await takeCall(node)
    const chainId = noteChainId(node, await node.request({ method: 'eth_chainId' }))
    if (node.isOfChain) return
    order.distrust(node)
    throw new Error(`The node at ${node.host} is on chain ${chainId}, not ${id}`)
  }

  /**
   * Waits until a request may be sent. Concurrent requests share one check of the chain id. If the
   * id is known, there is no event loop turn between choosing a node and reserving its call.
   */
  async function beforeRequest(node: RpcNode, method: string, call?: CallerCall): Promise<void> {
    if (!node.isOfChain && method !== 'eth_chainId') {
      node.asking ??= askChainId(node).finally(() => {
        node.asking = undefined
      })
      await node.asking
    }
    await takeCall(node, call)
  }

  /** Returns undefined without a timely response. */
  async function readSoon(node: RpcNode, args: Parameters<RpcRequest>[0]): Promise<unknown> {
    if (node.meter.waitMs() > MAX_WAIT_MS) return undefined
    try {
      await beforeRequest(node, args.method)
      return await withTimeout(node.request(args), {
        timeoutMs: CHECK_TIMEOUT_MS,
        onTimeout: () => undefined,
      })
    } catch {
      return undefined
    }
  }

  async function readChainId(node: RpcNode): Promise<number | undefined> {
    if (node.isOfChain) return id
    const chainId = noteChainId(node, await readSoon(node, { method: 'eth_chainId' }))
    return Number.isNaN(chainId) ? undefined : chainId
  }

  async function readHead(node: RpcNode): Promise<bigint | undefined> {
    const block = await readSoon(node, { method: 'eth_getBlockByNumber', params: ['latest', false] })
    return toBlockNumber(Object(block).number)
  }

  async function readHash(node: RpcNode, blockNumber: bigint): Promise<string | null | undefined> {
    const params = [numberToHex(blockNumber), false]
    const block = await readSoon(node, { method: 'eth_getBlockByNumber', params })
    const { hash } = Object(block)
    return typeof hash === 'string' ? hash : block === null ? null : undefined
  }

  const watch = createNodeWatch({ order, readHead, blockSeconds, nowMs: clock.nowMs })

  function noteNamed(block: unknown, node: RpcNode): void {
    const { hash } = Object(block)
    if (typeof hash !== 'string' || namedBy.has(hash)) return
    namedBy.set(hash, node)
    const [oldest] = namedBy.keys()
    if (oldest && namedBy.size > KEPT_NAMES) namedBy.delete(oldest)
  }

  /**
   * Returns the nodes in reverse order. Demoted nodes, which may be down, come just before the
   * preferred node.
   */
  function witnesses(): readonly RpcNode[] {
    const inFront = order.inFront()
    const behind = order.now().slice(inFront.length)
    return [...inFront.slice(1).reverse(), ...behind.reverse(), ...inFront.slice(0, 1)]
  }

  function othersThan(node: RpcNode | undefined): readonly RpcNode[] {
    const all = witnesses()
    return all.length > 1 ? all.filter((other) => other !== node) : all
  }

  /** `call` is set for a caller's request. */
  async function ask(
    nodes: readonly RpcNode[],
    { args, call }: { args: Parameters<RpcRequest>[0]; call?: CallerCall | undefined },
  ): Promise<unknown> {
    let failure: unknown
    const left = [...nodes]
    const choose = () => chooseNode(left, args.method, call)
    for (let node = choose(); node; node = choose()) {
      left.splice(left.indexOf(node), 1)
      let startedAt = performance.now()
      const measure = (outcome: RpcMeasure['outcome']) =>
        options.onRequest?.({ method: args.method, outcome, durationMs: performance.now() - startedAt })
      try {
        await beforeRequest(node, args.method, call)
        startedAt = performance.now()
        const answer = await node.request(args)
        if (args.method === 'eth_getLogs' && !Array.isArray(answer))
          throw new Error('The node returned no list of logs')
        measure('answered')
        if (args.method.startsWith('eth_getBlockBy')) noteNamed(answer, node)
        return answer
      } catch (error) {
        const isLost = isUnreachable(error)
        if (isLost) node.isOfChain = false
        measure(isLost ? 'unreachable' : 'refused')
        const hasReverted = CALL_METHODS.has(args.method) && isRevert(error)
        const isFalse = hasReverted && isAggregate(args.method, args.params)
        if (!isLost && !isFalse && hasReverted) throw error
        if (error instanceof Error) failedAt.set(error, node)
        if ((isLost || isFalse) && !options.signal.aborted) order.putBack(node)
        failure = error
      }
    }
    throw failure ?? describeSpent(nodes, { method: args.method, call })
  }

  function describeSpent(
    nodes: readonly RpcNode[],
    { method, call }: { method: string; call: CallerCall | undefined },
  ): OverBudgetError {
    const isSpentForCallers = nodes.some(({ meter }) => meter.waitMs(call) === Number.POSITIVE_INFINITY)
    if (!call || !isSpentForCallers) return new OverBudgetError(method)
    const isOfKey = nodes.some(({ meter }) => meter.isOwnerSpent(call))
    const retryAfterSeconds = Math.ceil((DAY_MS - (clock.dateMs() % DAY_MS)) / 1_000)
    return new CallerBudgetError(method, { isOfKey, retryAfterSeconds })
  }

  const createOrderedClient = (getNodes: () => readonly RpcNode[], getCall?: () => CallerCall) =>
    createPublicClient({
      transport: custom(
        { request: (args: Parameters<RpcRequest>[0]) => ask(getNodes(), { args, call: getCall?.() }) },
        { retryCount: 0 },
      ),
      // Prevents a token from making the service call a URL of its choice (EIP-3668).
      ccipRead: false,
    })
  const alone = new Map(asConfigured.map((node) => [node, createOrderedClient(() => [node])]))
  return {
    client: createOrderedClient(order.now),
    callers: createOrderedClient(order.now, () => ({ owner: getCallOwner() })),
    witness: createOrderedClient(witnesses),
    witnessOf: (blockHash) => createOrderedClient(() => othersThan(namedBy.get(blockHash))),
    demote() {
      const [first] = order.now()
      if (first) order.distrust(first)
    },
    each: () =>
      order
        .now()
        .map((node) => ({ client: alone.get(node) as PublicClient, distrust: () => order.distrust(node) })),
    check: watch.check,
    hashesAt: (blockNumber) => Promise.all(asConfigured.map((node) => readHash(node, blockNumber))),
    chainIds: () => Promise.all(asConfigured.map(readChainId)),
    use: () => asConfigured.map(({ meter }) => meter.use()),
    placeOf(error) {
      for (let cause = error; cause instanceof Error; cause = cause.cause) {
        const node = failedAt.get(cause)
        if (node) return asConfigured.indexOf(node)
      }
      return undefined
    },
    dailyCounts: asConfigured.flatMap(({ meter: { use, today, addEarlier } }, i) =>
      use().callsPerDay === undefined ? [] : { node: hashNode(rpcUrls, i), today, addEarlier },
    ),
    distrustChain() {
      for (const node of asConfigured) node.isOfChain = false
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

/** A URL that appears twice counts as two nodes, each with its own budget. */
function hashNode(urls: readonly string[], place: number): string {
  const [url = ''] = urls.slice(place)
  const before = urls.slice(0, place).filter((other) => other === url).length
  return createHash('sha256').update(`${url} ${before}`).digest('hex')
}

function fetchUntil(signal: AbortSignal, answerMs: number): typeof fetch {
  return (input, init) => {
    const signals = [signal, AbortSignal.timeout(answerMs), ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}
