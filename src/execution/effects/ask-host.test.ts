import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SETTLEMENT, USER } from '../../../wire/fixtures/addresses.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { ApprovalRequest, WidgetHooks } from '../../config/types.ts'
import { HOST_HOOK_MS } from '../../lib/thresholds.ts'
import { intentFixture } from '../../testing/execution/execution-fixtures.ts'
import { askHost } from './ask-host.ts'

const request: ApprovalRequest = {
  routeId: 'route-1',
  chainId: 1,
  account: USER,
  token: intentFixture.inputToken,
  spender: SETTLEMENT,
  kind: 'approval' as const,
  amount: '1000',
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function ask(
  onBeforeApproval: WidgetHooks['onBeforeApproval'] | undefined,
  signal = new AbortController().signal,
) {
  const config = resolveConfig({
    integrator: 'hooks',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    ...(onBeforeApproval && { hooks: { onBeforeApproval } }),
  })
  return askHost('onBeforeApproval', request, { config: () => config, signal })
}

it.each<[string, WidgetHooks['onBeforeApproval'] | undefined]>([
  ['there is no hook', undefined],
  ['the hook returns true', () => true],
  ['the hook resolves to undefined', async () => undefined],
])('proceeds when %s', async (_, hook) => {
  await expect(ask(hook)).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it.each<[string, WidgetHooks['onBeforeApproval'], string]>([
  ['false', () => false, 'onBeforeApproval returned false'],
  ['false, later', async () => false, 'onBeforeApproval returned false'],
  ['an exception', () => fail(), 'onBeforeApproval threw Error: not today'],
  ['a rejection', async () => fail(), 'onBeforeApproval threw Error: not today'],
])('rejects after %s', async (_, hook, details) => {
  await expect(ask(hook)).rejects.toMatchObject({ code: 'HOST_REJECTED', details })
  expect(vi.getTimerCount()).toBe(0)
})

it('rejects when the host does not respond in time', async () => {
  const stopped = expect(ask(() => new Promise(() => {}))).rejects.toMatchObject({
    code: 'HOST_REJECTED',
    details: 'onBeforeApproval did not respond within 20 s',
  })
  await vi.advanceTimersByTimeAsync(HOST_HOOK_MS)
  await stopped
})

it('aborts immediately when the user cancels', async () => {
  const leave = new AbortController()
  const left = expect(ask(() => new Promise(() => {}), leave.signal)).rejects.toBe('left')
  leave.abort('left')
  await left
  expect(vi.getTimerCount()).toBe(0)
})

it('passes a frozen copy to the hook', async () => {
  let received: ApprovalRequest | undefined
  await ask((given) => {
    received = given
    return true
  })
  expect(received).toEqual(request)
  expect(received).not.toBe(request)
  expect(Object.isFrozen(received?.token)).toBe(true)
})

function fail(): never {
  throw new Error('not today')
}
