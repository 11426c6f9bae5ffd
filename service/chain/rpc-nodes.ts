import {
  BaseError,
  createPublicClient,
  custom,
  HttpRequestError,
  http,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { ChainServiceConfig } from '../config/types.ts'
import { withTimeout } from '../lib/with-timeout.ts'

/** Measured of each request to a node. */
export interface RpcMeasure {
  method: string
  outcome: 'answered' | 'refused' | 'unreachable'
  durationMs: number
}

/** The nodes of a chain: requests go to the first, and to the others when it fails. */
export interface RpcNodes {
  client: PublicClient
  /** Uses the nodes in reverse order, to check the answers of `client` against another node. */
  witness: PublicClient
  /** Moves the first node to the end. */
  demote(): void
  /** Chain id of each node, in the order of the config; undefined when it does not answer in time. */
  chainIds(): Promise<(number | undefined)[]>
}

export interface RpcOptions {
  /** Aborts pending requests. */
  signal: AbortSignal
  onRequest?: (measure: RpcMeasure) => void
}

const TIMEOUT_MS = 10_000
/** Shorter when there is another node to fall back to. */
const SHORT_TIMEOUT_MS = 4_000
/** Limits how long an unreachable node delays startup. */
const CHAIN_ID_TIMEOUT_MS = 2_000

type RpcRequest = (args: { method: string; params?: unknown }) => Promise<unknown>

/** Clients over the chain's nodes, tried in order. An unreachable node moves to the end. */
export function createRpcNodes({ rpcUrls }: ChainServiceConfig, options: RpcOptions): RpcNodes {
  const timeouts =
    rpcUrls.length > 1 ? { timeout: SHORT_TIMEOUT_MS, retryCount: 0 } : { timeout: TIMEOUT_MS, retryCount: 1 }
  const asConfigured = rpcUrls.map((url): RpcRequest => {
    const { request } = http(url, {
      ...timeouts,
      retryDelay: 100,
      fetchFn: fetchUntil(options.signal),
    })({})
    return (args) => request(args as never)
  })
  let nodes = asConfigured

  async function readChainId(node: RpcRequest): Promise<number | undefined> {
    const answer = await withTimeout(node({ method: 'eth_chainId' }), {
      timeoutMs: CHAIN_ID_TIMEOUT_MS,
      onTimeout: () => undefined,
    }).catch(() => undefined)
    return typeof answer === 'string' ? Number(answer) : undefined
  }

  function demote(node: RpcRequest | undefined) {
    if (node && nodes[0] === node) nodes = [...nodes.slice(1), node]
  }

  async function ask(order: readonly RpcRequest[], args: Parameters<RpcRequest>[0]): Promise<unknown> {
    let failure: unknown
    for (const node of order) {
      const startedAt = performance.now()
      const measure = (outcome: RpcMeasure['outcome']) =>
        options.onRequest?.({ method: args.method, outcome, durationMs: performance.now() - startedAt })
      try {
        const answer = await node(args)
        measure('answered')
        return answer
      } catch (error) {
        const isLost = isUnreachable(error)
        measure(isLost ? 'unreachable' : 'refused')
        if (!isLost && isRevert(error)) throw error
        if (isLost && !options.signal.aborted) demote(node)
        failure = error
      }
    }
    throw failure
  }

  const createOrderedClient = (order: () => readonly RpcRequest[]) =>
    createPublicClient({
      transport: custom(
        { request: (args: Parameters<RpcRequest>[0]) => ask(order(), args) },
        { retryCount: 0 },
      ),
      // A token must not make the service call a URL of its choice (EIP-3668).
      ccipRead: false,
    })
  return {
    client: createOrderedClient(() => nodes),
    witness: createOrderedClient(() => [...nodes].reverse()),
    demote: () => demote(nodes[0]),
    chainIds: () => Promise.all(asConfigured.map(readChainId)),
  }
}

function isUnreachable(error: unknown): boolean {
  return someCause(error, (cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)
}

/** A revert is the same on every node: do not retry. */
function isRevert(error: unknown): boolean {
  return someCause(
    error,
    (cause) =>
      (cause instanceof Error && 'code' in cause && cause.code === 3) ||
      (cause instanceof Error && /revert/i.test(cause.message)),
  )
}

function someCause(error: unknown, test: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError ? error.walk(test) !== null : test(error)
}

function fetchUntil(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal })
}
