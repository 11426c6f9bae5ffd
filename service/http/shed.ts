import { unavailable } from '../lib/service-error.ts'
import type { Endpoint } from './serve-interface.ts'

/** Whoever waited longer for this thread is told to come back: what is in front of the others would hold them up, too. */
const MAX_LAG_MS = 500

/** Endpoints that refuse with 503, before anything is looked at, while the thread that serves is late. */
export function shed(endpoints: readonly Endpoint[], lagMs: () => number): Endpoint[] {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    handle(c) {
      if (lagMs() > MAX_LAG_MS) throw unavailable(1)
      return endpoint.handle(c)
    },
  }))
}
