import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { observePolls } from '../testing/observe-polls.ts'
import type { TransactionRequest } from '../wallet/types.ts'
import type { SwapBench } from './testing/swap-bench.ts'
import { type SwapSuite, startSwapSuite } from './testing/swap-suite.ts'

/** The hash that a multisig wallet returns: its signers sign it, and no node knows it. */
const PROPOSAL: Hex = `0x${'5a'.repeat(32)}`

let suite: SwapSuite
let chain: TestChain
let bench: SwapBench
let polls: ReturnType<typeof observePolls>
let asked: TransactionRequest[]

beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  suite = await startSwapSuite()
  chain = suite.chain
})
afterAll(async () => {
  await suite?.stop()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  polls = observePolls()
  bench = await suite.open()
  asked = []
  await chain.testClient.setCode({ address: bench.account, bytecode: '0x00' })
})
afterEach(async () => {
  polls.stop()
  await chain.testClient.setCode({ address: bench.account, bytecode: '0x' })
  await suite.reset()
})

/** The wallet accepts every request, and `sign` plays its signers. */
async function start(input: string, sign: (request: TransactionRequest) => Promise<unknown>): Promise<void> {
  bench.port.sendTransaction = async (request) => {
    asked.push(request)
    await sign(request)
    return PROPOSAL
  }
  bench.execution.start(await bench.intent({ input, output: 'USDC', amount: 10n ** 17n }))
}

type Call = Pick<TransactionRequest, 'from' | 'to' | 'data' | 'value'>

const execute = ({ from, to, data, value }: Call) =>
  chain.publicClient.request({
    method: 'eth_sendTransaction',
    params: [{ from, to, data, value: `0x${value.toString(16)}` }],
  } as never)
const leave = async () => {}

it('finds an approval and a swap that the signers executed before the wallet responded', async () => {
  await start('WETH', async (request) => {
    await execute(request)
    await chain.testClient.mine({ blocks: 3 })
  })
  const { outcome, done } = await bench.reaches('completed')
  expect(outcome.receipt.hash).not.toBe(PROPOSAL)
  expect(done).toMatchObject([{ type: 'approval', replacedHash: PROPOSAL }])
  expect(asked).toHaveLength(2)
})

it('keeps the block before the request, and lets the user stop waiting without reporting a failure', async () => {
  const before = await chain.publicClient.getBlockNumber()
  await start('eth', leave)
  await bench.reaches('watching')
  await polls.polled(PROPOSAL)
  expect(bench.execution.getState()).toMatchObject({
    awaitingSigners: true,
    hash: PROPOSAL,
    trace: { fromBlock: before, nonce: undefined },
  })
  bench.execution.giveUp()
  expect(bench.execution.getState()).toMatchObject({
    stage: 'failed',
    error: { code: 'TRANSACTION_DROPPED', txHash: PROPOSAL },
  })
})

it('ends once the chain is past the deadline of an unsigned request', async () => {
  await start('eth', leave)
  const { verified } = await bench.reaches('watching')
  await polls.polled(PROPOSAL)
  const { timestamp } = await chain.publicClient.getBlock()
  await chain.passTime((verified.chainDeadline ?? 0) - Number(timestamp) + 120)
  // A block with logs proves that the node serves them.
  const weth = chain.token('WETH').address
  await execute({ from: chain.account(7), to: weth, data: '0xd0e30db0', value: 1n })
  expect(await bench.reaches('failed')).toMatchObject({ error: { code: 'TRANSACTION_DROPPED' } })
})
