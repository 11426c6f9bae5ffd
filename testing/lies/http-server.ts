import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../../wire/testing/until.ts'

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** `dropped`: the connection is closed without a response. `cut`: it is closed after half of the body. */
  fate?: 'dropped' | 'cut'
}

export interface HttpServer {
  origin: string
  /** Resolves when no request is open. */
  settled(): Promise<void>
  /** Throws the last error of the `answer` function, if any. */
  requireHealth(): void
  close(): Promise<void>
}

/** A real HTTP server on a free port of this machine. */
export async function startHttpServer(
  answer: (request: { path: string; body: string }) => Promise<HttpAnswer>,
): Promise<HttpServer> {
  let open = 0
  let failure: unknown
  const server = createServer(async (request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    try {
      write(response, await answer({ path: request.url ?? '', body }))
    } catch (error) {
      failure = error
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requireHealth: () => {
      const found = failure
      failure = undefined
      if (found !== undefined) throw found
    },
    settled: () => until(() => open === 0),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function write(response: ServerResponse, { status, headers, body, fate }: HttpAnswer): void {
  // The client may have disconnected.
  if (response.destroyed) return
  if (fate === 'dropped') {
    response.destroy()
    return
  }
  response.writeHead(status, headers)
  if (fate === undefined) {
    response.end(body)
    return
  }
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}
