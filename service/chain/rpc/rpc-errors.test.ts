import { createPublicClient, custom, type PublicClient } from 'viem'
import { describe, expect, it } from 'vitest'
import { createChainNode } from '../blocks/node.ts'
import { isRateLimited, isUnclearLimit } from './rpc-errors.ts'

type Refusal = readonly [provider: string, code: number, message: string]

/** Wordings of providers and nodes, from their documentation or user reports. */
const TOO_OFTEN: readonly Refusal[] = [
  ['Infura', -32005, 'project ID request rate exceeded'],
  ['Infura', -32005, 'daily request count exceeded, request rate limited'],
  ['Infura', 429, 'Too Many Requests'],
  ['Alchemy', 429, 'Your app has exceeded its compute units per second capacity. Check out retries.'],
  ['Alchemy', 429, 'Your app has exceeded its concurrent requests capacity.'],
  ['Alchemy', 429, 'Monthly capacity limit exceeded. Visit the dashboard to upgrade your scaling policy.'],
  ['Alchemy, without a key', -32016, 'Your IP has exceeded its requests per second capacity.'],
  ['QuickNode', -32007, '50/second request limit reached - reduce calls per second or upgrade your account'],
  ['QuickNode', -32003, 'daily request limit reached - upgrade your account'],
  ['QuickNode', -32012, 'credits limited to 500/sec'],
  ['Ankr', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
  ['dRPC', 15, 'You reached Public endpoint rate limit, please upgrade to paid plan'],
  ['Chainstack', -32005, "You've exceeded the RPS limit available on the current plan."],
  ['Base', -32016, 'over rate limit'],
  ['Base, by way of a node', -32000, '429 Too Many Requests: {"error":{"message":"over rate limit"}}'],
  ['Optimism', -32000, 'This request has been rate limited.'],
  ['Arbitrum', -32000, 'Public RPC Rate Limit Hit, limit will reset in 60 seconds'],
  ['MegaETH', -32005, 'Rate limit exceeded'],
  ['TheRPC', -32029, 'Rate limit exceeded'],
  ['1RPC', -32001, "You've reached the usage limit for your current plan."],
  ['a gateway', -32005, 'compute unit quota exceeded'],
  ['a gateway', -32000, 'rate exceeded'],
  ['a gateway', -32000, 'maximum number of concurrent requests'],
]

const TOO_LARGE: readonly Refusal[] = [
  [
    'Infura',
    -32005,
    'query returned more than 10000 results. Try with this block range [0xBDE5F8, 0x102DBCC].',
  ],
  ['Infura', -32005, 'query returned more than 1000 results'],
  ['Infura', -32602, 'range 1000000 exceeds limit of 10000'],
  ['Alchemy', -32602, 'Log response size exceeded. This block range should work: [0x0, 0xd043b8]'],
  ['Alchemy', -32600, 'You can make eth_getLogs requests with up to a 500 block range.'],
  ['QuickNode', -32614, 'eth_getLogs is limited to a 10,000 range'],
  ['QuickNode', -32602, 'eth_getLogs and eth_newFilter are limited to a 10,000 blocks range'],
  ['Ankr', -32600, 'block range is too wide'],
  ['dRPC', 35, 'ranges over 10000 blocks are not supported on free plan'],
  ['dRPC', -32000, 'query returns too many logs'],
  ['Chainstack', -32602, 'Block range limit exceeded. See more details in the documentation'],
  ['PublicNode', -32701, 'exceed maximum block range: 50000'],
  ['BNB Chain', -32000, 'exceed maximum block range: 5000'],
  ['1RPC', -32000, 'response size should not greater than 2097152 bytes'],
  ['Pocket', -32001, 'Block range too large: maximum allowed is 250 blocks'],
  ['Erigon', -32602, 'query block range exceeds server limit, narrow your filter: 5000'],
  ['Reth', -32602, 'query exceeds max block range 100000'],
  ['Reth', -32602, 'query exceeds max results 20000, retry with the range 1-2'],
  ['Nethermind', -32005, 'Too many logs requested. Max logs per response is 20000.'],
  ['Geth', -32000, 'query timeout exceeded'],
]

const UNCLEAR: readonly Refusal[] = [
  ['BNB Chain', -32005, 'limit exceeded'],
  ['a gateway', -32000, 'Limit exceeded.'],
  ['a gateway', -32005, 'no'],
]

const NEITHER: readonly Refusal[] = [
  ['Geth and Reth, some blocks behind', -32602, 'block range extends beyond current head block'],
  ['Geth, without the history', 4444, 'pruned history unavailable'],
  ['PublicNode, without a token', -32602, 'Archive requests require a personal token'],
  ['any', -32601, 'Method not found'],
]

const range = { topics: [`0x${'01'.repeat(32)}`], fromBlock: 16n, toBlock: 32n } as const

/** A node that refuses like this, seen through the clients, which wrap viem's errors once more. */
function createRefusing([, code, message]: Refusal) {
  const wrap = (inner?: PublicClient) =>
    createPublicClient({
      transport: custom(
        {
          async request(args: never) {
            if (inner) return await inner.request(args)
            throw Object.assign(new Error(message), { code })
          },
        },
        { retryCount: 0 },
      ),
    })
  return createChainNode(wrap(wrap()))
}

const catchRefusal = (refusal: Refusal) =>
  createRefusing(refusal)
    .logsAtOnce(range)
    .then(
      (logs) => logs,
      (error: unknown) => error,
    )

describe('a node that refuses a log range', () => {
  it.each(TOO_OFTEN)('is retried later after a rate limit: %s, %d "%s"', async (...refusal) => {
    const error = await catchRefusal(refusal)
    expect([isRateLimited(error), isUnclearLimit(error)]).toEqual([true, false])
  })

  it.each(TOO_LARGE)('receives a smaller request after a size limit: %s, %d "%s"', async (...refusal) => {
    expect(await catchRefusal(refusal)).toBeUndefined()
  })

  it.each(UNCLEAR)('is retried later first after an unclear limit: %s, %d "%s"', async (...refusal) => {
    const error = await catchRefusal(refusal)
    expect([isRateLimited(error), isUnclearLimit(error)]).toEqual([true, true])
  })

  it.each(NEITHER)('fails if neither helps: %s, %d "%s"', async (...refusal) => {
    const error = await catchRefusal(refusal)
    expect(error).toBeInstanceOf(Error)
    expect([isRateLimited(error), isUnclearLimit(error)]).toEqual([false, false])
  })
})
