import { afterEach, describe, expect, it, vi } from 'vitest'
import { routeOfIntent } from '../execution/route.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { createEventBus } from './create-event-bus.ts'
import { EVENT_NAMES } from './event-names.ts'
import type { EventEnvelope } from './types.ts'

describe('event names', () => {
  it('are the published ones', () => {
    expect(EVENT_NAMES).toEqual([
      'routeExecutionStarted',
      'routeExecutionUpdated',
      'routeExecutionCompleted',
      'routeExecutionFailed',
      'routeHighValueLoss',
      'routeSelected',
      'sourceChainTokenSelected',
      'destinationChainTokenSelected',
      'walletConnected',
      'sendToWalletToggled',
      'pageEntered',
      'formFieldChanged',
      'settingUpdated',
      'tokenSearch',
      'transactionError',
      'reviewPageEntered',
      'contactSupport',
      'lowAddressActivityConfirmed',
      'warningAccepted',
      'chainPinned',
      'partnerFeePaid',
      'dialogToggled',
    ])
  })
})

describe('payload', () => {
  it('is a frozen copy, so that neither the widget nor a handler can change what another sees', () => {
    const bus = createEventBus()
    const heard: { value: string; tokens: unknown[] }[] = []
    bus.on('tokenSearch', (payload) => {
      expect(() => payload.tokens.push(...payload.tokens)).toThrow(TypeError)
      expect(() => Object.assign(payload, { value: 'other' })).toThrow(TypeError)
    })
    bus.on('tokenSearch', (payload) => heard.push(payload))
    const tokens = [{ chainId: 1, address: '0x1', symbol: 'A', name: 'A', decimals: 1 }] as never[]
    bus.emit('tokenSearch', { value: 'a', tokens })
    tokens.length = 0
    expect(heard).toMatchObject([{ value: 'a', tokens: [{ symbol: 'A' }] }])
  })
})

describe('envelope', () => {
  it('has a version, an id, a sequence without gaps and a time', () => {
    const bus = createEventBus()
    const heard: EventEnvelope[] = []
    const stop = bus.onAny((event) => heard.push(event))
    bus.emit('pageEntered', 'swap')
    bus.emit('contactSupport', { supportId: 'abc' })
    stop()
    bus.emit('pageEntered', 'review')
    expect(heard).toMatchObject([
      { version: 1, sequence: 1, name: 'pageEntered', payload: 'swap' },
      { version: 1, sequence: 2, name: 'contactSupport', payload: { supportId: 'abc' } },
    ])
    expect(new Set(heard.map(({ id }) => id)).size).toBe(2)
    for (const { timestamp } of heard) expect(new Date(timestamp).toISOString()).toBe(timestamp)
  })

  it('contains its widget, the visit, and the swap and quote of the event', () => {
    const [one, other] = [createEventBus('sluice-1'), createEventBus('sluice-2')]
    const heard: EventEnvelope[] = []
    for (const bus of [one, other]) bus.onAny((event) => heard.push(event))
    one.emit('pageEntered', 'swap')
    one.emit('warningAccepted', { warning: 'high-value-loss', routeId: 'route-1' })
    const route = { ...routeOfIntent(intentFixture), quoteId: 'quote-1' }
    const { id: swapId } = route
    other.emit('reviewPageEntered', undefined)
    other.emit('routeExecutionStarted', route)
    other.emit('routeSelected', { route })
    const subject = { swapId, quoteId: 'quote-1' }
    expect(heard).toMatchObject([
      { instanceId: 'sluice-1' },
      { instanceId: 'sluice-1', swapId: 'route-1' },
      { instanceId: 'sluice-2' },
      { instanceId: 'sluice-2', ...subject },
      subject,
    ])
    expect(heard[0]).not.toHaveProperty('swapId')
    expect(new Set(heard.map(({ sessionId }) => sessionId))).toHaveLength(1)
  })

  it('is replayed to a late subscriber, the last of each name in order', () => {
    const bus = createEventBus()
    bus.emit('pageEntered', 'swap')
    bus.emit('sendToWalletToggled', true)
    bus.emit('pageEntered', 'review')
    const [all, pages, none]: [string[], string[], string[]] = [[], [], []]
    bus.onAny(({ name }) => all.push(name), { replay: true })
    bus.on('pageEntered', (page) => pages.push(page), { replay: true })
    bus.on('pageEntered', (page) => none.push(page))
    expect([all, pages, none]).toEqual([['sendToWalletToggled', 'pageEntered'], ['review'], []])
  })
})

describe('listener', () => {
  it('receives an event that another listener emits after its cause', () => {
    const bus = createEventBus()
    const [numbers, names]: [number[], string[]] = [[], []]
    bus.on('pageEntered', (page) => page === 'review' && bus.emit('sendToWalletToggled', true))
    bus.on('*', (name) => names.push(name))
    bus.onAny(({ sequence }) => numbers.push(sequence))
    bus.emit('pageEntered', 'review')
    expect(names).toEqual(['pageEntered', 'sendToWalletToggled'])
    expect(numbers).toEqual([1, 2])
  })

  it('receives an event name until it unsubscribes', () => {
    const bus = createEventBus()
    const received: string[] = []
    const end = bus.on('pageEntered', (page) => received.push(page))
    bus.emit('pageEntered', 'swap')
    end()
    end()
    bus.emit('pageEntered', 'review')
    expect(received).toEqual(['swap'])
  })

  it('receives all events under *', () => {
    const bus = createEventBus()
    const received: unknown[] = []
    const end = bus.on('*', (name, payload) => received.push([name, payload]))
    bus.emit('pageEntered', 'swap')
    bus.emit('contactSupport', { supportId: 'abc' })
    end()
    bus.emit('pageEntered', 'review')
    expect(received).toEqual([
      ['pageEntered', 'swap'],
      ['contactSupport', { supportId: 'abc' }],
    ])
  })

  it('is removed by off as well, and added only once per handler', () => {
    const bus = createEventBus()
    const handler = vi.fn()
    bus.on('pageEntered', handler)
    bus.on('pageEntered', handler)
    bus.emit('pageEntered', 'swap')
    bus.off('pageEntered', handler)
    bus.emit('pageEntered', 'review')
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('keeps a newer registration when an older one of the same handler ends', () => {
    const bus = createEventBus()
    const handler = vi.fn()
    const endFirst = bus.on('pageEntered', handler)
    bus.on('pageEntered', handler)
    endFirst()
    bus.emit('pageEntered', 'swap')
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('receives no events of other buses', () => {
    const received = vi.fn()
    createEventBus().on('pageEntered', received)
    createEventBus().emit('pageEntered', 'swap')
    expect(received).not.toHaveBeenCalled()
  })
})

describe('listener that throws', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('affects no other listener and is reported to the page', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const bus = createEventBus()
    const mistake = new Error('a mistake of the host')
    const received = vi.fn()
    bus.on('pageEntered', () => {
      throw mistake
    })
    bus.on('*', () => {
      throw mistake
    })
    bus.on('pageEntered', received)
    expect(() => bus.emit('pageEntered', 'swap')).not.toThrow()
    expect(received).toHaveBeenCalledWith('swap')
    expect(reported.mock.calls).toEqual([[mistake], [mistake]])
  })
})
