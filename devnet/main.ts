import { CHAINS, type ChainPlan } from './plan/chains.ts'
import { type Devnet, startDevnet } from './start-devnet.ts'

// npm run devnet: runs both chains on their fixed ports until Ctrl-C or the end of the parent
// process.
const PARENT_CHECK_MS = 500

const dir = process.env.SLUICE_DEVNET_DIR || '.devnet'
const parent = process.ppid
let devnet: Devnet | undefined
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
const watch = setInterval(() => {
  if (process.ppid !== parent) void stop()
}, PARENT_CHECK_MS)

try {
  const ports = { ethereum: getPort(CHAINS.ethereum), base: getPort(CHAINS.base) }
  const started = performance.now()
  devnet = await startDevnet({ dir, ports, lasting: true, logos: true })
  if (stopping) await devnet.stop()
  else announce(devnet, Math.round(performance.now() - started))
  devnet.ended.then(() => {
    if (stopping) return
    console.error('A node of the devnet ended unexpectedly')
    process.exitCode = 1
    void stop()
  })
} catch (error) {
  clearInterval(watch)
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  clearInterval(watch)
  await devnet?.stop()
}

function getPort({ defaultPort, portVariable }: ChainPlan): number {
  const value = process.env[portVariable]
  if (value === undefined || value === '') return defaultPort
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${portVariable} must be a port between 1 and 65535, not "${value}"`)
  }
  return port
}

function announce({ manifest }: Devnet, milliseconds: number): void {
  console.log(`Devnet ready in ${milliseconds} ms, described in ${dir}/manifest.json`)
  for (const { name, id, rpcUrl, tokens, pools, widget } of manifest.chains) {
    console.log(`  ${name} (${id})  ${rpcUrl}  ${tokens.length} tokens, ${pools.length} pools`)
    for (const [field, value] of Object.entries(widget)) console.log(`    ${field}: ${JSON.stringify(value)}`)
  }
}
