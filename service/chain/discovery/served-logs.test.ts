import { BlockNotFoundError, concat, type Hex, padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import { until } from '../../../wire/testing/until.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { type ProxyNode, type RpcCall, startProxyNode } from '../../testing/proxy-node.ts'
import type { ChainNode, LogQuery } from '../blocks/node.ts'
import type { ChainEvent } from '../chain-events.ts'
import { type ChainFollower, createFollowedChain } from '../followed-chain.ts'
import { createProvenParts, requireServedLogs } from './served-logs.ts'

const EMPTY: Hex = `0x${'0'.repeat(512)}`
const SOME = concat([`0x${'0'.repeat(448)}`, padHex('0x1010', { size: 32 })])

/**
 * A node whose blocks have these filters from block 100 on, and that keeps logs from a block on.
 */
function createNode(blooms: readonly (string | undefined)[], logsFrom = 0) {
  const asked: string[] = []
  const node = {
    async headerAt(number: bigint) {
      asked.push(`header ${number}`)
      return { logsBloom: blooms[Number(number) - 100] }
    },
    async logsAtOnce({ fromBlock, toBlock, ...filter }: LogQuery) {
      asked.push(`logs ${fromBlock}`)
      expect([toBlock, filter]).toEqual([fromBlock, {}])
      return fromBlock >= logsFrom ? [{}] : []
    },
  } as unknown as ChainNode
  return { node, asked, check: (toBlock = 999) => requireServedLogs(node, { fromBlock: 100, toBlock }) }
}

describe('a node that is queried for old logs', () => {
  it('passes with two calls if it returns the logs of the first block', async () => {
    const { check, asked } = createNode([SOME])
    await check()
    expect(asked).toEqual(['header 100', 'logs 100'])
  })

  it('fails if it returns no logs of a block that has some', async () => {
    await expect(createNode([SOME], 101).check()).rejects.toThrow(
      /no log of block 100, .* deleted old logs, .*: use a node that keeps all logs, or import the pools/,
    )
  })

  it.each([
    ['empty', EMPTY],
    ['full', `0x${'f'.repeat(512)}`],
    ['missing', undefined],
    ['malformed', '0x12'],
  ] as const)('is queried for few later blocks if the filter of a block is %s', async (_, bloom) => {
    const blooms: (string | undefined)[] = Array.from({ length: 900 }, () => bloom)
    const found = createNode(blooms.with(15, SOME), 116)
    await expect(found.check()).rejects.toThrow('no log of block 115')
    expect(found.asked).toEqual([
      'header 100',
      'header 101',
      'header 103',
      'header 107',
      'header 115',
      'logs 115',
    ])
    const none = createNode(blooms)
    await none.check(1_000_000_000)
    expect(none.asked).toHaveLength(16)
    const short = createNode(blooms)
    await short.check(102)
    expect(short.asked).toEqual(['header 100', 'header 101'])
  })

  it.each([new BlockNotFoundError({ blockNumber: 100n }), new Error('pruned history unavailable')])(
    'fails if it lacks the block: %s',
    async (error) => {
      const { node, check } = createNode([])
      node.headerAt = () => Promise.reject(error)
      await expect(check()).rejects.toThrow(/has no block 100, .*: use a node that keeps all logs/)
    },
  )

  it('passes with too many logs to return, but not with another failure', async () => {
    const { node, check } = createNode([SOME])
    node.logsAtOnce = () => Promise.reject(new Error('query returned more than 10000 results'))
    await check()
    node.logsAtOnce = () => Promise.reject(new Error('no database'))
    await expect(check()).rejects.toThrow('no database')
  })

  it('delivers nothing before it passes', async () => {
    const taken: number[] = []
    const part = { modules: [], fromBlock: 100, toBlock: 200, announcements: [] }
    const refused = createProvenParts(createNode([SOME], 101).node, async ({ toBlock }) => {
      taken.push(toBlock)
    })
    await refused.add(part)
    await expect(refused.prove()).rejects.toThrow('no log of block 100')
    expect(taken).toEqual([])
    const believed = createProvenParts(createNode([SOME]).node, async ({ toBlock }) => {
      taken.push(toBlock)
    })
    await believed.add(part)
    await believed.prove()
    await believed.prove()
    expect(taken).toEqual([200])
  })
})

describe('a chain of sources without counts whose node deletes old logs', () => {
  let devnet: TestDevnet
  let config: ChainServiceConfig
  let node: ProxyNode
  let height = 0
  const followers: ChainFollower[] = []

  beforeAll(async () => {
    devnet = await startTestDevnet()
    const { wsUrl: _, ...chain } = devnet.serviceConfig.chains[0]!
    config = { ...chain, sources: chain.sources.filter(({ kind }) => kind === 'v3') }
    const { publicClient, testClient } = devnet.chain()
    const pools = await publicClient.getLogs({
      address: config.sources.map(({ factory }) => factory),
      fromBlock: 0n,
    })
    // One pool is announced later, so the market does not look empty.
    height = Number(pools.at(-1)!.blockNumber)
    for (let i = 0; i < 22; i += 1) await testClient.mine({ blocks: 50 })
    node = await startProxyNode(devnet.rpcUrl('ethereum'))
  })

  afterAll(async () => {
    await Promise.all(followers.map((follower) => follower.stop()))
    await Promise.all([devnet?.stop(), node?.stop()])
  })

  const prune = (call: RpcCall, result: unknown) => {
    if (call.method !== 'eth_getLogs') return result
    return (result as { blockNumber: Hex }[]).filter(({ blockNumber }) => Number(blockNumber) >= height)
  }

  function create(rpcUrls: string[]) {
    const events: ChainEvent[] = []
    const options = { pollMs: 50, onEvent: (event: ChainEvent) => void events.push(event) }
    const chain = createFollowedChain({ ...config, rpcUrls }, options)
    followers.push(chain)
    return { chain, events, started: chain.start() }
  }

  it('has no prices but a reason, and all pools once the node has its logs', async () => {
    node.behave({ distort: prune })
    const { chain, events, started } = create([node.url])
    await until(() => events.some(({ type }) => type === 'failed'))
    expect([chain.snapshot(), chain.isStale()]).toEqual([undefined, true])
    for (const event of events)
      if (event.type === 'failed') expect(String(event.error)).toContain('has deleted old logs')
    node.behave({})
    await started
    const all = create(config.rpcUrls)
    await all.started
    expect(chain.snapshot()!.pools().length).toBe(all.chain.snapshot()!.pools().length)
  })

  it('reads the logs of the next node', async () => {
    node.behave({ distort: prune })
    const both = create([node.url, ...config.rpcUrls])
    const all = create(config.rpcUrls)
    await Promise.all([both.started, all.started])
    expect(both.chain.snapshot()!.pools().length).toBeGreaterThan(1)
    expect(both.chain.snapshot()!.pools().length).toBe(all.chain.snapshot()!.pools().length)
  })
})
