import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USER } from '../../wire/fixtures/addresses.ts'
import { routeOfIntent } from '../execution/route.ts'
import { intentFixture } from '../testing/execution/execution-fixtures.ts'
import { createEventBus, type OwnedEventBus } from './create-event-bus.ts'
import { forwardToDataLayer } from './forward-to-data-layer.ts'
import { forwardToTrack } from './forward-to-track.ts'
import { forwardToWebhook } from './forward-to-webhook.ts'
import type { EventEnvelope } from './types.ts'

let events: OwnedEventBus
beforeEach(() => {
  events = createEventBus()
})

const route = routeOfIntent(intentFixture)

describe('data layer', () => {
  it('receives each event under its own name, from the last one on', () => {
    events.emit('pageEntered', 'swap')
    const dataLayer: unknown[] = [{ event: 'gtm.js' }]
    const stop = forwardToDataLayer(events, { dataLayer })
    events.emit('routeExecutionCompleted', route)
    stop()
    events.emit('pageEntered', 'settings')
    expect(dataLayer).toMatchObject([
      { event: 'gtm.js' },
      { sluice: null },
      { event: 'sluice_page_entered', sluice: { sequence: 1, version: 1, payload: 'swap' } },
      { sluice: null },
      { event: 'sluice_route_execution_completed', sluice: { sequence: 2, payload: { id: route.id } } },
    ])
    expect(JSON.parse(JSON.stringify(dataLayer))).toEqual(dataLayer)
  })

  it("defaults to the page's data layer", () => {
    const page = globalThis as { dataLayer?: unknown[] }
    forwardToDataLayer(events, { prefix: '' })
    events.emit('pageEntered', 'swap')
    expect(page.dataLayer).toMatchObject([{ sluice: null }, { event: 'page_entered' }])
    delete page.dataLayer
  })
})

describe('target that is removed and added again', () => {
  it('receives no event twice and misses none in between', () => {
    const tracked: unknown[] = []
    const start = (names?: readonly ['pageEntered']) =>
      forwardToTrack(
        events,
        (name, { sluice }) => tracked.push([name, (sluice as { sequence: number }).sequence]),
        names && { names },
      )
    events.emit('pageEntered', 'swap')
    start()()
    events.emit('sendToWalletToggled', true)
    const stop = start()
    expect(tracked).toEqual([
      ['Sluice Page Entered', 1],
      ['Sluice Send To Wallet Toggled', 2],
    ])
    stop()
    start(['pageEntered'])
    expect(tracked.slice(2)).toEqual([['Sluice Page Entered', 1]])
  })
})

describe('tracker', () => {
  it('receives readable names and flat properties', () => {
    const tracked: unknown[] = []
    forwardToTrack(events, (...args) => tracked.push(args))
    events.emit('routeSelected', { route })
    events.emit('sendToWalletToggled', true)
    expect(tracked).toEqual([
      [
        'Sluice Route Selected',
        { route: expect.anything(), sluice: expect.objectContaining({ sequence: 1 }) },
      ],
      ['Sluice Send To Wallet Toggled', { value: true, sluice: expect.objectContaining({ sequence: 2 }) }],
    ])
  })

  it('receives the selected events, by default all except those sent on each keystroke', () => {
    const tracked: string[] = []
    forwardToTrack(events, (name) => tracked.push(name))
    forwardToTrack(events, (name) => tracked.push(name), { names: ['tokenSearch'], prefix: 'only ' })
    events.emit('tokenSearch', { value: 'eth', tokens: [] })
    events.emit('pageEntered', 'swap')
    expect(tracked).toEqual(['only Token Search', 'Sluice Page Entered'])
  })
})

describe('funnel', () => {
  const tracked: unknown[] = []
  beforeEach(() => {
    tracked.length = 0
    forwardToTrack(events, (name, { sluice: _, ...step }) => tracked.push([name, step]), { names: 'funnel' })
  })
  const process = { id: 'a', status: 'running', type: 'swap' } as const
  const select = () => {
    events.emit('routeSelected', { route })
    events.emit('pageEntered', 'review')
    events.emit('reviewPageEntered', route)
  }
  const names = () => tracked.map((entry) => (entry as [string])[0].replace('Sluice Funnel ', ''))

  it('forwards each step of a swap once, without the account', () => {
    events.emit('walletConnected', { address: USER, chainId: 1 })
    select()
    events.emit('routeExecutionStarted', route)
    events.emit('routeExecutionUpdated', {
      route,
      process: { ...process, type: 'approval', status: 'completed' },
    })
    for (const status of ['running', 'completed'] as const) {
      const txHash = `0x${'ab'.repeat(32)}` as const
      events.emit('routeExecutionUpdated', { route, process: { ...process, status, txHash } })
    }
    events.emit('routeExecutionCompleted', route)
    events.emit('pageEntered', 'swap')
    expect(names()).toEqual(['Connect', 'Quote', 'Review', 'Approve', 'Sign', 'Mined'])
    const { symbol } = route.fromToken
    expect(tracked[2]).toMatchObject([expect.any(String), { swapId: route.id, inputToken: symbol }])
    expect(JSON.stringify(tracked).toLowerCase()).not.toContain(USER.slice(2).toLowerCase())
  })

  const fail = (code: 'USER_REJECTED' | 'TRANSACTION_REVERTED') =>
    events.emit('routeExecutionFailed', {
      route,
      process: { ...process, status: 'failed', error: { code, message: '' } },
    })
  const sign = () => {
    const txHash = `0x${'ab'.repeat(32)}` as const
    events.emit('routeExecutionUpdated', { route, process: { ...process, txHash } })
  }

  it('forwards where and why a swap was dropped', () => {
    select()
    events.emit('pageEntered', 'swap')
    expect(tracked.at(-1)).toMatchObject(['Sluice Funnel Dropped', { after: 'review', reason: 'LEFT' }])
    events.emit('routeSelected', { route: { ...route, id: 'another' } })
    events.emit('pageEntered', 'swap')
    expect(tracked.at(-1)).toMatchObject([
      'Sluice Funnel Dropped',
      { swapId: 'another', after: 'quote', reason: 'LEFT' },
    ])
  })

  it('does not drop a confirmed swap when the form is shown, because it may still be signed', () => {
    select()
    events.emit('routeExecutionStarted', route)
    events.emit('pageEntered', 'swap')
    expect(names()).toEqual(['Quote', 'Review'])
    sign()
    events.emit('routeExecutionCompleted', route)
    fail('TRANSACTION_REVERTED')
    expect(names()).toEqual(['Quote', 'Review', 'Sign', 'Mined'])
  })

  it('drops a swap once, and continues one that is tried again', () => {
    select()
    events.emit('routeExecutionStarted', route)
    fail('USER_REJECTED')
    expect(tracked.at(-1)).toMatchObject([
      'Sluice Funnel Dropped',
      { after: 'review', reason: 'USER_REJECTED' },
    ])
    events.emit('pageEntered', 'swap')
    fail('TRANSACTION_REVERTED')
    expect(names()).toEqual(['Quote', 'Review', 'Dropped'])
    select()
    events.emit('routeExecutionStarted', route)
    sign()
    events.emit('routeExecutionCompleted', route)
    expect(names()).toEqual(['Quote', 'Review', 'Dropped', 'Sign', 'Mined'])
  })
})

describe('accounts', () => {
  const emitAll = () => {
    events.emit('walletConnected', { address: USER, chainId: 1, chainType: 'EVM' })
    events.emit('lowAddressActivityConfirmed', { address: USER, chainId: 1 })
    events.emit('formFieldChanged', { fieldName: 'recipient', newValue: USER, oldValue: null })
    events.emit('routeExecutionFailed', {
      route,
      process: {
        id: 'a',
        status: 'failed',
        type: 'swap',
        txHash: `0x${'ab'.repeat(32)}`,
        replacedHash: `0x${'ab'.repeat(32)}`,
      },
    })
  }
  const names = [
    'walletConnected',
    'lowAddressActivityConfirmed',
    'formFieldChanged',
    'routeExecutionFailed',
  ] as const

  it('are not identifiable from ids of quotes and requests, which are handled like accounts', async () => {
    const forwarded: Record<string, unknown[]> = { omit: [], hash: [], keep: [], funnel: [] }
    const salt = 'a salt of our own'
    const into = (name: string) => ({ dataLayer: forwarded[name] ?? [], prefix: name })
    for (const accounts of ['omit', 'hash', 'keep'] as const) {
      forwardToDataLayer(events, { ...into(accounts), accounts, salt })
    }
    forwardToDataLayer(events, { ...into('funnel'), accounts: 'keep', names: 'funnel' })
    events.emit('routeExecutionCompleted', { ...route, quoteId: 'quote-1' })
    events.emit('contactSupport', { supportId: 'quote-1' })
    await expect.poll(() => forwarded.hash?.length).toBe(4)
    const found = (name: string) => JSON.stringify(forwarded[name]).match(/"(quote|support)Id":"[^"]+"/g)
    expect([found('omit'), found('funnel')]).toEqual([null, null])
    expect(found('keep')).toEqual(['"quoteId":"quote-1"', '"quoteId":"quote-1"', '"supportId":"quote-1"'])
    const hashes = found('hash')?.map((text) => /hash:[0-9a-f]{32}/.exec(text)?.[0])
    expect(hashes).toEqual(Array(3).fill(expect.stringMatching(/^hash:/)))
    expect(new Set(hashes).size).toBe(1)
    expect(JSON.stringify(forwarded.funnel)).toContain(route.id)
  })

  it('are omitted: addresses of accounts and transaction hashes', () => {
    const dataLayer: unknown[] = []
    forwardToDataLayer(events, { dataLayer, names })
    emitAll()
    expect(dataLayer).toHaveLength(8)
    const text = JSON.stringify(dataLayer).toLowerCase()
    expect(text).not.toContain(USER.toLowerCase())
    expect(text).not.toContain('abababab')
    expect(text).toContain(intentFixture.inputToken.address.toLowerCase())
  })

  it('are omitted from complete and partial token searches, which keep token addresses', () => {
    const dataLayer: unknown[] = []
    forwardToDataLayer(events, { dataLayer, names: ['tokenSearch'] })
    const { inputToken } = intentFixture
    events.emit('tokenSearch', { value: USER, tokens: [] })
    events.emit('tokenSearch', { value: USER.slice(0, 30), tokens: [] })
    events.emit('tokenSearch', { value: USER.slice(2), tokens: [inputToken] })
    expect(JSON.stringify(dataLayer).toLowerCase()).not.toContain(USER.slice(2, 20).toLowerCase())
    events.emit('tokenSearch', { value: inputToken.address, tokens: [inputToken] })
    events.emit('tokenSearch', { value: '0x protocol', tokens: [] })
    const values = dataLayer.flatMap((entry) =>
      'event' in (entry as object)
        ? [(entry as { sluice: { payload: { value: string } } }).sluice.payload.value]
        : [],
    )
    expect(values.slice(-2)).toEqual([inputToken.address, '0x protocol'])
  })

  it('are replaced by salted hashes if the host chooses, in the order of the events', async () => {
    const forwarded = async (salt: string) => {
      const dataLayer: unknown[] = []
      forwardToDataLayer(events, { dataLayer, names, accounts: 'hash', salt })
      await expect.poll(() => dataLayer.length).toBe(8)
      return JSON.stringify(dataLayer)
    }
    emitAll()
    const text = await forwarded('a salt of our own')
    expect(text.toLowerCase()).not.toContain(USER.toLowerCase())
    expect(text).not.toContain('abababab')
    const [address] = /hash:[0-9a-f]{32}/.exec(text) ?? []
    expect(text.split(`"fromAddress":"${address}"`)).toHaveLength(2)
    expect(text.split(`"newValue":"${address}"`)).toHaveLength(2)
    expect(await forwarded('the salt of others')).not.toContain(address)
    expect([...text.matchAll(/sluice_\w+/g)].map(([name]) => name)).toEqual([
      'sluice_wallet_connected',
      'sluice_low_address_activity_confirmed',
      'sluice_form_field_changed',
      'sluice_route_execution_failed',
    ])
    expect(() => forwardToDataLayer(events, { accounts: 'hash' })).toThrow('at least 16 characters')
  })

  describe('unhashed accounts', () => {
    const requests: { name: string; payload: object }[][] = []
    const sign = { resolve: (_: ArrayBuffer) => {} }
    beforeEach(() => {
      requests.length = 0
      const signing = new Promise<ArrayBuffer>((resolve) => {
        sign.resolve = resolve
      })
      vi.spyOn(crypto.subtle, 'importKey').mockResolvedValue({} as CryptoKey)
      vi.spyOn(crypto.subtle, 'sign').mockReturnValue(signing)
      vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
        requests.push(JSON.parse(body).events)
      })
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
    })
    afterEach(() => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })
    const start = () =>
      forwardToWebhook(events, {
        url: 'https://host.test',
        batchMs: 0,
        accounts: 'hash',
        salt: 'x'.repeat(16),
      })
    const afterHashing = async () => {
      sign.resolve(new ArrayBuffer(32))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }

    it.each(['the page is hidden', 'the subscription ends'])(
      'are omitted when %s, and no event is lost',
      async (when) => {
        const stop = start()
        events.emit('walletConnected', { address: USER, chainId: 1 })
        events.emit('routeExecutionCompleted', route)
        if (when === 'the subscription ends') stop()
        else document.dispatchEvent(new Event('visibilitychange'))
        const sent = [
          [{ name: 'walletConnected', payload: { chainId: 1 } }, { name: 'routeExecutionCompleted' }],
        ]
        expect(requests).toMatchObject(sent)
        expect(JSON.stringify(requests).toLowerCase()).not.toContain(USER.toLowerCase())
        await afterHashing()
        expect(requests).toHaveLength(1)
        events.emit('walletConnected', { address: USER, chainId: 2 })
        await afterHashing()
        const later = { payload: { address: `hash:${'0'.repeat(32)}`, chainId: 2 } }
        const isEnd = when === 'the subscription ends'
        await expect.poll(() => requests.slice(1)).toMatchObject(isEnd ? [] : [[later]])
        stop()
        expect(crypto.subtle.importKey).toHaveBeenCalledTimes(1)
      },
    )
  })

  it('are forwarded if the host chooses', () => {
    const dataLayer: unknown[] = []
    forwardToDataLayer(events, { dataLayer, names, accounts: 'keep' })
    emitAll()
    expect(dataLayer[1]).toMatchObject({ sluice: { payload: { address: USER } } })
  })
})

describe('webhook', () => {
  let server: Server
  let received: { type: string | undefined; events: EventEnvelope[] }[]
  let url: string
  beforeEach(async () => {
    received = []
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push({ type: request.headers['content-type'], ...JSON.parse(body) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('receives several events together, in order', async () => {
    const stop = forwardToWebhook(events, { url, batchMs: 50 })
    events.emit('pageEntered', 'swap')
    events.emit('routeSelected', { route })
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]?.type).toBe('application/json')
    expect(received[0]?.events.map(({ name, sequence }) => [name, sequence])).toEqual([
      ['pageEntered', 1],
      ['routeSelected', 2],
    ])
    events.emit('pageEntered', 'review')
    stop()
    await expect.poll(() => received.length).toBe(2)
    events.emit('pageEntered', 'swap')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toHaveLength(2)
  })

  it('receives its events by a request without cookies that outlives the page, not by a beacon', async () => {
    const sendBeacon = vi.fn(() => true)
    vi.stubGlobal('navigator', { sendBeacon })
    const requests: RequestInit[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      requests.push(init)
      return fetch(input, init)
    })
    events.emit('pageEntered', 'swap')
    forwardToWebhook(events, { url })()
    await expect.poll(() => received.length).toBe(1)
    vi.unstubAllGlobals()
    expect(sendBeacon).not.toHaveBeenCalled()
    expect(requests).toMatchObject([{ credentials: 'omit', keepalive: true }])
  })

  it('receives many simultaneous events without a delay', async () => {
    const stop = forwardToWebhook(events, { url, batchMs: 60_000 })
    for (let index = 0; index < 20; index++) events.emit('pageEntered', 'swap')
    await expect.poll(() => received[0]?.events.length).toBe(20)
    stop()
  })

  it('affects nothing when it is unreachable', async () => {
    const stop = forwardToWebhook(events, { url: 'http://127.0.0.1:1/none', batchMs: 1 })
    events.emit('pageEntered', 'swap')
    await new Promise((resolve) => setTimeout(resolve, 100))
    stop()
  })
})
