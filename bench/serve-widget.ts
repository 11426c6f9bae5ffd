import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Token } from '../src/events/types.ts'
import { createMockService } from '../src/testing/mock/mock-service.ts'

const embed = join(import.meta.dirname, '..', 'dist', 'embed')

export interface ServedWidget {
  url: string
  stop: () => Promise<void>
}

/**
 * Serves a page, the built script and a mock service with these tokens on one origin. `createPage`
 * receives the widget's config as JSON, and the query of the page's URL.
 */
export async function serveWidget(
  tokens: readonly Token[],
  createPage: (config: string, search: URLSearchParams) => string,
): Promise<ServedWidget> {
  if (!existsSync(join(embed, 'sluice.js'))) {
    throw new Error('There is no build to measure. Run: npm run build')
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = createMockService({ tokens, origin: url })
  const config = JSON.stringify(service.config())
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname === '/') {
      return response.writeHead(200, { 'content-type': 'text/html' }).end(createPage(config, searchParams))
    }
    const file = join(embed, pathname.replace('/embed/', ''))
    if (pathname.startsWith('/embed/') && existsSync(file)) {
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
    }
    const body = await readBody(request)
    const answer = await service.fetch(`${url}${request.url}`, {
      method: request.method ?? 'GET',
      ...(body && { body }),
    })
    return response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, stop }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
