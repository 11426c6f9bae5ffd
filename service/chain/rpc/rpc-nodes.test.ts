import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { makeAddress } from '../../testing/literal-chain.ts'
import { encodeAggregate } from './aggregate-codec.ts'
import { createRpcNodes, type RpcOptions } from './rpc-nodes.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

interface Call {
  id: number
  method: string
  params: unknown[]
}
type Answer = (call: Call, outgoing: ServerResponse) => unknown

it('ignores a malformed head number and completes the check of the nodes', async () => {
  const { nodes } = await startNodes([
    () => ({ number: '0x10' }),
    () => ({ number: '0x1e' }),
    () => ({ number: 'latest' }),
    () => ({ number: `0x${'f'.repeat(99)}` }),
  ])
  await nodes.check({ blockNumber: 16n, isDoubtful: true })
  expect(await nodes.client.getBlock().then(({ number }) => number)).toBe(30n)
})

it('treats a check as unanswered if its node has no budget left', async () => {
  const wait = async () => Promise.reject(new Error('aborted'))
  const { nodes } = await startNodes([() => '0x1'], { wait, callsPerSecond: 1, answersId: false })
  expect(await nodes.chainIds()).toEqual([1])
  expect(await nodes.hashesAt(7n)).toEqual([undefined])
})

it('uses the next node if a response starts and never ends', async () => {
  const begin: Answer = (_, outgoing) => void outgoing.write('{"jsonrpc":"2.0",')
  const { nodes, asked } = await startNodes([begin, () => '0x1'], { answerMs: 400, answersId: false })
  expect(await nodes.client.getChainId()).toBe(1)
  expect(await nodes.client.getChainId()).toBe(1)
  expect(asked).toEqual([1, 2])
})

it('returns what each node has at a height', async () => {
  const refuse = () => new Error('header not found')
  const { nodes } = await startNodes([() => ({ hash: '0x01' }), () => null, refuse, () => ({ hash: 7 })])
  expect(await nodes.hashesAt(7n)).toEqual(['0x01', null, undefined, undefined])
})

it('uses the next node after a revert that is impossible, and returns any other revert', async () => {
  const revert = () => new Error('execution reverted')
  const { nodes, asked } = await startNodes([revert, () => '0x2a'])
  const to = makeAddress(1)
  await expect(nodes.client.call({ to, data: '0x12345678' })).rejects.toThrow('reverted')
  expect(asked).toEqual([1, 0])
  expect(await nodes.client.call({ to, data: encodeAggregate([]) })).toEqual({ data: '0x2a' })
  expect(await nodes.client.call({ to, data: '0x12345678' })).toEqual({ data: '0x2a' })
  expect(asked).toEqual([2, 2])
})

it('excludes the node that returned a block as its witness, unless it is the only one', async () => {
  const block = () => ({ number: '0x1', hash: '0xfade' })
  const { nodes, asked } = await startNodes([block, () => new Error('header not found')])
  await nodes.client.getBlock()
  await expect(nodes.witnessOf('0xfade').getBlock()).rejects.toThrow('header not found')
  expect(asked).toEqual([1, 1])
  const alone = await startNodes([block])
  await alone.nodes.client.getBlock()
  expect(await alone.nodes.witnessOf('0xfade').getBlock()).toMatchObject({ hash: '0xfade' })
})

it('uses a node that is down as witness only without another node', async () => {
  const { nodes, asked } = await startNodes(
    [() => '0x1', () => '0x1', (_, outgoing) => void outgoing.destroy()],
    { answersId: false },
  )
  await nodes.witness.getChainId()
  expect(asked).toEqual([0, 1, 1])
  await nodes.witness.getChainId()
  await nodes.witnessOf('0xfade').getChainId()
  expect(asked).toEqual([0, 3, 1])
})

it('ignores responses of a node of another chain, from the start or after an outage', async () => {
  let [isUp, chainId] = [true, '0x1']
  const second: Answer = ({ method }, outgoing) =>
    isUp ? (method === 'eth_chainId' ? chainId : { number: '0x7' }) : void outgoing.destroy()
  const first: Answer = ({ method }) => (method === 'eth_chainId' ? '0x2105' : { number: '0x9' })
  const { nodes } = await startNodes([first, second], { answersId: false })
  const getHead = () => nodes.client.getBlock().then(({ number }) => number)
  expect(await getHead()).toBe(7n)
  expect(await nodes.chainIds()).toEqual([8453, 1])
  expect(await nodes.hashesAt(7n)).toEqual([undefined, undefined])
  isUp = false
  await expect(getHead()).rejects.toThrow('is on chain 8453, not 1')
  ;[isUp, chainId] = [true, '0x2105']
  await expect(getHead()).rejects.toThrow('is on chain 8453, not 1')
  chainId = '0x1'
  expect(await getHead()).toBe(7n)
})

it('checks the chain ids again once the chain is distrusted', async () => {
  let chainId = '0x1'
  const answer: Answer = ({ method }) => (method === 'eth_chainId' ? chainId : { number: '0x7' })
  const { nodes } = await startNodes([answer], { answersId: false })
  await nodes.client.getBlock()
  chainId = '0x2'
  await nodes.client.getBlock()
  nodes.distrustChain()
  await expect(nodes.client.getBlock()).rejects.toThrow('is on chain 2, not 1')
})

/**
 * Nodes that return these results. With `answersId` (default) they also return the right chain id,
 * uncounted. `callsPerSecond` limits each node.
 */
async function startNodes(
  answers: Answer[],
  {
    answersId = true,
    callsPerSecond,
    ...options
  }: Partial<RpcOptions> & { answersId?: boolean; callsPerSecond?: number } = {},
) {
  const asked = answers.map(() => 0)
  const urls = await Promise.all(
    answers.map(async (answer, i) => {
      const server = createServer(async (incoming, outgoing) => {
        const call: Call = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
        const isOfId = call.method === 'eth_chainId' && answersId
        if (!isOfId) asked[i] = (asked[i] ?? 0) + 1
        outgoing.setHeader('content-type', 'application/json')
        const result = isOfId ? '0x1' : answer(call, outgoing)
        if (!outgoing.headersSent)
          outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...wrap(result) }))
      })
      servers.push(server)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }),
  )
  const nodeBudgets = callsPerSecond
    ? Object.fromEntries(urls.map((url) => [new URL(url).host, { callsPerSecond }]))
    : {}
  const nodes = createRpcNodes(
    { id: 1, rpcUrls: urls, nodeBudgets, blockSeconds: 2 },
    { signal: new AbortController().signal, ...options },
  )
  return { nodes, asked }
}

function wrap(result: unknown): object {
  return result instanceof Error ? { error: { code: 3, message: result.message } } : { result }
}
