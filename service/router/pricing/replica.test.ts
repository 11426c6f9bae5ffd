import { describe, expect, it } from 'vitest'
import { createMarket } from '../market.ts'
import { questionOf } from '../question.ts'
import { createSampleChain, sampleRequest } from '../testing/sample-chain.ts'
import { readTradeRequest } from '../trade-request.ts'
import { describeNews } from './market-news.ts'
import { createReplica } from './replica.ts'

const chain = createSampleChain()
const market = createMarket(chain, chain.snapshot()!)
const question = questionOf(readTradeRequest(sampleRequest(), [chain]), 8)
const ask = { chain: chain.config.name, question }
const news = describeNews(market, [])

describe('a replica', () => {
  it('says when it does not know the market that is meant', () => {
    const answer = createReplica([chain.config])
    expect(answer({ id: 1, market: 1, news: undefined, ...ask })).toEqual({ id: 1, isUnknown: true })
    expect(answer({ id: 2, market: 1, news, ...ask })).toMatchObject({ id: 2, answer: expect.anything() })
    expect(answer({ id: 3, market: 1, news: undefined, ...ask })).toMatchObject({ answer: expect.anything() })
    expect(answer({ id: 4, market: 2, news: undefined, ...ask })).toEqual({ id: 4, isUnknown: true })
  })

  it('forgets what it knew when news make no sense of it', () => {
    const answer = createReplica([chain.config])
    answer({ id: 1, market: 1, news, ...ask })
    const broken = { ...news, pools: [market.pools.length] }
    expect(answer({ id: 2, market: 2, news: broken, ...ask })).toEqual({ id: 2, isUnknown: true })
    expect(answer({ id: 3, market: 1, news: undefined, ...ask })).toEqual({ id: 3, isUnknown: true })
  })
})

describe('news of a market', () => {
  it('hold what has changed, and point at the rest', () => {
    const next = { ...market, pools: [market.pools[1]!, ...samePools(1), ...market.pools.slice(2)] }
    expect(describeNews(next, market.pools).pools).toEqual([1, market.pools[0]!.record(), 2, 3])
  })
})

/** The first pools, as other objects. */
function samePools(count: number) {
  return market.pools.slice(0, count).map((pool) => ({ ...pool }))
}
