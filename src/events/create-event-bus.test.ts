import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEventBus } from './create-event-bus.ts'
import { EVENT_NAMES } from './event-names.ts'

describe('the names', () => {
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
    ])
  })
})

describe('listening', () => {
  it('hears a name until it is ended', () => {
    const bus = createEventBus()
    const received: string[] = []
    const end = bus.on('pageEntered', (page) => received.push(page))
    bus.emit('pageEntered', 'swap')
    end()
    end()
    bus.emit('pageEntered', 'review')
    expect(received).toEqual(['swap'])
  })

  it('hears everything under *', () => {
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

  it('ends by off as well, and twice the same handler is one', () => {
    const bus = createEventBus()
    const handler = vi.fn()
    bus.on('pageEntered', handler)
    bus.on('pageEntered', handler)
    bus.emit('pageEntered', 'swap')
    bus.off('pageEntered', handler)
    bus.emit('pageEntered', 'review')
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('an ended registration leaves a newer one of the same handler alone', () => {
    const bus = createEventBus()
    const handler = vi.fn()
    const endFirst = bus.on('pageEntered', handler)
    bus.on('pageEntered', handler)
    endFirst()
    bus.emit('pageEntered', 'swap')
    expect(handler).toHaveBeenCalledTimes(1)
  })

  it('stays apart from other buses', () => {
    const received = vi.fn()
    createEventBus().on('pageEntered', received)
    createEventBus().emit('pageEntered', 'swap')
    expect(received).not.toHaveBeenCalled()
  })
})

describe('a listener that throws', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('disturbs nobody and is reported to the page', () => {
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
