import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { PriceRequest } from '../../../wire/price-request.ts'
import { searchKey, toSearchRequest } from '../request/search-request.ts'
import { readTradeRequest } from '../request/trade-request.ts'
import { createRouterEngine } from '../router-engine.ts'
import { createSharedWork } from '../shared-work.ts'
import { createSampleChain, loner, sampleRequest, weth } from '../testing/sample-chain.ts'
import { createSolutionCache } from './solution-cache.ts'
import { PRICE_WORK } from './solve.ts'
import type { SolveMeasure } from './types.ts'

const OTHER = '0x0000000000000000000000000000000000001007'
const getSnapshot = () => createSampleChain().snapshot()!

describe('the solutions of one snapshot', () => {
  it('are computed once for all callers, also if no solution exists', async () => {
    const solved: SolveMeasure[] = []
    const router = createRouterEngine({
      chains: [createSampleChain()],
      onSolved: (measure) => solved.push(measure),
    })
    const first = await router.price(sampleRequest())
    const second = await router.price(sampleRequest({ userAddress: OTHER }))
    expect(second).toEqual({ ...first, inputSender: OTHER })
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

  it('are separate from other snapshots', () => {
    const cache = createSolutionCache()
    let solved = 0
    const solve = async () => {
      solved += 1
      return undefined
    }
    const [one, other] = [getSnapshot(), getSnapshot()]
    expect(cache.recall({ snapshot: one, key: 'a' }, solve)).toBe(
      cache.recall({ snapshot: one, key: 'a' }, solve),
    )
    expect(cache.recall({ snapshot: one, key: 'a' }, solve)).not.toBe(
      cache.recall({ snapshot: other, key: 'a' }, solve),
    )
    expect(solved).toBe(2)
  })

  it('are evicted when the capacity is exceeded', () => {
    const cache = createSolutionCache(2)
    const snapshot = getSnapshot()
    const solvedKeys: string[] = []
    const recall = (key: string) =>
      cache.recall({ snapshot, key }, async () => {
        solvedKeys.push(key)
        return undefined
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) recall(key)
    expect(solvedKeys).toEqual(['a', 'b', 'c', 'b'])
  })

  it('exclude failed searches', async () => {
    const cache = createSolutionCache()
    const searchRequest = { snapshot: getSnapshot(), key: 'a' }
    const failing = [1, 2].map(() => cache.recall(searchRequest, () => Promise.reject(new Error('bug'))))
    for (const failure of failing) await expect(failure).rejects.toThrow('bug')
    expect(await cache.recall(searchRequest, async () => undefined)).toBeUndefined()
  })
})

describe('the key of a search request', () => {
  const chains = [createSampleChain()]
  const key = (changes: Partial<PriceRequest> = {}) =>
    searchKey(toSearchRequest(readTradeRequest(sampleRequest(changes), chains), PRICE_WORK))

  it('ignores the accounts and the format of the response', () => {
    expect(
      key({
        userAddress: OTHER,
        outputReceiver: OTHER,
        uniquePID: 'other',
        computeStable: true,
        computeEstimate: false,
        isPermit2: true,
        deadlineSeconds: 60,
      }),
    ).toBe(key())
    const modules = ['uniswap-v2', 'delta-v2']
    expect(key({ modulesFilter: modules })).toBe(key({ modulesFilter: modules.toReversed() }))
  })

  it('distinguishes wrapping from unwrapping', () => {
    const wrapping = key({ inputToken: NATIVE_TOKEN, outputToken: weth.address })
    expect(key({ inputToken: weth.address, outputToken: NATIVE_TOKEN })).not.toBe(wrapping)
  })

  it.each([
    { inputToken: loner.address },
    { outputToken: loner.address },
    { inputAmount: '7' },
    { orderType: 'BUY', outputAmount: '1000000000000000000' },
    { slippage: 7 },
    { partnerFee: 7, partnerAddress: OTHER },
    { partnerAddress: OTHER },
    { activateSurplusFee: true },
    { isPartialFill: true },
    { fastMode: true },
    { modulesFilter: ['delta-v2'] },
    { modulesDisabled: ['delta-v2'] },
  ] satisfies Partial<PriceRequest>[])('changes with %o', (changes) => {
    expect(key(changes)).not.toBe(key())
  })
})

describe('shared work', () => {
  it('runs once for concurrent callers, and again for later callers', async () => {
    const share = createSharedWork<number>()
    let runs = 0
    const work = async () => ++runs
    expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2])
    expect(await share('a', work)).toBe(3)
  })

  it('rejects for all concurrent callers', async () => {
    const share = createSharedWork<number>()
    const results = [1, 2].map(() => share('a', () => Promise.reject(new Error('no'))))
    for (const result of results) await expect(result).rejects.toThrow('no')
    expect(await share('a', async () => 1)).toBe(1)
  })
})
