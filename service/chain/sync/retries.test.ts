import { HttpRequestError } from 'viem'
import { expect, it } from 'vitest'
import { chainConfig } from '../../testing/literal-chain.ts'
import { IncompleteDiscoveryError } from '../discovery/discovery.ts'
import { ChainMismatchError } from '../startup-checks/check-chain.ts'
import { createRetries } from './retries.ts'

const error = new Error('a malformed answer')

it('backs off while a chain fails, and resets after a success', () => {
  const retries = createRetries()
  const wait = () => retries.failed(error, 7n).retryInMs
  expect([wait(), wait(), wait(), wait(), wait(), wait(), wait(), wait()]).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ])
  retries.succeeded()
  expect(wait()).toBe(250)
})

it('blames the node for every third failure in a row without a new block', () => {
  const retries = createRetries()
  const fail = (blockNumber?: bigint) => retries.failed(error, blockNumber).isNodeAtFault
  expect([fail(), fail(), fail(), fail(), fail(), fail()]).toEqual([false, false, true, false, false, true])
  expect([fail(7n), fail(7n), fail(8n), fail(8n), fail(8n)]).toEqual([false, false, false, false, true])
  fail(8n)
  fail(8n)
  retries.succeeded()
  expect([fail(8n), fail(8n), fail(8n)]).toEqual([false, false, true])
})

it('blames the node for missing pools immediately, and never for a wrong config or an outage', () => {
  const retries = createRetries()
  expect(retries.failed(new IncompleteDiscoveryError('none'), 1n).isNodeAtFault).toBe(true)
  const mismatch = new ChainMismatchError(chainConfig('ethereum', 1), ['its id'])
  for (let i = 0; i < 6; i += 1) {
    expect(retries.failed(mismatch, 2n)).toEqual({ retryInMs: 30_000, isNodeAtFault: false })
  }
  const outage = new HttpRequestError({ url: 'http://node.example' })
  for (let i = 0; i < 6; i += 1) expect(retries.failed(outage, 3n).isNodeAtFault).toBe(false)
})
