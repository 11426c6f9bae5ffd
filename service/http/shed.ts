import { unavailable } from '../lib/service-error.ts'
import type { Endpoint } from './serve-interface.ts'

/** Event loop lag above which requests are rejected, so that the backlog drains. */
const MAX_LAG_MS = 500

/** Wraps endpoints so that they answer 503, before reading the request, while the event loop lags. */
export function shed(endpoints: readonly Endpoint[], lagMs: () => number): Endpoint[] {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    handle(c) {
      if (lagMs() > MAX_LAG_MS) throw unavailable(1)
      return endpoint.handle(c)
    },
  }))
}
