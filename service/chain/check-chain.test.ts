import { encodeFunctionResult, multicall3Abi, type PublicClient, pad } from 'viem'
import { expect, it } from 'vitest'
import { chainConfig } from '../testing/literal-chain.ts'
import { ChainMismatchError, checkChain } from './check-chain.ts'

const config = { ...chainConfig('ethereum', 1), sources: [] }
const hash = `0x${'1'.repeat(64)}` as const
const head = { number: 9n, hash, parentHash: hash, timestamp: 1n, gasPrice: 1n }

it.each([
  ['is believed of one node where the other has not got the contracts yet', [false, true], [0]],
  ['is believed of the first', [true, false], []],
])('that a chain is as its config says %s', async (_, nodes, distrusted) => {
  const { put, check } = createNodes(nodes)
  await check()
  expect(put).toEqual(distrusted)
})

it('a chain that no node finds as its config says is not followed', async () => {
  const { put, check } = createNodes([false, false])
  await expect(check()).rejects.toThrow(ChainMismatchError)
  await expect(check()).rejects.toThrow('weth: there is no contract')
  expect(put).toEqual([])
})

/** Nodes that have the contracts of the config, or have none. */
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
