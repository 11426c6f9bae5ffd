import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, numberToHex } from 'viem'

/** Replaces the response of the node. `hang` never responds, and `reset` closes the connection. */
export type Refusal =
  | { code: number | string; message: string; data?: unknown; status?: number }
  | { status: number; body: string; type?: string }
  | 'hang'
  | 'reset'

export interface LogNode {
  url: string
  /** The `eth_getLogs` requests in order, with their number of blocks. */
  asked: { from: number; blocks: number; isRefused: boolean }[]
  refuse(refuse: (from: number, blocks: number) => Refusal | undefined): void
  stop(): Promise<void>
}

/**
 * Starts an HTTP node whose blocks up to `head` have a log with topic `0x01…` in every
 * `logEvery`-th block.
 */
export async function startLogNode({
  head,
  logEvery,
  chainId = 1,
}: {
  head: number
  logEvery: number
  chainId?: number
}): Promise<LogNode> {
  let getRefusal: Parameters<LogNode['refuse']>[0] = () => undefined
  const asked: LogNode['asked'] = []

  function answer(method: string, [first]: unknown[]): unknown {
    if (method === 'eth_chainId') return numberToHex(chainId)
    if (method === 'eth_getBlockByNumber') return getBlock(first === 'latest' ? head : Number(first), head)
    if (method === 'eth_getBlockByHash') return getBlock(Number(first) - 1, head)
    return undefined
  }

  const server = createServer(async (incoming, outgoing) => {
    const call = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
    const respond = (rest: object, status = 200) =>
      outgoing
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...rest }))
    if (call.method !== 'eth_getLogs') {
      const result = answer(call.method, call.params ?? [])
      return void respond(
        result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result },
      )
    }
    const [{ fromBlock, toBlock, address }] = call.params
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    const refusal = getRefusal(from, to - from + 1)
    asked.push({ from, blocks: to - from + 1, isRefused: refusal !== undefined })
    if (refusal) return void sendRefusal(outgoing, refusal, respond)
    const blocks = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((n) => n % logEvery === 0)
    const addresses: string[] = [address].flat()
    respond({
      result: blocks.flatMap((block) =>
        addresses.map((one) => ({
          address: one,
          topics: [`0x${'01'.repeat(32)}`],
          data: numberToHex(block, { size: 32 }),
          blockNumber: numberToHex(block),
        })),
      ),
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse(refuse) {
      getRefusal = refuse
    },
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

function sendRefusal(
  outgoing: ServerResponse,
  refusal: Refusal,
  respond: (rest: object, status?: number) => void,
): void {
  if (refusal === 'hang') return
  if (refusal === 'reset') return void outgoing.destroy()
  if ('body' in refusal) {
    return void outgoing
      .writeHead(refusal.status, { 'content-type': refusal.type ?? 'text/html' })
      .end(refusal.body)
  }
  const { status, ...error } = refusal
  respond({ error }, status)
}

function getBlock(number: number, head: number): object | null {
  if (number > head) return null
  const hash = (n: number): Hex => numberToHex(n + 1, { size: 32 })
  return {
    number: numberToHex(number),
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: numberToHex(1_700_000_000 + number),
    baseFeePerGas: '0x1',
    transactions: [],
  }
}
