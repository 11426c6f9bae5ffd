import type { FollowedChain } from '../chain/types.ts'
import type { Endpoint } from './serve-surface.ts'

/** `/` for people, `/healthz` for machines: 503 until a chain can be answered for. */
export function statusEndpoints({ chains }: { chains: readonly FollowedChain[] }): Endpoint[] {
  const status = () => ({
    name: 'sluice',
    status: statusOf(chains),
    chains: chains.map((chain) => ({
      chainID: chain.config.name,
      networkID: chain.config.id,
      blockNumber: chain.snapshot()?.blockNumber.toString() ?? null,
      isStale: chain.isStale(),
    })),
  })
  return [
    { method: 'GET', path: '/', handle: (c) => c.json({ ...status(), interfaces: INTERFACES }) },
    {
      method: 'GET',
      path: '/healthz',
      handle(c) {
        const current = status()
        return c.json(current, current.status === 'down' ? 503 : 200)
      },
    },
  ]
}

const INTERFACES = {
  router: ['POST /router/v1/price', 'POST /router/v1/quote', 'GET /router/liquidity'],
  tokens: ['POST /tokens/graphql'],
  rates: ['POST /rates', 'GET /rates/chains'],
  yield: [],
}

function statusOf(chains: readonly FollowedChain[]): 'up' | 'degraded' | 'down' {
  const stale = chains.filter((chain) => chain.isStale()).length
  if (stale === 0) return 'up'
  return stale < chains.length ? 'degraded' : 'down'
}
