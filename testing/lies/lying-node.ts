import type { Held } from './held.ts'
import { type HttpAnswer, startHttpServer } from './http-server.ts'

export interface JsonRpcError {
  code: number
  message: string
  data?: unknown
}

/** What a node answers: a result, an error, or something that is no JSON-RPC at all. */
export type NodeAnswer = { result: unknown } | { error: JsonRpcError } | { http: HttpAnswer }

export interface NodeQuestion {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any method.
  params: any[]
  /** How often this method has been asked for in this run, from 1. */
  nth: number
  /** How often a transaction had been sent when this was asked. */
  sent: number
  hold(): Promise<void>
}

/** What is told in place of the node's answer; undefined leaves it as it is. */
export type NodeLie = (
  honest: NodeAnswer,
  question: NodeQuestion,
) => NodeAnswer | undefined | Promise<NodeAnswer | undefined>

export interface LyingNode {
  url: string
  lie: NodeLie | undefined
  /** A node that does not know `eth_simulateV1`. */
  simulates: boolean
  liesTold(): number
  /** Requests to places that only a redirect names. */
  strayRequests(): readonly string[]
  /** How often a method has been asked for in this run. */
  asked(method: string): number
  /** Called after each answer. */
  onAnswer: (() => void) | undefined
  /** Resolves when nobody waits for an answer. */
  settled(): Promise<void>
  /** Throws what went wrong while a lie was made up, if anything did. */
  requireHealth(): void
  reset(): void
  stop(): Promise<void>
}

/** A real node behind a real HTTP server that changes its answers on the way. */
export async function startLyingNode({
  rpcUrl,
  held,
  sent,
}: {
  rpcUrl: string
  held: Held
  /** How many transactions the wallet has sent. */
  sent: () => number
}): Promise<LyingNode> {
  let told = 0
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
    const honest = await ask(method, params)
    const { lie } = node
    const hold = () => {
      told += 1
      return held.hold()
    }
    const answer = (await lie?.(honest, { method, params, nth, sent: sent(), hold })) ?? honest
    if (answer !== honest && JSON.stringify(answer) !== JSON.stringify(honest)) told += 1
    node.onAnswer?.()
    if ('http' in answer) return answer.http
    return json({ jsonrpc: '2.0', id, ...answer })
  })

  async function ask(method: string, params: unknown[]): Promise<NodeAnswer> {
    if (method === 'eth_simulateV1' && !node.simulates) {
      return { error: { code: -32_601, message: `The method ${method} does not exist` } }
    }
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: JsonRpcError }
    return error ? { error } : { result }
  }

  const node: LyingNode = {
    url: server.origin,
    lie: undefined,
    simulates: true,
    liesTold: () => told,
    strayRequests: () => stray,
    asked: (method) => counts.get(method) ?? 0,
    onAnswer: undefined,
    reset() {
      node.lie = undefined
      node.simulates = true
      told = 0
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
