import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet } from '../devnet/start-devnet.ts'
import { freePort } from '../testing/free-port.ts'
import { startPlayground } from './playground-server.ts'
import { type StackAddresses, startService } from './stack.ts'

/** Starts devnet, service and playground on free ports, once for all browser tests. Returns the stop function. */
// biome-ignore lint/style/noDefaultExport: the test runner calls the default export.
export default async function setUp(): Promise<() => Promise<void>> {
  const ending: (() => Promise<void>)[] = []
  const tearDown = async () => {
    for (const end of ending.reverse()) await end()
  }
  try {
    const devnetDir = await mkdtemp(join(tmpdir(), 'sluice-devnet-'))
    ending.push(() => rm(devnetDir, { recursive: true, force: true }))
    const devnet = await startDevnet({ dir: devnetDir, market: false, blockSeconds: 1, logos: true })
    ending.push(() => devnet.stop())

    const service = await startService(devnetDir, await freePort())
    ending.push(() => service.stop())

    const playground = await startPlayground({ devnetDir, serviceUrl: service.url, port: await freePort() })
    ending.push(() => playground.stop())

    const addresses: StackAddresses = {
      devnetDir,
      serviceUrl: service.url,
      playgroundUrl: playground.url,
    }
    process.env.SLUICE_TEST_STACK = JSON.stringify(addresses)
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}
