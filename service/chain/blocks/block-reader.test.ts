import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  HttpRequestError,
  multicall3Abi,
  type PublicClient,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { expect, it } from 'vitest'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createBlockReader } from './block-reader.ts'

const options = { multicall3: makeAddress(0x11), blockHash: '0xb10c' } as const
const calls = Array.from({ length: 250 }, (_, n) => ({ to: makeAddress(n + 1), data: '0x' }) as const)

/**
 * A node that returns the called address for each call, and throws what `refuse` returns for the
 * number of calls.
 */
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

it('requests halves if a node refuses the batch', async () => {
  const { read, asked } = createNode((count) => (count > 100 ? refusal('zk gas limit reached') : undefined))
  expect(await read(calls)).toEqual(calls.map(({ to }) => to.toLowerCase()))
  // Each refusal is followed by one harmless call, which shows that the node serves the block.
  expect(asked.filter((count) => count > 100)).toHaveLength(3)
  expect(asked.filter((count) => count === 1)).toHaveLength(3)
})

const failed = (status?: number) =>
  new HttpRequestError({ url: 'http://a.example', ...(status && { status }) })

it.each([
  ['HTTP 413', failed(413)],
  ['HTTP 500', failed(500)],
  ['HTTP 502', failed(502)],
  ['HTTP 504', failed(504)],
  ['a closed connection or truncated JSON', failed()],
  ['a timeout', new TimeoutError({ body: {}, url: 'http://a.example' })],
  ['a response that is too large', new ResponseBodyTooLargeError({ maxSize: 1, size: 2 })],
  ['an unexplained limit', refusal('limit exceeded')],
  ['unknown words', refusal('no')],
])('halves a batch that fails with %s while the node answers other calls', async (_, error) => {
  const { read } = createNode((count) => (count > 3 ? error : undefined))
  expect(await read(calls)).toEqual(calls.map(({ to }) => to.toLowerCase()))
})

it.each([
  ['does not respond', failed(502), 2],
  ['is called too often', refusal('rate limit exceeded'), 1],
  ['is called too often by HTTP status', failed(429), 1],
  ['does not serve the block', refusal('header not found'), 2],
])('does not halve a batch of a node that %s', async (_, error, times) => {
  const { read, asked } = createNode(() => error)
  await expect(read(calls)).rejects.toBe(error)
  expect(asked).toHaveLength(times)
})

it('does not halve calls with their own gas limit, or that the reader divides', async () => {
  for (const limits of [{ gas: 1_000_000n }, { isWhole: true }]) {
    const { read, asked } = createNode((count) => (count > 1 ? refusal('out of gas') : undefined))
    await expect(read(calls, limits)).rejects.toThrow('out of gas')
    expect(asked).toEqual([250])
  }
})

it('reads calls one at a time if the node accepts no more', async () => {
  const { read, asked } = createNode((count) => (count > 1 ? refusal('out of gas') : undefined))
  expect(await read(calls.slice(0, 2))).toHaveLength(2)
  expect(asked).toEqual([2, 1, 1, 1])
})
