import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { createFramePage } from '../scripts/build/embed-html.mjs'
import { manifest } from './chain.ts'
import { root, stackAddresses } from './stack.ts'
import { rpcOrigins } from './strict-page.ts'

const GUIDE = 'docs/content/guides/security-policy.md'

export interface FrameServer {
  /** On another origin than the playground. */
  url: string
  stop(): Promise<void>
}

interface FrameServerOptions {
  /** The origins that may embed the frame. */
  parents: readonly string[]
  /** Additional pages by name. */
  pages?: Readonly<Record<string, string>>
}

/** Serves the embed folder for embedding in a frame, with the policy of the security policy guide. */
export async function startFrameServer({ parents, pages = {} }: FrameServerOptions): Promise<FrameServer> {
  const folder = join(root, 'dist/embed')
  const files = { ...pages, 'frame.html': createFramePage(folder, parents) }
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://frame.test').pathname)
    const page = files[name as keyof typeof files]
    if (page !== undefined)
      return send(response, page, { 'content-type': 'text/html', ...policy(name, page, parents) })
    try {
      send(response, readFileSync(join(folder, name), 'utf8'), { 'content-type': 'text/javascript' })
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections()
        server.close(() => stopped())
      }),
  }
}

/** Returns the frame policy that the guide documents, with the hash of the page. */
function policy(name: string, page: string, parents: readonly string[]): Record<string, string> {
  if (name !== 'frame.html') return {}
  const [, source = ''] = /script-src 'self' ('sha256-[^']+')/.exec(page) ?? []
  const [documented = ''] = /^default-src .*frame-ancestors https:\/\/partner\.example.*$/m.exec(
    readFileSync(join(root, GUIDE), 'utf8'),
  ) ?? ['']
  if (!documented) throw new Error(`${GUIDE} documents no policy of a frame`)
  return {
    'content-security-policy': documented
      .replace("'sha256-…'", source)
      .replace('https://api.example', new URL(stackAddresses().serviceUrl).origin)
      .replace('https://rpc.example', rpcOrigins().join(' '))
      .replace('https://logos.example', `http://${manifest().logoHost}`)
      .replace('https://partner.example', parents.join(' ')),
  }
}

function send(response: ServerResponse, body: string, headers: Record<string, string>): void {
  response.writeHead(200, headers).end(body)
}
