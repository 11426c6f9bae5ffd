import { Agent, request } from 'node:http'
import { createTransport, RpcRequestError, type Transport } from 'viem'

const agent = new Agent({ keepAlive: true })

/**
 * Returns a viem transport to a node of a test. A request through `fetch` takes four times the
 * processor time.
 */
export function nodeTransport(
  url: string,
  config: { retryCount?: number } = {},
): Transport<'node', { url: string }> {
  let id = 0
  return ({ retryCount = 3 }) =>
    createTransport(
      {
        key: 'node',
        name: 'Node of a test',
        type: 'node',
        retryCount: config.retryCount ?? retryCount,
        async request({ method, params }) {
          id += 1
          const body = { jsonrpc: '2.0', id, method, params }
          const { error, result } = JSON.parse(await postJson(url, JSON.stringify(body)))
          if (error) throw new RpcRequestError({ body, error, url })
          return result
        },
      },
      { url },
    )
}

/** Posts JSON to a node of a test, and returns the body of its response. */
export function postJson(url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
