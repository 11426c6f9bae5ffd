import type { Endpoint } from './serve-interface.ts'
import { STATUS_PAGE, STATUS_PAGE_POLICY } from './status-page.ts'
import { reportHealth, reportStatus, type StatusReportDeps } from './status-report.ts'

/**
 * `/` is the status page, `/status.json` its data, and `/healthz` the health check, which returns
 * 503 while this instance cannot serve.
 */
export function statusEndpoints(deps: StatusReportDeps): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/',
      handle(c) {
        c.header('Content-Security-Policy', STATUS_PAGE_POLICY)
        c.header('Referrer-Policy', 'no-referrer')
        return c.html(STATUS_PAGE)
      },
    },
    { method: 'GET', path: '/status.json', handle: (c) => c.json(reportStatus(deps)) },
    {
      method: 'GET',
      path: '/healthz',
      handle(c) {
        const health = reportHealth(deps)
        return c.json(health, health.status === 'down' ? 503 : 200)
      },
    },
  ]
}
