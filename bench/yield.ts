import { startTestDevnet } from '../devnet/testing/devnet.ts'
import { startWidgetService } from '../src/clients/testing/widget-service.ts'
import { quantile, type Row } from './table.ts'

const COLD_SAMPLES = 5
const SAMPLES = 300

/**
 * Measures the latency of the yield interface in process, on a devnet of one chain, with empty and
 * warm caches.
 */
export async function measureYield(): Promise<Row[]> {
  const devnet = await startTestDevnet()
  try {
    const { aavePool } = devnet.chain().manifest.contracts
    const request = { pool_address: aavePool, chain: 'ethereum' }
    const cold: number[] = []
    for (let i = 0; i < COLD_SAMPLES; i++) {
      const service = await startWidgetService(devnet)
      cold.push(await parseDate(() => service.clients.yields.historicalApy(request)))
      await service.stop()
    }
    const service = await startWidgetService(devnet)
    const { yields } = service.clients
    await yields.historicalApy(request)
    const cached = await sample(() => yields.historicalApy(request))
    const diluted = await sample((i) =>
      yields.dilutedApy({ ...request, input_amount: `${10n ** 9n + BigInt(i)}` }),
    )
    await service.stop()
    return [
      toRow('historical APY, empty cache', cold),
      toRow('historical APY, cached', cached),
      toRow('diluted APY, different amounts', diluted),
    ]
  } finally {
    await devnet.stop()
  }
}

async function sample(call: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < SAMPLES; i++) times.push(await parseDate(() => call(i)))
  return times
}

async function parseDate(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

function toRow(what: string, times: readonly number[]): Row {
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
  return {
    what,
    'p50 ms': quantile(times, 0.5).toFixed(2),
    'p99 ms': quantile(times, 0.99).toFixed(2),
    'per second': (times.length / seconds).toFixed(0),
  }
}
