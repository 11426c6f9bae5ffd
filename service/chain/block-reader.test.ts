import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  HttpRequestError,
  multicall3Abi,
  type PublicClient,
  RpcRequestError,
} from 'viem'
import { expect, it } from 'vitest'
import { makeAddress } from '../testing/literal-chain.ts'
import { createBlockReader } from './block-reader.ts'

const options = { multicall3: makeAddress(0x11), blockHash: '0xb10c' } as const
const calls = Array.from({ length: 250 }, (_, n) => ({ to: makeAddress(n + 1), data: '0x' }) as const)

/** A node that answers each call with the address called, and throws what `refuse` returns for so many calls. */
function createNode(refuse: (count: number) => Error | undefined) {
  const asked: number[] = []
  const client = {
    async call({ data }: { data: Hex }) {
      const [some] = decodeFunctionData({ abi: multicall3Abi, data }).args as unknown as [{ target: Hex }[]]
      asked.push(some.length)
      const error = refuse(some.length)
      if (error) throw error
      const result = some.map(({ target }) => ({ success: true, returnData: target.toLowerCase() as Hex }))
      return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
    },
  } as unknown as PublicClient
  return { asked, read: createBlockReader(client, options) }
}

const refusal = (message: string) =>
  new RpcRequestError({ body: {}, url: 'http://a.example', error: { code: -32_000, message } })

it('asks for halves where a node refuses as many calls at once', async () => {
  const { read, asked } = createNode((count) => (count > 100 ? refusal('zk gas limit reached') : undefined))
  expect(await read(calls)).toEqual(calls.map(({ to }) => to.toLowerCase()))
  // Each refusal is followed by one harmless call, which says that the node serves the block.
  expect(asked.filter((count) => count > 100)).toHaveLength(3)
  expect(asked.filter((count) => count === 1)).toHaveLength(3)
})

it.each([
  ['does not answer', new HttpRequestError({ url: 'http://a.example', status: 502 }), 1],
  ['is asked too often', refusal('rate limit exceeded'), 1],
  ['does not serve the block', refusal('header not found'), 2],
])('asks for no halves of a node that %s', async (_, error, times) => {
  const { read, asked } = createNode(() => error)
  await expect(read(calls)).rejects.toBe(error)
  expect(asked).toHaveLength(times)
})

it('asks for no halves of what has a limit of its own, or is divided by who reads it', async () => {
  for (const limits of [{ gas: 1_000_000n }, { isWhole: true }]) {
    const { read, asked } = createNode((count) => (count > 1 ? refusal('out of gas') : undefined))
    await expect(read(calls, limits)).rejects.toThrow('out of gas')
    expect(asked).toEqual([250])
  }
})

it('gives up where a few calls fail as many do', async () => {
  const { read, asked } = createNode((count) => (count > 1 ? refusal('out of gas') : undefined))
  await expect(read(calls)).rejects.toThrow('out of gas')
  expect(Math.min(...asked.filter((count) => count > 1))).toBeGreaterThan(4)
})
