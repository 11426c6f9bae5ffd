import type { CacheCounts } from '../yield/ttl-cache.ts'
import type { YieldService } from '../yield/yield-service.ts'
import type { HttpContext } from './http-env.ts'

interface StatusEndpoint {
  path: string
  handle(c: HttpContext, service: YieldService): Promise<Response>
}

/** The status endpoints of the yield interface. */
export function yieldStatusEndpoints(): StatusEndpoint[] {
  return [
    {
      path: '/active-protocols',
      async handle(c, service) {
        const chains = await service.activeProtocols()
        return c.json({
          success: true,
          chains,
          total_chains: Object.keys(chains).length,
          total_unique_protocols: new Set(Object.values(chains).flat()).size,
          timestamp: new Date().toISOString(),
        })
      },
    },
    {
      path: '/health-check',
      async handle(c, service) {
        const checks = await service.health()
        const isHealthy = Object.values(checks).every(({ ok }) => ok)
        const status = isHealthy ? 'healthy' : 'unhealthy'
        const body = { success: isHealthy, status, checks, timestamp: new Date().toISOString() }
        return c.json(body, isHealthy ? 200 : 503)
      },
    },
    {
      path: '/metrics',
      async handle(c, service) {
        const { total, averageSeconds, underWay, recent } = service.counts()
        const { cpuPercent, strainPercent, memoryPercent } = await service.load()
        const caches = await service.cacheCounts()
        return c.json({
          success: true,
          request_metrics: {
            total_requests: total,
            cache_hit_rate_percent: hitPercent(caches.responses),
            error_rate_percent: recent.errorPercent,
            avg_response_time_seconds: averageSeconds,
          },
          system_metrics: {
            cpu_usage_percent: strainPercent,
            host_cpu_usage_percent: cpuPercent,
            memory_usage_percent: memoryPercent,
            pending_tasks: underWay,
            cache_size: caches.responses.size,
            uptime_seconds: service.uptimeSeconds(),
          },
          cache_metrics: caches,
        })
      },
    },
    {
      path: '/system-metrics',
      async handle(c, service) {
        const [{ cpuPercent, strainPercent, memoryPercent }, disk] = await Promise.all([
          service.load(),
          service.disk(),
        ])
        return c.json({
          success: true,
          system_metrics: {
            cpu_usage_percent: strainPercent,
            host_cpu_usage_percent: cpuPercent,
            memory_usage_percent: memoryPercent,
            disk_usage_percent: disk.usedPercent,
            disk_read_bytes: disk.readBytes,
            disk_write_bytes: disk.writeBytes,
            active_tasks: service.counts().underWay,
            uptime_seconds: service.uptimeSeconds(),
          },
        })
      },
    },
  ]
}

/** Percentage of lookups answered without work of their own. */
function hitPercent({ hits, joined, misses }: CacheCounts): number {
  const total = hits + joined + misses
  return total === 0 ? 0 : (100 * (hits + joined)) / total
}
