import { beforeAll, describe, expect, it } from 'vitest'
import type { BlockHeader, YieldReader } from '../chain-reader.ts'
import type { Reserve, YieldAdapter } from '../core/adapter.ts'
import { ChainFailure } from '../core/chain-failure.ts'
import { apyPercent, type Earnings, RAY } from '../core/earnings.ts'

export interface AdapterOnChain {
  adapter: YieldAdapter
  reader: YieldReader
  /** An earlier block at which the protocol existed. */
  earlier: BlockHeader
  latest: BlockHeader
  /** A block before its deployment. */
  before: BlockHeader
}

/** The conformance suite of adapters. Runs against a real protocol. */
export function describeAdapterConformance(name: string, setUp: () => Promise<AdapterOnChain>): void {
  describe(`conformance of ${name}`, () => {
    let on: AdapterOnChain
    let reserves: readonly Reserve[]
    const past = async (): Promise<Earnings> => ({ rate: RAY / 25n, periodSeconds: 604_800n })
    const earningsAfter = async (reserve: Reserve, deposit: bigint) => {
      const read = on.reader.at(on.latest)
      return (await reserve.state(read)).earningsAfter(deposit, { read, past })
    }

    beforeAll(async () => {
      on = await setUp()
      reserves = await on.adapter.reserves(on.reader.at(on.latest))
    })

    it('has reserves with different LP tokens', () => {
      expect(reserves.length).toBeGreaterThan(0)
      expect(new Set(reserves.map(({ lpToken }) => lpToken.toLowerCase())).size).toBe(reserves.length)
      for (const { lpToken, inputToken, pool, protocol, decimals } of reserves) {
        expect(lpToken.toLowerCase()).not.toBe(inputToken.toLowerCase())
        expect([pool, protocol]).toEqual([on.adapter.pool, on.adapter.protocol])
        expect(decimals).toBeGreaterThanOrEqual(6)
      }
    })

    it('has growing indexes', async () => {
      for (const reserve of reserves) {
        const [from, to] = await Promise.all([
          reserve.index(on.reader.at(on.earlier)),
          reserve.index(on.reader.at(on.latest)),
        ])
        expect(to).toBeGreaterThan(from ?? to ?? 0n)
      }
    })

    it('has no index before its deployment', async () => {
      for (const reserve of reserves) {
        await expect(reserve.index(on.reader.at(on.before))).resolves.toBeUndefined()
      }
    })

    it('has positive earnings that fall as deposits grow', async () => {
      for (const reserve of reserves) {
        const { assets } = await reserve.state(on.reader.at(on.latest))
        const apys = await Promise.all(
          [0n, assets / 10n, assets, assets * 100n].map(async (deposit) => {
            const earnings = await earningsAfter(reserve, deposit)
            return earnings ? apyPercent(earnings) : Number.NaN
          }),
        )
        expect(apys[0]).toBeGreaterThan(0)
        expect(apys).toEqual([...apys].sort((a, b) => b - a))
        expect(new Set(apys).size).toBe(apys.length)
      }
    })

    it('throws if a call has no result', async () => {
      const silent = async (calls: readonly unknown[]) => calls.map(() => undefined)
      await expect(on.adapter.reserves(silent)).rejects.toBeInstanceOf(ChainFailure)
      for (const reserve of reserves) {
        await expect(reserve.state(silent)).rejects.toMatchObject({ kind: 'incomplete' })
      }
    })
  })
}
