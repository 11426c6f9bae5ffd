import { startTestDevnet } from '../devnet/testing/devnet.ts'
import { runSearch } from '../service/router/search/run-search.ts'
import { startWidgetService } from '../src/clients/testing/widget-service.ts'
import { quantile, type Row } from './table.ts'

const SAMPLES = 300

/**
 * Measures the latency of the service in process, on a devnet of one chain. Each request has
 * another amount.
 */
export async function measureLatency(): Promise<Row[]> {
  const devnet = await startTestDevnet()
  const service = await startWidgetService(devnet, {
    solver: async (searchRequest, market) => runSearch(searchRequest, market),
  })
  try {
    await service.caughtUp()
    const { token } = devnet.chain()
    const request = (i: number) => ({
      networkID: 31337,
      inputToken: token('WETH').address,
      outputToken: token('USDC').address,
      inputAmount: (10n ** 18n + BigInt(i)).toString(),
      userAddress: devnet.manifest.accounts[0]?.address ?? '0x',
      outputReceiver: devnet.manifest.accounts[0]?.address ?? '0x',
      uniquePID: 'bench',
      computeStable: true,
    })
    const { price, quote } = service.clients.router
    return [
      await sample('price, sequential', 1, (i) => price(request(i))),
      await sample('price, 8 at once', 8, (i) => price(request(1_000_000 + i))),
      await sample('quote with simulation, sequential', 1, (i) => quote(request(i))),
    ]
  } finally {
    await service.stop()
    await devnet.stop()
  }
}

async function sample(what: string, together: number, call: (i: number) => Promise<unknown>): Promise<Row> {
  const times: number[] = []
  let next = 0
  const worker = async () => {
    while (next < SAMPLES) {
      const i = next++
      const started = performance.now()
      await call(i)
      times.push(performance.now() - started)
    }
  }
  for (let i = 0; i < 20; i++) await call(-i)
  const started = performance.now()
  await Promise.all(Array.from({ length: together }, worker))
  const seconds = (performance.now() - started) / 1000
  return {
    what,
    'p50 ms': quantile(times, 0.5).toFixed(2),
    'p99 ms': quantile(times, 0.99).toFixed(2),
    'per second': (SAMPLES / seconds).toFixed(0),
  }
}
