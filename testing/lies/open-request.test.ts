import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type SwapSuite, startSwapSuite } from '../../src/execution/testing/swap-suite.ts'
import { createHeldResponses } from './held-responses.ts'
import { type LyingNode, startLyingNode } from './lying-node.ts'

const DAY_S = 86_400
let suite: SwapSuite
let node: LyingNode
const held = createHeldResponses()

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  node = await startLyingNode({ rpcUrl: suite.chain.manifest.rpcUrl, held, sent: () => 0 })
})
afterAll(async () => {
  await node?.stop()
  await suite?.stop()
  vi.unstubAllGlobals()
})
afterEach(async () => {
  await suite.reset()
  node.reset()
})

/** Serves a head whose time is later than the deadline of every swap. */
function lieAboutTime(): void {
  node.lie = (honest, { method }) => {
    const block = method === 'eth_getBlockByNumber' && 'result' in honest && honest.result
    if (!block) return undefined
    return { result: { ...block, timestamp: toHex(Math.floor(Date.now() / 1_000) + DAY_S) } }
  }
}

it('waits for the wallet while only a node claims that the deadline has passed', async () => {
  const { id } = suite.chain.manifest
  const chains = suite.service.config.chains.map((chain) =>
    chain.id === id ? { ...chain, rpcUrls: [node.url] as [string] } : chain,
  )
  let isAsked = false
  let sign = () => {}
  const isSigned = new Promise<void>((resolve) => {
    sign = resolve
  })
  const bench = await suite.open({
    config: { chains } as never,
    onWallet({ provider }) {
      const { request } = provider
      provider.request = async (args) => {
        if (args.method === 'eth_sendTransaction') {
          isAsked = true
          await isSigned
        }
        return request(args)
      }
    },
  })
  bench.execution.start(await bench.intent({ input: 'eth', output: 'USDC', amount: 10n ** 17n }))
  await vi.waitUntil(() => isAsked, 20_000)
  lieAboutTime()
  await suite.chain.testClient.mine({ blocks: 2 })
  const polls = node.requestCount('eth_getBlockByNumber') + 60
  const isOver = () => bench.execution.getState().stage !== 'signing'
  await vi.waitUntil(() => isOver() || node.requestCount('eth_getBlockByNumber') > polls, 20_000)
  expect(bench.execution.getState()).toMatchObject({ stage: 'signing' })
  node.lie = undefined
  sign()
  const { outcome } = await bench.reaches('completed')
  expect(outcome.receipt.status).toBe('success')
})
