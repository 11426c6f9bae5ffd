import type { Environment } from '../config/environment.ts'
import { clientAddress } from '../http/client-address.ts'
import { type Listening, listen } from '../http/listen.ts'
import type { Metrics } from '../observability/metrics.ts'

interface App {
  fetch(request: Request, caller: { address: string }): Promise<Response>
}

interface RequestHandlers {
  app: App
  onConnection: () => void
}

/** Serves the interfaces. */
export function listenForRequests(
  { host, port, trustedProxies }: Environment,
  { app, onConnection }: RequestHandlers,
): Promise<Listening> {
  return listen({
    host,
    port,
    variable: 'SLUICE_SERVICE_PORT',
    onConnection,
    handle(request, peer) {
      const forwardedFor = request.headers.get('x-forwarded-for')
      return app.fetch(request, { address: clientAddress({ peer, forwardedFor }, trustedProxies) })
    },
  })
}

/** Serves the metrics on a port of their own. */
export function listenForMetrics(host: string, port: number, metrics: Metrics): Promise<Listening> {
  const headers = { 'content-type': metrics.contentType }
  return listen({
    host,
    port,
    variable: 'SLUICE_METRICS_PORT',
    handle: async () => new Response(await metrics.text(), { headers }),
  })
}
