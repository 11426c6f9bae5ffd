import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { root } from '../../scripts/lib/setup.mjs'
import type { WidgetConfig } from '../../src/config/types.ts'
import type { DevWalletOptions } from '../../src/testing/dev-wallet.ts'
import { devWalletScript } from '../../src/testing/dev-wallet-script.ts'

const queries = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
)

export interface SwapPageServer {
  url: string
  stop(): Promise<void>
}

/**
 * Serves a page with the script tag, a dev wallet and Testing Library. The query of its URL is merged into
 * the config as JSON.
 */
export async function serveSwapPage({
  config,
  wallet,
}: {
  config: WidgetConfig
  wallet: Omit<DevWalletOptions, 'confirm'>
}): Promise<SwapPageServer> {
  const page = createPage({ config, wallet })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.test')
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
    if (pathname === '/') return answer('text/html', page)
    try {
      const file = pathname === '/queries.js' ? queries : join(root, 'dist/embed', basename(pathname))
      return answer('text/javascript', await readFile(file))
    } catch {
      return response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const createPage = ({ config, wallet }: Parameters<typeof serveSwapPage>[0]) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Swap</title>
  <script>${devWalletScript(wallet)}</script>
  <script src="/queries.js"></script>
  <script type="module" src="/embed/sluice.js"></script>
  <h1>Swap tokens</h1>
  <button id="open">Open</button>
  <div id="swap"></div>
  <script type="module">
    const mode = new URLSearchParams(location.search).get('mode') ?? 'inline'
    const swap = Sluice.create('#swap', { ...${JSON.stringify(config)}, mode })
    document.querySelector('#open').onclick = () => swap.open()
  </script>
</html>`
