import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { divideConfig, joinConfig } from './frame-config.ts'

const config: WidgetConfig = {
  integrator: 'me',
  baseUrl: 'https://api.example/router',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
}

let clean = () => {}
afterEach(() => clean())

describe('config passed to a frame', () => {
  it('is passed as data, and its functions are called in the page', async () => {
    const onBeforeSwap = vi.fn(async () => false)
    const priceSource = vi.fn(async () => [1])
    const onConnect = vi.fn()
    const { calls, ...divided } = divideConfig({ ...config, hooks: { onBeforeSwap }, priceSource, onConnect })
    const crossed = structuredClone(divided)
    expect(crossed.data).toEqual(config)

    const run = (name: string) => async (value?: unknown) => calls[name]?.(value) as never
    const joined = joinConfig(crossed, { run, provider: () => expect.unreachable() })
    const request = { routeId: 'r' } as never
    expect(await joined.hooks?.onBeforeSwap?.(request)).toBe(false)
    expect(onBeforeSwap).toHaveBeenCalledWith(request)
    expect(joined.hooks).not.toHaveProperty('onBeforeApproval')
    const { signal } = new AbortController()
    expect(await joined.priceSource?.([{ chainId: 1, address: '0x1' }], { signal })).toEqual([1])
    joined.onConnect?.()
    expect(onConnect).toHaveBeenCalledOnce()
  })

  it('keeps the methods of hooks that are an instance of a class', async () => {
    class Hooks {
      answer = false
      onBeforeSwap = undefined
      onBeforeApproval() {
        return this.answer
      }
    }
    const { calls } = divideConfig({ ...config, hooks: new Hooks() as never })
    expect(calls.onBeforeApproval?.({})).toBe(false)
  })

  it('identifies its wallet by an id', () => {
    const provider = { request: async () => null }
    const joined = joinConfig(
      { data: config, functions: [], wallet: 'host:0' },
      {
        run: () => expect.unreachable(),
        provider: (id) => (id === 'host:0' ? provider : expect.unreachable()),
      },
    )
    expect(joined).toEqual({ ...config, provider })
  })

  it.each([
    ['connectors', []],
    ['wagmiConfig', {}],
    ['queryClient', {}],
    ['urlSync', true],
    ['themeTokens', { accent: () => 'red' }],
  ])('rejects %s, which cannot be passed', (field, value) => {
    expect(() => divideConfig({ ...config, [field]: value })).toThrow(new RegExp(`${field}: expected `))
  })

  it.each([
    ['hooks.onBeforeswap', { hooks: { onBeforeswap: () => false } }],
    ['hooks.onBeforeSwap', { hooks: { onBeforeSwap: 'no' } }],
    ['hooks', { hooks: null }],
    ['provider', { provider: {} }],
    ['provider', { provider: null }],
    ['priceSource', { priceSource: [] }],
    ['onConnect', { onConnect: true }],
  ])('rejects a %s that would never be called', (field, fields) => {
    expect(() => divideConfig({ ...config, ...(fields as never as WidgetConfig) })).toThrow(
      new RegExp(`${field}: expected `),
    )
  })

  it('accepts empty values for fields that cannot be passed', () => {
    const nothing = { wagmiConfig: null, urlSync: false, connectors: undefined } as never as WidgetConfig
    expect(divideConfig({ ...config, ...nothing }).data).toEqual(config)
  })
})

/** Each field of a frame's config, and each field that it has instead of data. */
const FIELDS: Record<string, unknown> = {
  data: { integrator: 'evil' },
  functions: ['priceSource'],
  wallet: 'evil',
  page: 'https://evil.example',
  priceSource: () => [],
  hooks: { onBeforeSwap: () => true },
  onBeforeApproval: () => true,
  onBeforeSwap: () => true,
  onConnect: () => {},
  provider: { request: async () => undefined },
  connectors: [],
  wagmiConfig: {},
  queryClient: {},
  urlSync: true,
  partner: { address: '0x1', feeBps: 1_000 },
}

it.each(Object.entries(FIELDS))('passes no inherited %s to a frame, and reads none there', (name, value) => {
  const given = { ...config, hooks: {} }
  const join = () => {
    const { calls, ...divided } = divideConfig(given)
    const crossed = structuredClone(divided)
    const joined = joinConfig(crossed, { run: () => vi.fn(), provider: () => expect.unreachable() })
    return [Object.keys(calls), { ...crossed }, { ...joined }]
  }
  const expected = join()
  clean = pollutePrototype({ [name]: value })
  const read = join()
  clean()
  expect(read).toEqual(expected)
})
