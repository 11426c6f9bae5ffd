import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../wire/testing/until.ts'
import { slowDownWhenIdle } from './market/slow-when-idle.ts'
import { createRpc } from './node/rpc.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from './testing/devnet.ts'

const views = parseAbi(['function getReserveNormalizedIncome(address asset) view returns (uint256)'])
/** More blocks than the node keeps states of. */
const LONG = 200

/** Seconds by which a clock set to whole seconds may differ. */
const CLOCK_ROUNDING = 2
const startedAt = Date.now() / 1000

let devnet: TestDevnet
let chain: TestChain

beforeAll(async () => {
  devnet = await startTestDevnet({ lasting: true })
  chain = devnet.chain()
})

afterAll(async () => devnet?.stop())

function incomeAt(blockNumber?: bigint): Promise<bigint> {
  return chain.publicClient.readContract({
    address: chain.manifest.contracts.aavePool,
    abi: views,
    functionName: 'getReserveNormalizedIncome',
    args: [chain.token('USDC').address],
    ...(blockNumber !== undefined && { blockNumber }),
  })
}

describe('a devnet left open', () => {
  it('is one chain from its first block, trades, and follows the wall clock', async () => {
    const head = await chain.publicClient.getBlock()
    expect(Number(head.timestamp)).toBeGreaterThanOrEqual(startedAt - CLOCK_ROUNDING)
    expect(Number(head.timestamp)).toBeLessThanOrEqual(Date.now() / 1000 + CLOCK_ROUNDING)
    await devnet.market('ethereum').step()
    let block = await chain.publicClient.getBlock()
    while (block.number > head.number - 3n) {
      const parent = await chain.publicClient.getBlock({ blockNumber: block.number - 1n })
      expect(block.parentHash).toBe(parent.hash)
      block = parent
    }
    const logs = await chain.publicClient.getLogs({ fromBlock: 0n })
    expect(logs.some(({ blockNumber }) => blockNumber < 10n)).toBe(true)
    expect(logs.some(({ blockNumber }) => blockNumber > head.number)).toBe(true)
  })

  it('returns the interest of the month before, however many blocks follow', async () => {
    const month = [2n, 40n, 80n, 120n]
    const before = await Promise.all(month.map(incomeAt))
    await chain.testClient.mine({ blocks: LONG })
    expect(await Promise.all(month.map(incomeAt))).toEqual(before)
    expect(new Set(before).size).toBe(month.length)
    const head = await chain.publicClient.getBlockNumber()
    expect(await incomeAt(head - 100n)).toBeGreaterThan(before.at(-1)!)
  })
})

describe('an unused chain', () => {
  it('rests, and wakes for the first transaction', async () => {
    const rpc = createRpc(devnet.rpcUrl('ethereum'))
    const secondsBetweenBlocks = () => rpc.request<number>('anvil_getIntervalMining')
    await rpc.request('evm_setIntervalMining', 1)
    const market = devnet.market('ethereum')
    const end = slowDownWhenIdle(rpc, {
      market,
      marketMaker: chain.account(9),
      blockSeconds: 1,
      afterMs: 500,
    })
    try {
      await expect.poll(secondsBetweenBlocks).toBeGreaterThan(1)
      // A transaction that is mined before the next check does not wake the chain.
      await until(async () => {
        await chain.send({ to: chain.account(1), value: 1n })
        return (await secondsBetweenBlocks()) === 1
      })
    } finally {
      end()
      await rpc.request('evm_setAutomine', true)
    }
  })
})
