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

/** What is told of each question to a node. */
export interface RpcMeasure {
  method: string
  outcome: 'answered' | 'refused' | 'unreachable'
  durationMs: number
}

/** The nodes of a chain: the first is asked, the others when it fails. */
export interface RpcNodes {
  client: PublicClient
  /** Asks the nodes in the opposite order: whoever answers `client` is checked against another. */
  witness: PublicClient
  /** Puts the node that is asked first last. */
  demote(): void
  /** Which chain each node is of, in the order of the config; undefined for one that does not say so in time. */
  chainIds(): Promise<(number | undefined)[]>
}

export interface RpcOptions {
  /** Aborting it ends what is under way. */
  signal: AbortSignal
  onRequest?: (measure: RpcMeasure) => void
}

const TIMEOUT_MS = 10_000
/** Where another node can be asked, one that does not answer is not waited for as long. */
const SHORT_TIMEOUT_MS = 4_000
/** However long the start is held up by a node that is not needed yet. */
const CHAIN_ID_TIMEOUT_MS = 2_000

type RpcRequest = (args: { method: string; params?: unknown }) => Promise<unknown>

/** A client of the chain's nodes, which are tried in order. A node that cannot be reached goes to the end. */
export function createRpcNodes({ rpcUrls }: ChainServiceConfig, options: RpcOptions): RpcNodes {
  const patience =
    rpcUrls.length > 1 ? { timeout: SHORT_TIMEOUT_MS, retryCount: 0 } : { timeout: TIMEOUT_MS, retryCount: 1 }
  const asConfigured = rpcUrls.map((url): RpcRequest => {
    const { request } = http(url, {
      ...patience,
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

  const createNodeClient = (order: () => readonly RpcRequest[]) =>
    createPublicClient({
      transport: custom(
        { request: (args: Parameters<RpcRequest>[0]) => ask(order(), args) },
        { retryCount: 0 },
      ),
      // A token must not make the service call a URL of its choice (EIP-3668).
      ccipRead: false,
    })
  return {
    client: createNodeClient(() => nodes),
    witness: createNodeClient(() => [...nodes].reverse()),
    demote: () => demote(nodes[0]),
    chainIds: () => Promise.all(asConfigured.map(readChainId)),
  }
}

function isUnreachable(error: unknown): boolean {
  return walks(error, (cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)
}

/** What the contract says is the same at every node. */
function isRevert(error: unknown): boolean {
  return walks(
    error,
    (cause) =>
      (cause instanceof Error && 'code' in cause && cause.code === 3) ||
      (cause instanceof Error && /revert/i.test(cause.message)),
  )
}

function walks(error: unknown, test: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError ? error.walk(test) !== null : test(error)
}

function fetchUntil(signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal })
}
