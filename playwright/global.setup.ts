import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet } from '../devnet/start-devnet.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { buildPlayground, servePlayground } from './playground-server.ts'
import { STACKS, type StackAddresses, startService } from './stack.ts'

type Ending = (() => Promise<unknown>)[]

/**
 * Starts devnets, services and playgrounds on free ports, once for all browser tests. Returns the
 * stop function.
 */
// biome-ignore lint/style/noDefaultExport: the test runner calls the default export.
export default async function setUp(): Promise<() => Promise<void>> {
  const ending: Ending = []
  const tearDown = async () => {
    for (const end of ending.reverse()) await end()
  }
  const starting = Array.from({ length: STACKS }, () => startStack(ending))
  try {
    const [, ...stacks] = await Promise.all([buildPlayground(), ...starting])
    const addresses: StackAddresses[] = []
    // The playgrounds read their addresses from the environment, so they start one after another.
    for (const stack of stacks) {
      const playground = await servePlayground({ ...stack, port: await freePort() })
      ending.push(() => playground.stop())
      addresses.push({ ...stack, playgroundUrl: playground.url })
    }
    process.env.SLUICE_TEST_STACKS = JSON.stringify(addresses)
  } catch (error) {
    await Promise.allSettled(starting)
    await tearDown()
    throw error
  }
  return tearDown
}

async function startStack(ending: Ending): Promise<Omit<StackAddresses, 'playgroundUrl'>> {
  const devnetDir = await mkdtemp(join(tmpdir(), 'sluice-devnet-'))
  ending.push(() => rm(devnetDir, { recursive: true, force: true }))
  const devnet = await startDevnet({ dir: devnetDir, market: false, blockSeconds: 1, logos: true })
  ending.push(() => devnet.stop())

  const service = await startService(devnetDir, await freePort())
  ending.push(() => service.stop())
  return { devnetDir, serviceUrl: service.url }
}
