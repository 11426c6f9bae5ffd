import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postJson } from '../../devnet/node/node-transport.ts'
import { sleep } from '../../wire/lib/sleep.ts'

export interface RpcCall {
  id: unknown
  method: string
  params?: unknown[]
}

export interface ProxyNode {
  url: string
  /** Sets the behavior for later requests. */
  behave(behavior: Behavior): void
  stop(): Promise<void>
}

export interface Behavior {
  /** Fails like a restarting node. */
  isDown?: boolean
  delayMs?: number
  /** Replaces the real node's response, or throws. First called with the request only. */
  refuse?: (call: RpcCall) => { code: number; message: string } | undefined
  /** Responds in place of the real node, unless undefined. */
  answer?: (call: RpcCall) => unknown
  /** May return a promise, which delays the response. */
  distort?: (call: RpcCall, result: unknown) => unknown
}

const headers = { 'content-type': 'application/json' }

/** Starts a proxy to another node that can fail, delay or change responses. */
export async function startProxyNode(target: string, first: Behavior = {}): Promise<ProxyNode> {
  let behavior = first
  const ending = new AbortController()
  const server = createServer(async (incoming, outgoing) => {
    const { isDown, delayMs = 0, refuse, answer: answerFor, distort } = behavior
    try {
      const body = Buffer.concat(await incoming.toArray()).toString()
      await sleep(delayMs, ending.signal)
      if (isDown) return void outgoing.writeHead(502).end()
      const call = JSON.parse(body) as RpcCall
      const error = refuse?.(call)
      const own = answerFor?.(call)
      const answer = error
        ? { jsonrpc: '2.0', id: call.id, error }
        : own !== undefined
          ? { jsonrpc: '2.0', id: call.id, result: own }
          : JSON.parse(await postJson(target, body))
      if (distort && 'result' in answer) answer.result = await distort(call, answer.result)
      outgoing.writeHead(200, headers).end(JSON.stringify(answer))
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      behavior = next
    },
    async stop() {
      ending.abort()
      await new Promise((resolve) => void server.close(resolve).closeAllConnections())
    },
  }
}
