import { createReadStream, existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import type { Connect, Plugin } from 'vite'

type Handler = (request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) => void

/**
 * Serves local files to the playground: the devnet's manifest, the service's address, and the embed
 * script from `npm run build`. Without a build, the development server serves the script's source.
 */
export function localFiles(root: string): Plugin {
  return {
    name: 'sluice-local-files',
    configureServer(server) {
      server.middlewares.use('/devnet', devnetFiles(root))
      server.middlewares.use('/embed', embedFiles(root, sourceFiles(root)))
      server.middlewares.use('/dev-wallet.js', devWallet(root))
    },
    configurePreviewServer(server) {
      server.middlewares.use('/devnet', devnetFiles(root))
      server.middlewares.use('/embed', embedFiles(root, {}))
    },
  }
}

/** Serves the files of the devnet and the service that the environment variables name. */
function devnetFiles(root: string): Handler {
  const port = process.env.SLUICE_SERVICE_PORT ?? '8787'
  const folder = process.env.SLUICE_DEVNET_DIR ?? join(root, '.devnet')
  return (request, response, next) => {
    if (request.url === '/environment.json') {
      return send(response, 200, { serviceUrl: `http://localhost:${port}` })
    }
    if (request.url !== '/manifest.json') return next()
    const file = join(folder, 'manifest.json')
    if (!existsSync(file)) return send(response, 404, { error: 'The devnet is not running: npm run devnet' })
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(readFileSync(file))
  }
}

function embedFiles(root: string, sources: Record<string, string>): Handler {
  const built = join(root, 'dist', 'embed')
  return (request, response, next) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!path.endsWith('.js') || path.includes('..')) return next()
    const isBuilt = existsSync(join(built, 'sluice.js'))
    const file = join(built, path)
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' }
    if (isBuilt && existsSync(file)) {
      response.writeHead(200, headers)
      createReadStream(file).pipe(response)
    } else if (!isBuilt && sources[path]) {
      response.writeHead(200, headers)
      response.end(sources[path])
    } else {
      send(response, 404, { error: 'The embed script is not built: npm run build' })
    }
  }
}

function devWallet(root: string): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
    response.end(`import ${JSON.stringify(`/@fs${join(root, 'stories/playground/dev-wallet-page.ts')}`)}`)
  }
}

/**
 * Maps paths under /embed to the sources of the script. The refresh hooks that modules of the
 * development server expect are in a separate file, because after an `await` they would run later
 * than the page's own scripts.
 */
function sourceFiles(root: string): Record<string, string> {
  return {
    '/sluice.js': [
      "import '/embed/refresh-hooks.js'",
      `import ${JSON.stringify(`/@fs${join(root, 'src/embed/script.ts')}`)}`,
    ].join('\n'),
    '/refresh-hooks.js': [
      "import { injectIntoGlobalHook } from '/@react-refresh'",
      'injectIntoGlobalHook(window)',
      'window.$RefreshReg$ = () => {}',
      'window.$RefreshSig$ = () => (type) => type',
    ].join('\n'),
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
