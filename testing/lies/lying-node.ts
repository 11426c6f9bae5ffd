import { postJson } from '../../devnet/node/node-transport.ts'
import type { HeldResponses } from './held-responses.ts'
import { type HttpAnswer, startHttpServer } from './http-server.ts'

export interface JsonRpcError {
  code: number
  message: string
  data?: unknown
}

/** The response of a node: a result, an error, or an HTTP response that is not JSON-RPC. */
export type NodeAnswer = { result: unknown } | { error: JsonRpcError } | { http: HttpAnswer }

export interface NodeContext {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any method.
  params: any[]
  /** The number of requests of this method in this run, from 1. */
  nth: number
  /** The number of transactions sent before this request. */
  sent: number
  hold(): Promise<void>
}

/** Replaces the node's response; undefined leaves it unchanged. */
export type NodeLie = (
  honest: NodeAnswer,
  context: NodeContext,
) => NodeAnswer | undefined | Promise<NodeAnswer | undefined>

export interface LyingNode {
  url: string
  lie: NodeLie | undefined
  /** True if the node supports `eth_simulateV1`. */
  simulates: boolean
  lieCount(): number
  /** Requests to the target of a redirect. */
  strayRequests(): readonly string[]
  /** The number of requests of a method in this run. */
  requestCount(method: string): number
  /** Called after each response. */
  onAnswer: (() => void) | undefined
  /** Resolves when no request is open. */
  settled(): Promise<void>
  /** Throws the last error of a lie, if any. */
  requireHealth(): void
  reset(): void
  stop(): Promise<void>
}

/** A real node behind an HTTP proxy that changes its responses. */
export async function startLyingNode({
  rpcUrl,
  held,
  sent,
}: {
  rpcUrl: string
  held: HeldResponses
  /** The number of transactions the wallet has sent. */
  sent: () => number
}): Promise<LyingNode> {
  let applied = 0
  let counts = new Map<string, number>()
  let stray: string[] = []

  const server = await startHttpServer(async ({ path, body }) => {
    if (path !== '/') {
      stray.push(path)
      return { status: 404, headers: {}, body: '' }
    }
    const { id, method, params = [] } = JSON.parse(body)
    const nth = (counts.get(method) ?? 0) + 1
    counts.set(method, nth)
    const honest = await forward(method, params)
    const { lie } = node
    const hold = () => {
      applied += 1
      return held.hold()
    }
    const answer = (await lie?.(honest, { method, params, nth, sent: sent(), hold })) ?? honest
    if (answer !== honest && JSON.stringify(answer) !== JSON.stringify(honest)) applied += 1
    node.onAnswer?.()
    if ('http' in answer) return answer.http
    return json({ jsonrpc: '2.0', id, ...answer })
  })

  async function forward(method: string, params: unknown[]): Promise<NodeAnswer> {
    if (method === 'eth_simulateV1' && !node.simulates) {
      return { error: { code: -32_601, message: `The method ${method} does not exist` } }
    }
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error }: { result?: unknown; error?: JsonRpcError } = JSON.parse(
      await postJson(rpcUrl, call),
    )
    return error ? { error } : { result }
  }

  const node: LyingNode = {
    url: server.origin,
    lie: undefined,
    simulates: true,
    lieCount: () => applied,
    strayRequests: () => stray,
    requestCount: (method) => counts.get(method) ?? 0,
    onAnswer: undefined,
    reset() {
      node.lie = undefined
      node.simulates = true
      applied = 0
      counts = new Map()
      stray = []
    },
    settled: server.settled,
    requireHealth: server.requireHealth,
    stop: server.close,
  }
  return node
}

function json(content: unknown): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) }
}
