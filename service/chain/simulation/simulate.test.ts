import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ARB_GAS_INFO,
  countData,
  refuseUnpaidData,
  takeArbitrumFees,
} from '../../../devnet/testing/arbitrum.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { type ProxyNode, startProxyNode } from '../../testing/proxy-node.ts'
import type { L1Fee } from '../blocks/block.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { l1FeeReader } from '../blocks/l1-fee.ts'
import { createRpcNodes } from '../rpc/rpc-nodes.ts'
import { probeTransfers } from '../tokens/probe-transfers.ts'
import { simulateCalls } from './simulate.ts'
import type { PinnedBlock, SimulationRequest } from './simulation.ts'

/** A token that returns balances and moves none. */
const ONLY_BALANCES = '0x5f3560e01c6370a08231146011575f5ffd5b670de0b6b3a76400005f5260205ff3'
/** Eight thousand units of gas per byte. */
const PRICES = { perByte: 80_000_000_000n, perGas: 10_000_000n }

let devnet: TestDevnet
let test: TestChain
let config: ChainServiceConfig
let plain: ProxyNode
let block: PinnedBlock
const ending = new AbortController()

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  config = devnet.serviceConfig.chains[0]!
  await test.deal('DAI', test.account(1), 1_000n)
  await test.testClient.mine({ blocks: 1 })
  const { number, hash } = await test.publicClient.getBlock()
  block = { blockNumber: number, blockHash: hash }
  const refuse = ({ method }: { method: string }) =>
    method === 'eth_simulateV1'
      ? { code: -32601, message: 'the method eth_simulateV1 does not exist' }
      : undefined
  plain = await startProxyNode(config.rpcUrls[0]!, { refuse })
})

afterAll(async () => {
  ending.abort()
  await plain?.stop()
  await devnet?.stop()
})

describe('a simulated transfer', () => {
  it('comes from the largest holder if the deepest pool has none of the token', async () => {
    const client = getClient(config.rpcUrls)
    const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: block.blockHash })
    const token = test.token('DAI').address
    const [empty, rich]: Hex[] = [`0x${'5'.repeat(40)}`, test.account(1)]
    const probe = (...holders: Hex[]) =>
      probeTransfers(client, { holdings: [{ token, holders }], read, block })
    expect(await probe(empty!)).toEqual(['unknown'])
    expect(await probe(empty!, rich!)).toEqual(['plain'])
  })

  it('works beside a token that burns all gas', async () => {
    const burning = `0x${'b'.repeat(40)}` as const
    await test.testClient.setCode({ address: burning, bytecode: '0x5b5f56' })
    await test.testClient.mine({ blocks: 1 })
    const { number, hash } = await test.publicClient.getBlock()
    const client = getClient(config.rpcUrls)
    const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: hash })
    const rich = Array.from({ length: 3 }, () => test.account(1))
    const holdings = [burning, test.token('DAI').address].map((token) => ({ token, holders: rich }))
    const at = { blockNumber: number, blockHash: hash }
    expect(await probeTransfers(client, { holdings, read, block: at })).toEqual(['costly', 'plain'])
  })

  it('works on a node that charges the data against the gas limit, like Arbitrum nodes', async () => {
    const burning = `0x${'b'.repeat(40)}` as const
    await test.testClient.setCode({ address: burning, bytecode: '0x5b5f56' })
    const refusing = `0x${'c'.repeat(40)}` as const
    await test.testClient.setCode({ address: refusing, bytecode: ONLY_BALANCES })
    await takeArbitrumFees(test.testClient, PRICES)
    await test.testClient.mine({ blocks: 1 })
    const { number: blockNumber, hash: blockHash } = await test.publicClient.getBlock()
    const node = await startProxyNode(config.rpcUrls[0]!, {
      refuse: (call) => refuseUnpaidData(call, PRICES),
      distort: (call, result) => countData(call, result, PRICES),
    })
    const client = getClient([node.url])
    const { multicall3 } = config
    const rich = Array.from({ length: 3 }, () => test.account(1))
    const tokens = [burning, test.token('DAI').address, refusing]
    const holdings = tokens.map((token) => ({ token, holders: rich }))
    const probe = (l1Fee?: L1Fee) =>
      probeTransfers(client, {
        holdings,
        read: createBlockReader(client, { multicall3, blockHash, l1Fee }),
        block: { blockNumber, blockHash, ...(l1Fee && { l1Fee }) },
      })
    try {
      // Gas on Ethereum is so expensive that the limits leave nothing for data.
      expect(await probe()).not.toContain('plain')
      const readFee = l1FeeReader({ ...config, l1FeeOracle: ARB_GAS_INFO, l1FeeModel: 'arbitrum' }, client)!
      const l1Fee = await readFee(blockHash)
      expect(l1Fee).toMatchObject({ gasPerByte: PRICES.perByte / PRICES.perGas })
      expect(await probe(l1Fee)).toEqual(['costly', 'plain', 'unknown'])
    } finally {
      await node.stop()
    }
  })
})

describe('a simulation', () => {
  it('has the same results on a node that cannot simulate blocks', async () => {
    const [dai, weth] = [test.token('DAI').address, config.weth]
    const [trader, other] = [test.account(1), test.account(2)]
    const transfer = (amount: bigint): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, amount] })
    const balance = (account: Hex): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
    const { multicall3 } = config
    const coins = encodeFunctionData({
      abi: parseAbi(['function getEthBalance(address) view returns (uint256)']),
      args: [trader],
    })
    const request: SimulationRequest = {
      block,
      calls: [
        { from: multicall3, to: dai, data: balance(other) },
        { from: trader, to: dai, data: transfer(400n) },
        { from: other, to: dai, data: transfer(1n) },
        { from: trader, to: dai, data: transfer(601n) },
        { from: multicall3, to: dai, data: balance(trader) },
        { from: trader, to: weth, data: deposit, value: 7n },
        { from: multicall3, to: weth, data: balance(trader) },
        { from: multicall3, to: multicall3, data: coins },
        { from: trader, to: test.account(3), value: 5n },
      ],
      overrides: { [trader]: { balance: 50n } },
    }
    const there = await simulateCalls(getClient(config.rpcUrls), request)
    const here = await simulateCalls(getClient([plain.url]), request)
    const outcomes = (results: typeof there) =>
      results.map(({ success, returnData }) => [success, success ? returnData : 'failed'])
    expect(there.findIndex(({ success }) => !success)).toBe(3)
    expect(outcomes(here)).toEqual(outcomes(there))
    expect(here[1]!.gasUsed).toBeGreaterThan(21_000n)
    expect(here[3]!.returnData).toBe(there[3]!.returnData)
  })

  it('leaves gas for the calls after one that burns its own, on both kinds of nodes', async () => {
    const burning = `0x${'b'.repeat(40)}` as const
    await test.testClient.setCode({ address: burning, bytecode: '0x5b5f56' })
    await test.testClient.mine({ blocks: 1 })
    const { number, hash } = await test.publicClient.getBlock()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
    const calls = [burning, test.token('DAI').address].map(
      (to) => ({ from: test.account(1), to, data, gas: 1_000_000n }) as const,
    )
    for (const urls of [config.rpcUrls, [plain.url]]) {
      const results = await simulateCalls(getClient(urls), {
        block: { blockNumber: number, blockHash: hash },
        calls,
      })
      expect(results.map(({ success }) => success)).toEqual([false, true])
      expect(results[0]!.gasUsed).toBeLessThan(1_100_000n)
    }
  })

  it.each([
    ['Mantle', -32_000, 'error calculating DA footprint: missing deposit transaction'],
    ['Taiko', -32_000, 'anchor transaction not found'],
    ['Nitro', -32_603, 'method handler crashed'],
    ['bor', -32_000, 'unexpected withdrawals'],
  ])("uses a call if the node's block rules reject simulated blocks (%s)", async (_, code, message) => {
    let asked = 0
    const refuse = ({ method }: { method: string }) => {
      if (method !== 'eth_simulateV1') return undefined
      asked += 1
      return { code, message }
    }
    const node = await startProxyNode(config.rpcUrls[0]!, { refuse })
    const client = getClient([node.url])
    const request = { block, calls: [{ from: test.account(1), to: test.account(2), value: 1n }] }
    try {
      expect(await simulateCalls(client, request)).toMatchObject([{ success: true }])
      const first = asked
      expect(first).toBeGreaterThan(0)
      // The method is not tried again for each quote.
      expect(await simulateCalls(client, request)).toMatchObject([{ success: true }])
      expect(asked).toBe(first)
    } finally {
      await node.stop()
    }
  })

  it.each([
    [-38_014, 'insufficient funds for gas * price + value'],
    [-32_000, 'execution aborted (timeout = 5s)'],
    [-32_000, 'RPC gas cap exhausted'],
    [429, 'too many requests'],
  ])('fails like the node for errors about the calls or its load (%i %s)', async (code, message) => {
    const refuse = ({ method }: { method: string }) =>
      method === 'eth_simulateV1' ? { code, message } : undefined
    const node = await startProxyNode(config.rpcUrls[0]!, { refuse })
    const request = { block, calls: [{ from: test.account(1), to: test.account(2), value: 1n }] }
    try {
      await expect(simulateCalls(getClient([node.url]), request)).rejects.toThrow()
    } finally {
      await node.stop()
    }
  })

  it('uses a call on a chain of small blocks, which some nodes divide among the calls', async () => {
    const refuse = ({ method }: { method: string }) =>
      method === 'eth_simulateV1' ? { code: -38_015, message: 'block gas limit exceeded' } : undefined
    const node = await startProxyNode(config.rpcUrls[0]!, { refuse })
    const calls = [{ from: test.account(1), to: test.account(2), value: 1n }]
    const simulate = (gasLimit: bigint) =>
      simulateCalls(getClient([node.url]), { block: { ...block, gasLimit }, calls })
    try {
      expect(await simulate(2_000_000n)).toMatchObject([{ success: true }])
      await expect(simulate(30_000_000n)).rejects.toThrow()
    } finally {
      await node.stop()
    }
  })

  it('fails if every node is unreachable', async () => {
    const request = { block, calls: [{ from: config.weth, to: config.weth }] }
    await expect(simulateCalls(getClient(['http://127.0.0.1:9']), request)).rejects.toThrow()
  })
})

function getClient(rpcUrls: string[]) {
  return createRpcNodes({ ...config, rpcUrls }, { signal: ending.signal }).client
}
