import { createHash } from 'node:crypto'
import { createPublicClient, custom, http, numberToHex, type PublicClient } from 'viem'
import { sleep } from '../../src/lib/sleep.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { getCallOwner } from '../lib/call-owner.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { isAggregate } from './aggregate-codec.ts'
import type { NodeVoice } from './judge-pools.ts'
import { toBlockNumber } from './node.ts'
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

/** Measured of each request to a node. */
export interface RpcMeasure {
  method: string
  outcome: 'answered' | 'refused' | 'unreachable'
  durationMs: number
}

/** The nodes of a chain: requests go to the first, and to the others when it fails. */
export interface RpcNodes {
  client: PublicClient
  /**
   * The same for requests of callers: its calls leave what is reserved for following the chain,
   * and are charged to a key.
   */
  callers: PublicClient
  /** Uses the nodes in reverse order, to check the answers of `client` against another node. */
  witness: PublicClient
  /** The same without the node that named a block first, where there is another: nobody vouches for himself. */
  witnessOf(blockHash: string): PublicClient
  /** The first node was contradicted: the others are asked before it for some minutes. */
  demote(): void
  /** Each node alone, as they are asked now. */
  each(): readonly NodeVoice[]
  /** Gives nodes that are well again their place, and a node that is behind another one. */
  check: NodeWatch['check']
  /** What each node says that the hash of the block at a height is: null where it has none, undefined without an answer. */
  hashesAt(blockNumber: bigint): Promise<(string | null | undefined)[]>
  /** Chain id of each node, in the order of the config; undefined when it does not answer in time. */
  chainIds(): Promise<(number | undefined)[]>
  /** What was asked of each node, in the order of the config. */
  use(): readonly NodeUse[]
  /** The node whose failure an error reports, as its place in the config from 0 on. */
  placeOf(error: unknown): number | undefined
  /** Of the nodes with a `callsPerDay`. */
  dailyCounts: readonly DailyCount[]
  /** Asks each node for its chain id before its next answer counts: what they say does not fit what was known. */
  distrustChain(): void
}

export interface RpcOptions {
  /** Aborts pending requests. */
  signal: AbortSignal
  onRequest?: (measure: RpcMeasure) => void
  /** For budgets. Default: that of the system. */
  clock?: MeterClock
  /** Milliseconds for the whole answer to a request. Default: twice those for its beginning. */
  answerMs?: number
  /** Waits. Default: by a timer. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const TIMEOUT_MS = 10_000
/** Shorter when there is another node to fall back to. */
const SHORT_TIMEOUT_MS = 4_000
/** Limits how long an unreachable node delays startup, or a check of heads. */
const CHECK_TIMEOUT_MS = 2_000
/** What a call waits for a node that is over its budget of the second: loading a chain makes many at once. */
const MAX_WAIT_MS = 30_000
/** The same for a quote's simulation: somebody waits for it, and blocks must not wait behind many of them. */
const MAX_SIMULATION_WAIT_MS = 5_000
/**
 * Asked of one node as long as it has calls left today. Another may be some blocks behind: its head would take the chain
 * back and forth every second, and its logs of a range end where its head is.
 */
const HEAD_METHODS = new Set(['eth_getBlockByNumber', 'eth_blockNumber', 'eth_getLogs'])

/** Only these can revert. */
const CALL_METHODS = new Set(['eth_call', 'eth_estimateGas', 'eth_simulateV1', 'eth_createAccessList'])

const KEPT_NAMES = 256

type RpcRequest = (args: { method: string; params?: unknown }) => Promise<unknown>

interface RpcNode {
  host: string
  request: RpcRequest
  meter: NodeMeter
  /** It has said the chain's id since it was last lost: another may answer at the same place. */
  isOfChain: boolean
  asking: Promise<void> | undefined
}

/**
 * Clients over the chain's nodes, tried in order. An unreachable node is put back until it is well again; one that is over its
 * budget is passed over, and where all are, the call waits, or fails as refused for its rate.
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
      // A call made again counts again.
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
  /** Who named a block first, by its hash. */
  const namedBy = new Map<string, RpcNode>()

  /** Waits until the node may be asked. */
  async function takeCall({ meter }: RpcNode, call?: CallerCall): Promise<void> {
    const ms = meter.take(call)
    if (ms > 0) await wait(Math.ceil(ms), options.signal)
  }

  /** NaN: it says none. */
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
    throw new Error(`The node at ${node.host} is of chain ${chainId}, not ${id}`)
  }

  /**
   * Waits until a request may be sent: where it is not known of which chain the node is, one of those that wait asks. No turn of the loop
   * between the choice of a node and its call, where it is known.
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

  /** Undefined when there is no answer in time. */
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

  /** In reverse order; those put back, which may be down, only before the one that is asked first. */
  function witnesses(): readonly RpcNode[] {
    const inFront = order.inFront()
    const behind = order.now().slice(inFront.length)
    return [...inFront.slice(1).reverse(), ...behind.reverse(), ...inFront.slice(0, 1)]
  }

  function othersThan(node: RpcNode | undefined): readonly RpcNode[] {
    const all = witnesses()
    return all.length > 1 ? all.filter((other) => other !== node) : all
  }

  /** `call`: for a request of a caller. */
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
          throw new Error('The node answered with no list of logs')
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
      // A token must not make the service call a URL of its choice (EIP-3668).
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

/** The first that may be asked now, else the one that may be soonest; undefined when that is too late. */
function chooseNode(nodes: readonly RpcNode[], method: string, call?: CallerCall): RpcNode | undefined {
  const waits = nodes.map(({ meter }) => meter.waitMs(call))
  const best = HEAD_METHODS.has(method) ? waits.findIndex(Number.isFinite) : waits.indexOf(Math.min(...waits))
  const waitMs = waits[best] ?? Number.POSITIVE_INFINITY
  for (const [i, { meter }] of nodes.entries()) {
    // Those behind the chosen one were not wanted.
    if ((waits[i] ?? 0) > 0 && (i <= best || waitMs > 0)) meter.wasOver()
  }
  return waitMs <= (method === 'eth_simulateV1' ? MAX_SIMULATION_WAIT_MS : MAX_WAIT_MS)
    ? nodes[best]
    : undefined
}

/** A URL that is named twice is two nodes, each with the budget. */
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
