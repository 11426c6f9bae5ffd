import type { ChildProcess } from 'node:child_process'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { NATIVE_TOKEN } from '../wire/lib/address.ts'
import { generate, startGenerator } from './generate.ts'
import type { LoadPlan } from './load-generator.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import type { Row } from './table.ts'

/**
 * Pairs of a widget's requests: mostly the largest tokens, sometimes longer routes or vault shares.
 */
const PRICED = [
  ['WETH', 'USDC'],
  ['USDC', 'WETH'],
  ['WBTC', 'USDC'],
  ['DAI', 'WETH'],
  ['USDC', 'LINK'],
  ['USDC', 'aEthUSDC'],
  ['DAI', 'sDAI'],
  ['WBTC', 'DAI'],
] as const
/**
 * Pairs with native input, which needs no approval and one simulation, like the quote of an account
 * with an approval.
 */
const QUOTED = [
  ['ETH', 'USDC'],
  ['ETH', 'WBTC'],
  ['ETH', 'DAI'],
  ['ETH', 'LINK'],
] as const
const WARM_UP_SECONDS = 2
const WORKERS = [0, 1]

/** Measures the service as a process on a running devnet, called over HTTP by another process. */
export async function measureLoad(): Promise<Row[]> {
  const devnet = await startTestDevnet({ chains: ['ethereum', 'base'], blockSeconds: 2, market: true })
  const generator = startGenerator()
  try {
    const rows: Row[] = []
    for (const workers of WORKERS) rows.push(...(await measureWith(workers, { devnet, generator })))
    return rows
  } finally {
    generator.disconnect()
    await devnet.stop()
  }
}

async function measureWith(
  workers: number,
  { devnet, generator }: { devnet: TestDevnet; generator: ChildProcess },
): Promise<Row[]> {
  const metricsPort = await freePort()
  const service = await startServiceProcess(devnet.serviceConfig, {
    SLUICE_PRICING_WORKERS: String(workers),
    SLUICE_METRICS_PORT: String(metricsPort),
  })
  const measureLoadOf = async (
    path: 'price' | 'quote',
    load: Pick<LoadPlan, 'pace' | 'seconds'>,
  ): Promise<Row> => {
    const before = await readMetrics(metricsPort)
    const { pace } = load
    const result = await generate(generator, { ...planFor(devnet, service, path), ...load })
    const after = await readMetrics(metricsPort)
    return {
      what:
        'callers' in pace ? `${path}, ${pace.callers} concurrent` : `${path}, ${pace.perSecond} per second`,
      workers,
      'p50 ms': result.p50.toFixed(2),
      'p99 ms': result.p99.toFixed(2),
      'most ms': result.most.toFixed(0),
      'per second': result.perSecond.toFixed(0),
      failed: result.failed,
      'CPU ms per request': ((1000 * (after.cpuSeconds - before.cpuSeconds)) / result.answered).toFixed(2),
      'loop delay p99 ms': (after.loopDelaySeconds * 1000).toFixed(0),
    }
  }
  try {
    await measureLoadOf('price', { pace: { callers: 8 }, seconds: WARM_UP_SECONDS })
    return [
      await measureLoadOf('price', { pace: { perSecond: 200 }, seconds: 8 }),
      await measureLoadOf('price', { pace: { callers: 1 }, seconds: 2 }),
      await measureLoadOf('price', { pace: { callers: 8 }, seconds: 3 }),
      await measureLoadOf('price', { pace: { callers: 32 }, seconds: 3 }),
      await measureLoadOf('quote', { pace: { callers: 1 }, seconds: 3 }),
      await measureLoadOf('quote', { pace: { callers: 8 }, seconds: 3 }),
    ]
  } finally {
    await service.stop()
  }
}

export function planFor(devnet: TestDevnet, { url }: ServiceProcess, path: 'price' | 'quote') {
  const { token, account, manifest } = devnet.chain('ethereum')
  const getInput = (symbol: string) =>
    symbol === 'ETH' ? { address: NATIVE_TOKEN, decimals: 18 } : token(symbol)
  const bodies = (path === 'price' ? PRICED : QUOTED).map(([input, output]) => ({
    networkID: manifest.id,
    inputToken: getInput(input).address,
    outputToken: token(output).address,
    inputAmount: (10n ** BigInt(getInput(input).decimals)).toString(),
    userAddress: account(),
    outputReceiver: account(),
    uniquePID: 'bench',
    computeStable: true,
  }))
  return {
    url: `${url}/router/v1/${path}`,
    headers: { 'x-api-key': 'dev-enterprise' },
    bodies,
    amountField: 'inputAmount',
  }
}

/** Reads metrics of the service: CPU time of all threads, and event loop lag. */
async function readMetrics(port: number): Promise<{ cpuSeconds: number; loopDelaySeconds: number }> {
  const text = await (await fetch(`http://localhost:${port}/`)).text()
  const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
  return {
    cpuSeconds: value('process_cpu_seconds_total'),
    loopDelaySeconds: value('nodejs_eventloop_lag_p99_seconds'),
  }
}
