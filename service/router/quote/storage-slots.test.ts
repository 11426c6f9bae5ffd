import { createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { sampleAddress } from '../../modules/testing/sample-pools.ts'
import { type ProxyNode, startProxyNode } from '../../testing/proxy-node.ts'
import { createOverrideView, type OverrideView } from './storage-slots.ts'

const TOKEN = sampleAddress(0xfa4e)
const [ALICE, BOB] = [sampleAddress(0xa11ce), sampleAddress(0xb0b)]

let devnet: TestDevnet
let chain: TestChain
let node: ProxyNode
let client: PublicClient
let asked = 0

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  const count = () => {
    asked += 1
    return undefined
  }
  node = await startProxyNode(chain.manifest.rpcUrl, { refuse: count })
  client = createPublicClient({ transport: http(node.url, { retryCount: 0 }) })
})

afterAll(async () => {
  await node?.stop()
  await devnet?.stop()
})

/**
 * Puts a contract that reads this many slots for any account and returns the value of the last one.
 */
async function putToken(slots: number, tokenAt: Address = TOKEN) {
  const reads = Array.from({ length: slots }, (_, i) => `61${(i + 1).toString(16).padStart(4, '0')}54`)
  await chain.testClient.setCode({ address: tokenAt, bytecode: `0x${reads.join('')}60005260206000f3` })
  await chain.testClient.mine({ blocks: 1 })
}

async function lend(overrideView: OverrideView, token: Address, account: Address, value = 1_000n) {
  const { number, hash } = await chain.publicClient.getBlock()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const before = asked
  const overrides = await overrideView(client, {
    chainId: 31337,
    to: token,
    data,
    value,
    block: { blockNumber: number, blockHash: hash },
  })
  return { slots: getSlots(overrides), calls: asked - before }
}

function getSlots(overrides: Awaited<ReturnType<OverrideView>>): Hex[] {
  return Object.values(overrides ?? {}).flatMap(({ stateDiff = {} }) => Object.keys(stateDiff) as Hex[])
}

describe('createOverrideView', () => {
  it.each(['DAI', 'USDT', 'aEthWETH'])('finds the balance slot of %s', async (symbol) => {
    const overrideView = createOverrideView()
    const token = chain.token(symbol).address
    const first = await lend(overrideView, token, ALICE)
    const second = await lend(overrideView, token, BOB)
    expect([first.slots.length, second.slots.length]).toEqual([1, 1])
    expect(second.slots).not.toEqual(first.slots)
    // Slots that failed for one account are not tried for another.
    expect(second.calls).toBe(2)
  })

  it('gives up after sixteen slots and tries again after ten minutes', async () => {
    let now = 0
    const overrideView = createOverrideView(() => now)
    await putToken(300)
    expect(await lend(overrideView, TOKEN, ALICE)).toEqual({ slots: [], calls: 17 })
    for (const account of [ALICE, BOB]) {
      expect(await lend(overrideView, TOKEN, account)).toEqual({ slots: [], calls: 0 })
    }
    now += 9 * 60_000
    expect(await lend(overrideView, TOKEN, BOB, 2_000n)).toEqual({ slots: [], calls: 0 })
    now += 2 * 60_000
    expect((await lend(overrideView, TOKEN, BOB)).calls).toBe(17)
  })

  it('makes no further calls for a view that reads no useful slot', async () => {
    const overrideView = createOverrideView()
    const token = sampleAddress(0xdead1)
    await chain.testClient.setCode({ address: token, bytecode: '0x60005460206000f3' })
    await chain.testClient.mine({ blocks: 1 })
    expect((await lend(overrideView, token, ALICE)).calls).toBe(2)
    expect((await lend(overrideView, token, BOB)).calls).toBe(0)
  })

  it('ignores an amount that no honest token could hold', async () => {
    const overrideView = createOverrideView()
    const token = sampleAddress(0xface)
    // The contract returns the lower twelve bytes of slot 0, like a token with packed balances.
    await chain.testClient.setCode({
      address: token,
      bytecode: '0x6000546bffffffffffffffffffffffff1660005260206000f3',
    })
    await chain.testClient.mine({ blocks: 1 })
    expect((await lend(overrideView, token, ALICE, 2n ** 96n)).slots).toEqual([])
    expect((await lend(overrideView, token, ALICE, 2n ** 96n - 1n)).slots).toHaveLength(1)
  })

  it('tries again after the node has recovered', async () => {
    const overrideView = createOverrideView()
    node.behave({ isDown: true })
    const token = chain.token('DAI').address
    await expect(lend(overrideView, token, ALICE)).rejects.toThrow()
    node.behave({})
    expect((await lend(overrideView, token, ALICE)).slots).toHaveLength(1)
  })
})
