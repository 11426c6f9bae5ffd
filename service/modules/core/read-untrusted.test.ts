import { describe, expect, it } from 'vitest'
import { sampleAddress } from '../testing/sample-pools.ts'
import type { BlockReader } from './module.ts'
import { readPlugins, readUntrusted } from './read-untrusted.ts'

const calls = [1, 2, 3].map((n) => ({ to: sampleAddress(n), data: '0x' }) as const)

/** A node where a batch fails as a whole if it calls such a contract. */
function createReader({ failing = [], burning = [] }: { failing?: string[]; burning?: string[] }) {
  let requestCount = 0
  const read: BlockReader = async (some) => {
    requestCount += 1
    if (some.some(({ to }) => failing.includes(to))) throw new Error('out of gas')
    let isBurnt = false
    return some.map(({ to }) => {
      isBurnt ||= burning.includes(to)
      return isBurnt ? undefined : '0x01'
    })
  }
  return { read, requestCount: () => requestCount }
}

describe('calls of untrusted contracts', () => {
  it('take one request while all succeed', async () => {
    const { read, requestCount } = createReader({})
    expect(await readUntrusted(read, calls)).toEqual(['0x01', '0x01', '0x01'])
    expect(requestCount()).toBe(1)
  })

  it('keep their results beside a call that burns all gas or fails the request', async () => {
    for (const node of [{ burning: [sampleAddress(1)] }, { failing: [sampleAddress(1)] }]) {
      expect(await readUntrusted(createReader(node).read, calls)).toEqual([undefined, '0x01', '0x01'])
    }
  })

  it('are repeated in few requests if one of many fails them', async () => {
    const many = Array.from({ length: 4_096 }, (_, n) => ({ to: sampleAddress(n + 9), data: '0x' }) as const)
    const { read, requestCount } = createReader({ failing: [sampleAddress(1_009)] })
    const results = await readUntrusted(read, many)
    expect(results.filter((result) => result === undefined)).toHaveLength(1)
    expect(requestCount()).toBeLessThan(50)
  })

  it('are repeated with little gas each if many burn all gas', async () => {
    const many = Array.from({ length: 400 }, (_, n) => ({ to: sampleAddress(n), data: '0x' }) as const)
    const burning = many.slice(100, 164).map(({ to }) => to)
    const { read } = createReader({ burning })
    const limits: (bigint | undefined)[] = []
    const noted: BlockReader = (some, options) => {
      limits.push(options?.gas)
      return read(some, options)
    }
    const results = await readUntrusted(noted, many)
    expect(many.filter((_, i) => results[i] === undefined).map(({ to }) => to)).toEqual(burning)
    expect(limits.filter((gas) => gas === undefined)).toHaveLength(2)
    const spent = limits.reduce<bigint>((sum, gas) => sum + (gas ?? 0n), 0n)
    expect(spent).toBeLessThan(2_000_000n * BigInt(2 * burning.length))
  })

  it('keep plugin results beside one that burns all gas, in few requests with little gas', async () => {
    const many = Array.from({ length: 64 }, (_, n) => ({ to: sampleAddress(n), data: '0x' }) as const)
    for (const node of [{ burning: [sampleAddress(5)] }, { failing: [sampleAddress(5)] }]) {
      const { read, requestCount } = createReader(node)
      const gas: unknown[] = []
      const noted: BlockReader = (some, options) => {
        gas.push(options?.gas)
        expect(some.length).toBeLessThanOrEqual(32)
        return read(some)
      }
      const results = await readPlugins(noted, many)
      expect([...results.keys()].filter((i) => results[i] === undefined)).toEqual([5])
      expect(requestCount()).toBeLessThan(many.length / 2)
      expect(gas.every((each) => typeof each === 'bigint')).toBe(true)
    }
  })

  it('repeat many silent plugins only once', async () => {
    const many = Array.from({ length: 32 }, (_, n) => ({ to: sampleAddress(n), data: '0x' }) as const)
    const { read, requestCount } = createReader({ burning: many.map(({ to }) => to) })
    expect(new Set(await readPlugins(read, many))).toEqual(new Set([undefined]))
    expect(requestCount()).toBe(2)
  })

  it('throw if the node fails', async () => {
    const read: BlockReader = async () => {
      throw new Error('no response')
    }
    await expect(readUntrusted(read, calls)).rejects.toThrow('no response')
    await expect(readPlugins(read, calls)).rejects.toThrow('no response')
  })
})
