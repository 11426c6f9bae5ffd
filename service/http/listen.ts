import { createServer, type Server } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

export interface Listening {
  port: number
  /** No new requests; those under way have five seconds. */
  close(): Promise<void>
}

export interface ListenOptions {
  port: number
  /** The address of an interface of this machine. Default: loopback. */
  host?: string
  /** The environment variable that moves the port: named when the port is taken. */
  variable: string
  handle(request: Request, peer: string): Promise<Response>
  /** Of each connection, before anything is read of it. */
  onConnection?: () => void
  /** However long a caller may take; in milliseconds. Default: `PATIENCE`. */
  patience?: Patience
}

export interface Patience {
  /** From the connection to the end of the headers. */
  headersTimeout: number
  /** To the end of the body. */
  requestTimeout: number
  /** How often the two are looked at: they end so much later at most. */
  connectionsCheckingInterval: number
}

const PATIENCE: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
}
const GRACE_MS = 5_000

/** Serves `handle` over HTTP. Rejects with a sentence when the port is taken. */
export async function listen({
  port,
  host = '127.0.0.1',
  variable,
  handle,
  onConnection,
  patience = PATIENCE,
}: ListenOptions): Promise<Listening> {
  const server = createServer(
    // Slow or endless callers are cut off before they hold anything.
    { ...patience, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 },
    getRequestListener((request, env) =>
      handle(request, (env as HttpBindings).incoming.socket.remoteAddress ?? 'unknown'),
    ),
  )
  if (onConnection) server.on('connection', onConnection)
  server.maxHeadersCount = 64
  server.maxRequestsPerSocket = 10_000
  await listening(server, { port, host, variable })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () => closed(server),
  }
}

function listening(
  server: Server,
  { port, host, variable }: Required<Pick<ListenOptions, 'port' | 'host' | 'variable'>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(`Port ${port} is taken. Stop what listens there, or set ${variable} to another port.`),
        )
      } else if (error.code === 'EADDRNOTAVAIL') {
        reject(
          new Error(`This machine has no interface ${host}. Set SLUICE_HOST to one it has, or to 0.0.0.0.`),
        )
      } else reject(error)
    })
    server.listen(port, host, () => resolve())
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const insist = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(insist)
      resolve()
    })
    server.closeIdleConnections()
  })
}
