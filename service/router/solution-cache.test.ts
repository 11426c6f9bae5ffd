import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../src/lib/address.ts'
import type { PriceRequest } from '../../src/wire/router.ts'
import { noSolution } from '../service-error.ts'
import { questionKey } from './question-key.ts'
import { createRouterEngine } from './router-engine.ts'
import { createSharedWork } from './shared-work.ts'
import { createSolutionCache } from './solution-cache.ts'
import type { Solution } from './solve.ts'
import { createSampleChain, loner, sampleRequest } from './testing/sample-chain.ts'
import type { SolveMeasure } from './types.ts'

const snapshotOf = () => createSampleChain().snapshot()!

describe('answers of one snapshot', () => {
  it('are worked out once, whoever asks, "no solution" included', async () => {
    const solved: SolveMeasure[] = []
    const router = createRouterEngine({
      chains: [createSampleChain()],
      onSolved: (measure) => solved.push(measure),
    })
    const first = await router.price(sampleRequest())
    const second = await router.price(
      sampleRequest({ userAddress: '0x0000000000000000000000000000000000001007' }),
    )
    expect(second).toEqual({ ...first, inputSender: '0x0000000000000000000000000000000000001007' })
    for (let i = 0; i < 2; i += 1) {
      await expect(router.price(sampleRequest({ outputToken: loner.address }))).rejects.toThrow('solution')
    }
    expect(solved).toMatchObject([
      {
        chain: 'ethereum',
        orderType: 'SELL',
        legs: expect.any(Number),
        optimalityGapBps: expect.any(Number),
      },
      { legs: 0, optimalityGapBps: undefined },
    ])
  })

  it('belong to their snapshot', () => {
    const cache = createSolutionCache()
    let solved = 0
    const solve = () => {
      solved += 1
      return { id: solved } as unknown as Solution
    }
    const [one, other] = [snapshotOf(), snapshotOf()]
    expect(cache.recall({ snapshot: one, key: 'a' }, solve)).toBe(
      cache.recall({ snapshot: one, key: 'a' }, solve),
    )
    expect(cache.recall({ snapshot: one, key: 'a' }, solve)).not.toBe(
      cache.recall({ snapshot: other, key: 'a' }, solve),
    )
    expect(solved).toBe(2)
  })

  it('are forgotten when too many others were asked for since', () => {
    const cache = createSolutionCache(2)
    const snapshot = snapshotOf()
    const asked: string[] = []
    const ask = (key: string) =>
      cache.recall({ snapshot, key }, () => {
        asked.push(key)
        return {} as Solution
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })

  it('do not hide a failure of the solver', () => {
    const cache = createSolutionCache()
    const question = { snapshot: snapshotOf(), key: 'a' }
    const fail = (error: Error) => () =>
      cache.recall(question, () => {
        throw error
      })
    expect(fail(new Error('bug'))).toThrow('bug')
    expect(fail(noSolution())).toThrow('solution')
    expect(fail(new Error('never asked'))).toThrow('solution')
  })
})

describe('the key of a question', () => {
  const key = (changes: Partial<PriceRequest> = {}) => questionKey(sampleRequest(changes))

  it('is the same for requests that only differ in who asks and how the answer is written', () => {
    expect(
      key({
        userAddress: NATIVE_TOKEN,
        outputReceiver: NATIVE_TOKEN,
        uniquePID: 'other',
        computeStable: true,
        computeEstimate: false,
        isPermit2: true,
        deadlineSeconds: 60,
      }),
    ).toBe(key())
    expect(key({ modulesFilter: ['a', 'b'] })).toBe(key({ modulesFilter: ['b', 'a'] }))
  })

  it.each([
    { inputToken: loner.address },
    { outputToken: loner.address },
    { inputAmount: '7' },
    { orderType: 'BUY', outputAmount: '1000000000000000000' },
    { slippage: 7 },
    { partnerFee: 7 },
    { partnerAddress: loner.address },
    { activateSurplusFee: true },
    { isPartialFill: true },
    { fastMode: true },
    { surgeProtection: true },
    { modulesFilter: ['a'] },
    { modulesDisabled: ['a'] },
  ] satisfies Partial<PriceRequest>[])('tells %o apart', (changes) => {
    expect(key(changes)).not.toBe(key())
  })
})

describe('shared work', () => {
  it('runs once for all who ask while it runs, and again for those who ask later', async () => {
    const share = createSharedWork<number>()
    let runs = 0
    const work = async () => ++runs
    expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2])
    expect(await share('a', work)).toBe(3)
  })

  it('fails for all who asked', async () => {
    const share = createSharedWork<number>()
    const asked = [1, 2].map(() => share('a', () => Promise.reject(new Error('no'))))
    for (const answer of asked) await expect(answer).rejects.toThrow('no')
    expect(await share('a', async () => 1)).toBe(1)
  })
})
