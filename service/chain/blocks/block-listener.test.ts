import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import { until } from '../../../wire/testing/until.ts'
import { startMovingAddress } from '../../testing/moving-address.ts'
import { listenForBlocks } from './block-listener.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet?.stop())

async function listen() {
  const { hostname, port } = new URL(devnet.rpcUrl('ethereum'))
  const address = await startMovingAddress({ host: hostname, port: Number(port) })
  const ending = new AbortController()
  const connections: boolean[] = []
  const blocks: (bigint | undefined)[] = []
  const polled = { newest: 0n }
  const listening = listenForBlocks({
    url: `ws://127.0.0.1:${address.port}`,
    signal: ending.signal,
    onBlock: (number) => blocks.push(number),
    onConnection: (connected) => connections.push(connected),
    newestBlock: () => polled.newest,
    silenceMs: 200,
  })
  onTestFinished(async () => {
    ending.abort()
    await Promise.all([listening, address.stop()])
  })
  await until(() => connections.length === 1)
  return { address, connections, blocks, polled }
}

it('reconnects an open connection that stopped to announce blocks', async () => {
  const { address, connections, blocks, polled } = await listen()
  address.freeze()
  polled.newest += 1n
  await until(() => connections.length === 3)
  expect(connections).toEqual([true, false, true])
  await devnet.chain().testClient.mine({ blocks: 1 })
  const head = await devnet.chain().publicClient.getBlockNumber()
  await until(() => blocks.includes(head))
})

it('keeps the connection to a chain without new blocks', async () => {
  const { address, connections } = await listen()
  await sleep(1_000)
  expect(connections).toEqual([true])
  expect(address.connections()).toBe(1)
})
