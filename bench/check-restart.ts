import { readStatus, startScaleNode, startTwice } from './scale.ts'

const POOLS = 10_000
/**
 * A restart takes 2 to 5 s on two shared cores. Above the limit, the service reads stored data
 * again or waits for something.
 */
const LIMIT_MS = 30_000

const { ready, stop } = await startScaleNode(POOLS)
try {
  const { service, coldMs, stopService } = await startTwice({
    ...ready.config,
    poolLimits: { loadAllUpTo: POOLS },
  })
  const { chains } = await readStatus(service.url)
  await stopService()
  const pools = chains[0]?.pools ?? 0
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `First start ${seconds(coldMs)}, restart ${seconds(service.readyMs)} (limit ${seconds(LIMIT_MS)}), pools in memory ${pools} of ${POOLS}`,
  )
  if (service.readyMs > LIMIT_MS || pools !== POOLS) process.exitCode = 1
} finally {
  stop()
}
