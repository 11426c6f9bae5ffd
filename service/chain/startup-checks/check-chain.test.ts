import { encodeFunctionResult, multicall3Abi, type PublicClient, pad } from 'viem'
import { expect, it } from 'vitest'
import { chainConfig } from '../../testing/literal-chain.ts'
import { ChainMismatchError, checkChain } from './check-chain.ts'

const config = { ...chainConfig('ethereum', 1), sources: [] }
const hash = `0x${'1'.repeat(64)}` as const
const head = { number: 9n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n }

it.each([
  ['that one node confirms while the other lacks the contracts', [false, true], [0]],
  ['that the first node confirms', [true, false], []],
])('accepts a chain %s', async (_, nodes, distrusted) => {
  const { put, check } = createNodes(nodes)
  await check()
  expect(put).toEqual(distrusted)
})

it('rejects a chain that no node finds as configured', async () => {
  const { put, check } = createNodes([false, false])
  await expect(check()).rejects.toThrow(ChainMismatchError)
  await expect(check()).rejects.toThrow('weth: there is no contract')
  expect(put).toEqual([])
})

/** Nodes with or without the contracts of the config. */
function createNodes(nodes: boolean[]) {
  const put: number[] = []
  const result = [config.executor, config.settlement].map((address) => ({
    success: true,
    returnData: pad(address),
  }))
  const data = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  const each = () =>
    nodes.map((has, i) => ({
      client: {
        getCode: async () => (has ? '0x00' : undefined),
        call: async () => ({ data }),
      } as Partial<PublicClient> as PublicClient,
      distrust: () => void put.push(i),
    }))
  const chainIds = async () => nodes.map(() => 1)
  return { put, check: () => checkChain(config, { nodes: { chainIds, each }, readHead: async () => head }) }
}
