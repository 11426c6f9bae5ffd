import { getHeapStatistics } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { createRouterEngine } from '../router/router-engine.ts'
import { createSampleChain, sampleRequest } from '../router/testing/sample-chain.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createMetrics } from './metrics.ts'

describe('metrics', () => {
  it('count the events of following a chain', async () => {
    const chain = createLiteralChain()
    const metrics = createMetrics({ chains: [chain] })
    metrics.chainEvent('ethereum', { type: 'reorganized', ancestor: 5n, depth: 3 })
    metrics.chainEvent('ethereum', { type: 'audited', blockNumber: 7n })
    metrics.chainEvent('ethereum', { type: 'diverged', blockNumber: 7n, pools: ['0x1', '0x2'] })
    metrics.chainEvent('ethereum', { type: 'rediscovered', blockNumber: 7n, pools: ['0x3'] })
    metrics.chainEvent('ethereum', { type: 'listed', blockNumber: 7n, pools: ['0x4', '0x5'] })
    metrics.chainEvent('ethereum', { type: 'failed', error: new Error('x'), retryInMs: 1 })
    metrics.nodeAsked('ethereum', { method: 'eth_getLogs', outcome: 'answered', durationMs: 12 })
    chain.setStale(true)
    const text = await metrics.text()
    for (const line of [
      'sluice_chain_reorg_depth_blocks_sum{chain="ethereum"} 3',
      'sluice_chain_audits_total{chain="ethereum"} 1',
      'sluice_chain_divergent_pools_total{chain="ethereum"} 2',
      'sluice_chain_rediscovered_pools_total{chain="ethereum"} 1',
      'sluice_chain_failures_total{chain="ethereum"} 1',
      'sluice_chain_stale{chain="ethereum"} 1',
      'sluice_chain_pools{chain="ethereum"} 2',
      'sluice_chain_block_number{chain="ethereum"} 1',
      'sluice_rpc_duration_seconds_count{chain="ethereum",method="eth_getLogs",outcome="answered"} 1',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('count the calls and the remaining budget of each node by position', async () => {
    const nodeUse = () => [
      { callsPerDay: 100, callsToday: 30, overBudget: 2, isSpent: false, isSpentForCallers: false },
      { callsToday: 5, overBudget: 0, isSpent: false, isSpentForCallers: false },
    ]
    const metrics = createMetrics({ chains: [{ ...createLiteralChain(), nodeUse }] })
    await metrics.text()
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('sluice_node_'))
    expect(lines).toEqual([
      'sluice_node_calls_today{chain="ethereum",node="1"} 30',
      'sluice_node_calls_today{chain="ethereum",node="2"} 5',
      'sluice_node_calls_left_today{chain="ethereum",node="1"} 70',
      'sluice_node_over_budget_total{chain="ethereum",node="1"} 2',
      'sluice_node_over_budget_total{chain="ethereum",node="2"} 0',
    ])
  })

  it('report the used heap and its limit', async () => {
    const text = await createMetrics({ chains: [] }).text()
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    expect(read('sluice_heap_limit_bytes')).toBe(getHeapStatistics().heap_size_limit)
    expect(read('nodejs_heap_size_used_bytes')).toBeLessThan(read('sluice_heap_limit_bytes'))
  })

  it('report the pricing workers', async () => {
    const metrics = createMetrics({ chains: [] })
    metrics.watchPricing(() => ({ workers: 2, busy: 1, waiting: 3 }))
    metrics.watchQueues(() => [{ chain: 'ethereum', work: 'price', waiting: 4 }])
    metrics.pricing.solved('worker')
    metrics.pricing.solved('main')
    metrics.pricing.ended()
    const lines = (await metrics.text()).split('\n')
    for (const line of [
      'sluice_pricing_solves_total{by="worker"} 1',
      'sluice_pricing_solves_total{by="main"} 1',
      'sluice_pricing_worker_restarts_total 1',
      'sluice_pricing_workers 2',
      'sluice_pricing_workers_busy 1',
      'sluice_pricing_queue_length 3',
      'sluice_router_queue_length{chain="ethereum",work="price"} 4',
    ]) {
      expect(lines).toContain(line)
    }
  })

  it('record the optimality gap of each search, and searches without a result', async () => {
    const metrics = createMetrics({ chains: [] })
    const router = createRouterEngine({ chains: [createSampleChain()], onSolved: metrics.solved })
    const { optimalityGapBps } = await router.price(sampleRequest())
    // The cached price causes no second search.
    await router.price(sampleRequest())
    await expect(router.price(sampleRequest({ inputAmount: (2n ** 159n).toString() }))).rejects.toThrow()
    const lines = (await metrics.text()).split('\n')
    const of = '{chain="ethereum",order_type="SELL"}'
    for (const line of [
      `sluice_router_optimality_gap_bps_sum${of} ${Number(optimalityGapBps)}`,
      `sluice_router_optimality_gap_bps_count${of} 1`,
      `sluice_router_route_legs_count${of} 1`,
      'sluice_router_solve_duration_seconds_count{chain="ethereum",order_type="SELL",outcome="solved"} 1',
      'sluice_router_solve_duration_seconds_count{chain="ethereum",order_type="SELL",outcome="no_solution"} 1',
    ]) {
      expect(lines).toContain(line)
    }
  })

  it('count rate-limited requests by tier', async () => {
    const metrics = createMetrics({ chains: [] })
    const request = { route: 'router /v1/price', method: 'POST', tier: 'basic', durationMs: 3 }
    metrics.requestDone({ ...request, status: 200 })
    metrics.requestDone({ ...request, status: 429 })
    expect(await metrics.text()).toContain(
      'sluice_rate_limited_total{route="router /v1/price",tier="basic"} 1',
    )
  })
})
