import { createServer, type Server } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

export interface Listening {
  port: number
  /** Stops accepting requests; pending ones have five seconds to finish. */
  close(): Promise<void>
}

export interface ListenOptions {
  port: number
  /** The address of an interface of this machine. Default: loopback. */
  host?: string
  /** The environment variable that sets the port, for the error when it is taken. */
  variable: string
  handle(request: Request, peer: string): Promise<Response>
  /** Called for each connection, before it is read. */
  onConnection?: () => void
  /** Timeouts for slow callers, in milliseconds. Default: `TIMEOUTS`. */
  timeouts?: ServerTimeouts
}

export interface ServerTimeouts {
  /** From the connection to the end of the headers. */
  headersTimeout: number
  /** To the end of the body. */
  requestTimeout: number
  /** How often the two are checked, which is how late they can fire. */
  connectionsCheckingInterval: number
}

const TIMEOUTS: ServerTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
}
const GRACE_MS = 5_000

/** Serves `handle` over HTTP. Rejects with a readable message when the port is taken. */
export async function listen({
  port,
  host = '127.0.0.1',
  variable,
  handle,
  onConnection,
  timeouts = TIMEOUTS,
}: ListenOptions): Promise<Listening> {
  const server = createServer(
    // Limits on slow and oversized requests.
    { ...timeouts, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 },
    getRequestListener((request, env) =>
      handle(request, (env as HttpBindings).incoming.socket.remoteAddress ?? 'unknown'),
    ),
  )
  if (onConnection) server.on('connection', onConnection)
  server.maxHeadersCount = 64
  server.maxRequestsPerSocket = 10_000
  await startListening(server, { port, host, variable })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () => closeServer(server),
  }
}

function startListening(
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(forceClose)
      resolve()
    })
    server.closeIdleConnections()
  })
}
