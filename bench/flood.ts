import { startTestDevnet } from '../devnet/testing/devnet.ts'
import { generate, startGenerator } from './generate.ts'
import { planFor } from './load.ts'
import type { LoadPlan, LoadResult } from './load-generator.ts'
import { startServiceProcess } from './service-process.ts'
import { quantile, type Row } from './table.ts'

const ROUNDS = 4
const SECONDS = 5
/** Rate of typical price requests of a widget. */
const PRICES_A_SECOND = 40
/** Rate and size of the flood's bodies, which the catalogue must read before it can reject them. */
const FLOOD_A_SECOND = 300
const FLOOD_BYTES = 128 * 1024

/**
 * Measures the latency of a price with and without a flood of large bodies from one address to the
 * catalogue. Alternates both in one run, because ratios stay meaningful on a busy machine.
 */
export async function measureFlood(): Promise<Row[]> {
  const devnet = await startTestDevnet({ blockSeconds: 2 })
  const [pricing, flooding] = [startGenerator(), startGenerator()]
  try {
    const service = await startServiceProcess(devnet.serviceConfig, { SLUICE_PRICING_WORKERS: '0' })
    try {
      const prices = {
        ...planFor(devnet, service, 'price'),
        pace: { perSecond: PRICES_A_SECOND },
        seconds: SECONDS,
      }
      const flood: LoadPlan = {
        url: `${service.url}/tokens/graphql`,
        headers: {},
        bodies: [{ query: `{ ${'tokens '.repeat(FLOOD_BYTES / 7)}}` }],
        pace: { perSecond: FLOOD_A_SECOND },
        seconds: SECONDS,
      }
      await generate(pricing, prices)
      const alone: LoadResult[] = []
      const flooded: LoadResult[] = []
      const floods: LoadResult[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(await generate(pricing, prices))
        const [during, refused] = await Promise.all([generate(pricing, prices), generate(flooding, flood)])
        flooded.push(during)
        floods.push(refused)
      }
      return [
        toRow('alone', alone, { base: alone, floods: [] }),
        toRow(`with ${FLOOD_A_SECOND} bodies of 128 kB per second from one address`, flooded, {
          base: alone,
          floods,
        }),
      ]
    } finally {
      await service.stop()
    }
  } finally {
    pricing.disconnect()
    flooding.disconnect()
    await devnet.stop()
  }
}

/** Uses the median round, to ignore disturbed ones. */
function toRow(
  what: string,
  results: readonly LoadResult[],
  { base, floods }: { base: readonly LoadResult[]; floods: readonly LoadResult[] },
): Row {
  const middle = (from: readonly LoadResult[], pick: (result: LoadResult) => number) =>
    quantile(from.map(pick), 0.5)
  const [p50, p90] = [middle(results, (result) => result.p50), middle(results, (result) => result.p90)]
  return {
    what,
    'p50 ms': p50.toFixed(2),
    'p90 ms': p90.toFixed(2),
    'p50 ratio': (p50 / middle(base, (result) => result.p50)).toFixed(2),
    'p90 ratio': (p90 / middle(base, (result) => result.p90)).toFixed(2),
    failed: getFailed(results),
    'rejected of the flood': getFailed(floods),
  }
}

function getFailed(results: readonly LoadResult[]): number {
  return results.reduce((sum, { failed }) => sum + failed, 0)
}
