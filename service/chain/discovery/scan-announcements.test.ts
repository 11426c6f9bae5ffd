import { HttpRequestError, RpcRequestError } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import type { FollowedModule } from '../../modules/core/module.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createLogRange } from '../blocks/log-range.ts'
import type { LogQuery } from '../blocks/node.ts'
import { type ScannedPart, scanAnnouncements } from './scan-announcements.ts'

type Answer = (from: number, blocks: number) => 'refused' | 'too often' | 'limit exceeded' | undefined

/** Scans through a node with this behavior. Every seventh block has an announcement. */
async function scan(answer: Answer, { next = [0], toBlock = 999 } = {}) {
  const modules = next.map((_, n) => createModule(n))
  const parts: ScannedPart[] = []
  let requests = 0
  const node = {
    async logsAtOnce({ addresses = [], fromBlock, toBlock: last }: LogQuery) {
      requests += 1
      const [from, to] = [Number(fromBlock), Number(last)]
      const outcome = answer(from, to - from + 1)
      if (outcome === 'refused') return undefined
      if (outcome === 'too often') throw new HttpRequestError({ url: 'http://node', status: 429 })
      if (outcome)
        throw new RpcRequestError({ url: 'http://node', body: {}, error: { code: -32005, message: outcome } })
      const blocks = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      const announced = blocks.filter((block) => block % 7 === 0)
      return announced.flatMap((block) =>
        addresses.map((address) => ({
          address,
          topics: ['0x01' as const],
          data: `0x${block.toString(16)}` as const,
        })),
      )
    },
  }
  await scanAnnouncements(
    {
      next: new Map(modules.map((module, n) => [module, next[n] ?? 0])),
      toBlock,
      onPart: async (part) => void parts.push(part),
    },
    { node, range: createLogRange(50_000) },
  )
  const found = modules.map((module) =>
    parts.flatMap(({ announcements }) =>
      announcements.flatMap((one) => (one.module === module ? Number(one.identity?.fee) : [])),
    ),
  )
  return { found, parts, requests }
}

function createModule(n: number): FollowedModule {
  return {
    id: `module-${n}`,
    factory: makeAddress(0xfac0 + n),
    createdTopic: '0x01',
    topics: [],
    // Encodes the block, so that a test can read it.
    identify: ({ data }) => ({
      address: makeAddress(1),
      tokens: [makeAddress(1), makeAddress(2)],
      fee: Number(data),
      tickSpacing: 0,
    }),
    initialPool: () => undefined,
    confirm: async () => [],
    load: async () => [],
  }
}

const sevenths = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((block) => block % 7 === 0)

describe('announcement scan', () => {
  it.each([1, 10, 137, 10_000])(
    'reads every block once, in order, if a node allows %d at a time',
    async (limit) => {
      const { found, parts } = await scan((_, blocks) => (blocks > limit ? 'refused' : undefined))
      expect(found[0]).toEqual(sevenths(0, 999))
      expect(parts.map(({ fromBlock }) => fromBlock).slice(1)).toEqual(
        parts.map(({ toBlock }) => toBlock + 1).slice(0, -1),
      )
    },
  )

  it('waits after a rate limit without reducing the range', async () => {
    let refusals = 0
    const { found, requests } = await scan(() => {
      refusals += 1
      return refusals <= 1 ? 'too often' : undefined
    })
    expect(found[0]).toEqual(sevenths(0, 999))
    expect(requests).toBe(2)
  })

  describe('with delays', () => {
    const scanInTime = async (answer: Answer) => {
      vi.useFakeTimers()
      const reading = scan(answer).finally(() => vi.useRealTimers())
      void reading.catch(() => undefined)
      await vi.advanceTimersByTimeAsync(600_000)
      return reading
    }

    it('fails after some minutes of rate limits, as with a spent quota', async () => {
      await expect(scanInTime(() => 'too often')).rejects.toThrow('429')
    })

    it('requests fewer blocks after an unexplained limit that waiting does not lift', async () => {
      const { found } = await scanInTime((_, blocks) => (blocks > 10 ? 'limit exceeded' : undefined))
      expect(found[0]).toEqual(sevenths(0, 999))
    })

    it('requests as many blocks again after one unexplained limit', async () => {
      let refusals = 0
      const { found, requests } = await scanInTime(() => {
        refusals += 1
        return refusals <= 1 ? 'limit exceeded' : undefined
      })
      expect(found[0]).toEqual(sevenths(0, 999))
      expect(requests).toBe(2)
    })

    it('fails if not even one block is allowed', async () => {
      await expect(scanInTime(() => 'limit exceeded')).rejects.toThrow('limit exceeded')
    })
  })

  it('brings a lagging source up to the others, then reads them together', async () => {
    const { found, parts, requests } = await scan(() => undefined, { next: [400, 0, 400, 2_000] })
    expect(found).toEqual([sevenths(400, 999), sevenths(0, 999), sevenths(400, 999), []])
    expect(parts.map(({ modules }) => modules.length)).toEqual([1, 3])
    expect(requests).toBe(2)
  })
})
