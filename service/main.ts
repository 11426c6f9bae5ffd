import { awaitServiceConfig } from './config/await-config.ts'
import { readEnvironment } from './config/environment.ts'
import { secretAddresses } from './config/secret-addresses.ts'
import { errorInWords, errorTrace } from './observability/plain-fields.ts'
import { createRedact } from './observability/redact.ts'
import { describeLacks } from './presets/get-lacks.ts'
import { PRESETS } from './presets/presets.ts'
import { startService } from './start-service.ts'

const WAIT_FOR_DEVNET_MS = 120_000
/** Grace period for pending requests. */
const LAST_GRACE_MS = 8_000

let redact = createRedact()
const printError = (message: string) => console.error(redact(`Service: ${message}`))
const toLabel = (error: unknown) => (error instanceof Error ? errorInWords(error) : String(error))
// Also catches unhandled rejections. Node's own output would contain the URL of an RPC node.
process.on('uncaughtException', (error) => {
  printError(error instanceof Error ? errorTrace(error) : String(error))
  process.exit(1)
})

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())

try {
  const environment = readEnvironment(process.env)
  redact = createRedact(secretAddresses(environment))
  const config = await awaitServiceConfig({
    path: environment.configPath,
    nodes: environment.nodes,
    presets: PRESETS,
    waitMs: environment.isConfigNamed ? 0 : WAIT_FOR_DEVNET_MS,
    signal: ending.signal,
    onWaiting: () =>
      console.log(`Waiting for ${environment.configPath}: start the local chains, or set SLUICE_CONFIG`),
  })
  redact = createRedact(secretAddresses(environment, config))
  for (const chain of config.chains) {
    const lacks = describeLacks(chain)
    if (lacks) console.log(`Service: ${lacks}`)
  }
  const service = await startService(config, environment)
  console.log(
    `Service: http://localhost:${service.port}, chains: ${config.chains.map(({ name }) => name).join(', ')}`,
  )
  const end = (code: number) => {
    setTimeout(() => process.exit(code), environment.drainMs + LAST_GRACE_MS).unref()
    service.stop().then(() => process.exit(code))
  }
  service.ready.then(
    (mismatched) => {
      if (ending.signal.aborted) return
      if (mismatched.length === 0) console.log('Service: every chain is followed')
      else
        printError(
          `The config of ${mismatched.join(', ')} does not match the chain, so it is not served. The service checks again`,
        )
    },
    (error) => {
      printError(toLabel(error))
      end(1)
    },
  )
  if (ending.signal.aborted) end(0)
  else ending.signal.addEventListener('abort', () => end(0))
} catch (error) {
  if (ending.signal.aborted) process.exit(0)
  printError(toLabel(error))
  process.exit(1)
}
