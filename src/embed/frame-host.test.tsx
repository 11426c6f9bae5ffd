import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetConfig } from '../config/types.ts'
import type { EventEnvelope } from '../events/types.ts'
import { routeOfIntent } from '../execution/route.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { mount } from './frame-host.ts'
import { createPortCalls, type PortCalls, type PortHandlers } from './port-calls.ts'

const FRAME_URL = 'https://frame.test/frame.html'
const { baseUrl, tokensUrl, exchangeRatesUrl, chains } = FIXTURE_CONFIG
const config: WidgetConfig = { integrator: 'me', baseUrl, tokensUrl, exchangeRatesUrl, chains }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function makeShadow(): ShadowRoot {
  const host = document.createElement('div')
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  // jsdom has no adopted style sheets.
  shadow.adoptedStyleSheets ??= []
  return shadow
}

/** A page with a frame, whose document responds with these handlers. */
function setUp(given: Partial<WidgetConfig> = {}, handlers: PortHandlers = {}) {
  const shadow = makeShadow()
  const stopping = new AbortController()
  const { signal } = stopping
  const onCreated = vi.fn()
  const mounting = mount(shadow, { ...config, ...given }, onCreated, { frameUrl: FRAME_URL, signal })
  const frame = shadow.querySelector('iframe')
  if (!frame) return expect.unreachable()
  let calls: PortCalls | undefined
  const postMessage = (_: unknown, origin: string, [port]: [MessagePort]) => {
    expect(origin).toBe('https://frame.test')
    calls = createPortCalls(port, { mount: () => {}, update: () => {}, ...handlers })
    ends.push(calls.close)
  }
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } })
  const load = () => frame.dispatchEvent(new Event('load'))
  const inFrame = () => calls ?? expect.unreachable()
  return {
    shadow,
    mounting,
    stopping,
    onCreated,
    load,
    inFrame,
    dialog: shadow.querySelector('dialog') as HTMLDialogElement,
  }
}

/** Sets up a page and mounts its widget. */
async function open(given?: Partial<WidgetConfig>, handlers?: PortHandlers) {
  const page = setUp(given, handlers)
  page.load()
  const widget = (await page.mounting) ?? expect.unreachable()
  ends.push(widget.destroy)
  return { ...page, widget }
}

it.each([
  'javascript:parent.document.body.remove()',
  'data:text/html,<script>parent.alert(1)</script>',
  'about:blank',
  'blob:https://frame.test/1',
  '/frame.html',
])('rejects the frame URL %s', async (frameUrl) => {
  const shadow = makeShadow()
  await expect(mount(shadow, config, () => {}, { frameUrl })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  })
  expect(shadow.querySelector('iframe')).toBeNull()
})

it('is mounted once the frame has accepted the config', async () => {
  const mountHere = vi.fn()
  await open({}, { mount: mountHere })
  expect(mountHere).toHaveBeenCalledWith({ data: config, functions: [], page: expect.any(String) })
})

it('passes the address of the page to the frame, without query and fragment', async () => {
  history.replaceState(null, '', '/trade/eth?session=secret#token')
  ends.push(() => history.replaceState(null, '', '/'))
  const mountHere = vi.fn()
  await open({}, { mount: mountHere })
  expect(mountHere.mock.lastCall?.[0]).toMatchObject({ page: `${location.origin}/trade/eth` })
})

const allow = (hook: () => unknown): Partial<WidgetConfig> => ({ hooks: { onBeforeSwap: hook as never } })
const ask = (frame: PortCalls) => frame.call('run', { name: 'onBeforeSwap', value: {} })

it('keeps the hooks that can stop a swap when the frame rejects an update', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  ends.push(vi.unstubAllGlobals)
  const update = vi.fn().mockRejectedValueOnce(new Error('refused'))
  const { widget, inFrame } = await open(
    allow(() => false),
    { update },
  )
  widget.update({ ...config, slippageBps: -1 })
  expect(await ask(inFrame())).toBe(false)
  await vi.waitFor(() =>
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'refused' })),
  )
  expect(await ask(inFrame())).toBe(false)
  widget.update({ ...config, ...allow(() => 'new') })
  await vi.waitFor(async () => expect(await ask(inFrame())).toBe('new'))
})

it('rejects a call of a hook that the page does not have, which would allow the swap', async () => {
  const { widget, inFrame } = await open(allow(() => true))
  expect(await ask(inFrame())).toBe(true)
  widget.update(config)
  await vi.waitFor(() => expect(ask(inFrame())).rejects.toThrow('no function "onBeforeSwap"'))
  await expect(inFrame().call('run', { name: 'constructor' })).rejects.toThrow('no function "constructor"')
})

it('passes the current config to a reloaded frame, then the later ones', async () => {
  const heard: string[] = []
  const hold = new Promise(() => {})
  const { widget, load } = await open(
    { theme: 'light' },
    {
      mount: (sent) => void heard.push(`mount ${Object(sent).data.theme}`),
      update: (sent) => {
        heard.push(`update ${Object(sent).data.theme}`)
        return hold
      },
    },
  )
  widget.update({ ...config, theme: 'dark' })
  await vi.waitFor(() => expect(heard).toEqual(['mount light', 'update dark']))
  load()
  await vi.waitFor(() => expect(heard.slice(2)).toEqual(['mount light', 'update dark']))
})

it('releases the wallet of the host when the frame has accepted a config with another one', async () => {
  const wallet = (chainId: string): Partial<WidgetConfig> => ({ provider: { request: async () => chainId } })
  const sent: string[] = []
  const take = (offered: unknown) => void sent.push(Object(offered).wallet)
  const { widget, inFrame } = await open(wallet('0x1'), { mount: take, update: take })
  const ask = (id = '') => inFrame().call('walletRequest', { wallet: id, method: 'eth_chainId' })
  expect(await ask(sent[0])).toBe('0x1')
  widget.update({ ...config, ...wallet('0x2') })
  await vi.waitFor(() => expect(ask(sent[0])).rejects.toMatchObject({ code: 4900 }))
  expect(await ask(sent[1])).toBe('0x2')
})

/** Adds the methods of a dialog that jsdom lacks. */
function makeDialogs() {
  const { prototype } = HTMLDialogElement
  document.adoptedStyleSheets ??= []
  prototype.show = prototype.showModal = function show() {
    this.open = true
  }
  prototype.close = function close() {
    if (!this.open) return
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
}

let lastEvent = 0
const toggle = (isOpen: boolean, sequence = 1) => {
  lastEvent += 1
  return { id: `e${lastEvent}`, sequence, timestamp: 't', name: 'dialogToggled', payload: isOpen }
}

it('lets its wallet add only RPCs of the current config', async () => {
  const request = vi.fn(async () => null)
  const provider = { request }
  const handed: { wallet?: string }[] = []
  const [chain] = chains
  const named = { ...chain!, rpcUrls: ['https://rpc.test'], privateRpcs: ['https://quiet.example/private'] }
  const { inFrame } = await open(
    { provider, chains: [named] },
    { mount: (given) => void handed.push(given as object) },
  )
  const add = (url: string) =>
    inFrame().call('walletRequest', {
      wallet: handed[0]?.wallet,
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0x7a69', rpcUrls: [url] }],
    })
  await expect(add('https://quiet.example/other')).rejects.toMatchObject({ code: 4200 })
  expect(request).not.toHaveBeenCalled()
  for (const url of ['https://rpc.test', 'https://quiet.example/private']) await add(url)
  expect(request).toHaveBeenCalledTimes(2)
})

it('uncovers the page when it closes the dialog, or the user does, even if the frame does not respond', async () => {
  makeDialogs()
  const close = vi.fn()
  const { widget, inFrame, dialog } = await open({ mode: 'modal' }, { open: () => {}, close })
  const show = async () => {
    widget.open()
    inFrame().tell('event', toggle(true))
    await vi.waitFor(() => expect(dialog.open).toBe(true))
    expect(document.adoptedStyleSheets).toHaveLength(1)
  }
  await show()
  widget.close()
  expect(dialog.open).toBe(false)
  expect(document.adoptedStyleSheets).toHaveLength(0)
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))

  await show()
  dialog.close()
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2))
  expect(document.adoptedStyleSheets).toHaveLength(0)
  await show()
})

it('is covered by the dialog of a floating button only while the user interacts with the frame', async () => {
  makeDialogs()
  const userActivation = { isActive: false }
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: userActivation })
  ends.push(() => Reflect.deleteProperty(navigator, 'userActivation'))
  const close = vi.fn()
  const { inFrame, dialog } = await open({ mode: 'floating' }, { close })
  inFrame().tell('event', toggle(true))
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(dialog.open).toBe(false)
  userActivation.isActive = true
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  inFrame().tell('event', toggle(true))
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2))
  expect(dialog.open).toBe(false)
  expect(field).toHaveFocus()
  field.remove()
  dialog.querySelector('iframe')?.focus()
  inFrame().tell('event', toggle(true))
  await vi.waitFor(() => expect(dialog.open).toBe(true))
})

it('shows the end of a swap in its title while it is hidden, unless the page disables it', async () => {
  document.title = 'The host'
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  ends.push(() => Reflect.deleteProperty(document, 'hidden'))
  const quiet = await open({ notifyEnd: 'off' })
  await quiet.inFrame().call('title', 'Swap complete · ')
  expect(document.title).toBe('The host')
  const told = await open()
  await told.inFrame().call('title', 'Swap complete · ')
  expect(document.title).toBe('Swap complete · The host')
})

it('emits every event of a frame that restarts its sequence', async () => {
  const { widget, inFrame } = await open()
  const heard: unknown[] = []
  widget.onAny(({ sequence, payload }) => heard.push([sequence, payload]))
  for (const event of [toggle(true, 5), toggle(false, 1)]) inFrame().tell('event', event)
  await vi.waitFor(() =>
    expect(heard).toEqual([
      [1, true],
      [2, false],
    ]),
  )
})

it('sets the ids of the widget, visit, swap and quote of an event, whatever the frame sends', async () => {
  const { widget, inFrame } = await open()
  const heard: EventEnvelope[] = []
  widget.onAny((event) => heard.push(event))
  const route = { ...routeOfIntent(intentFixture), quoteId: 'quote-1' }
  const claims = { instanceId: 'a', sessionId: 'b', swapId: 'c', quoteId: 'd' }
  inFrame().tell('event', { ...toggle(true), ...claims })
  inFrame().tell('event', { ...toggle(true), ...claims, name: 'routeSelected', payload: { route } })
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  const [first, second] = heard
  const { instanceId, sessionId } = first ?? expect.unreachable()
  expect([instanceId, sessionId]).toEqual([
    expect.stringMatching(/^sluice-/),
    expect.stringMatching(/^session-/),
  ])
  expect(first).not.toHaveProperty('swapId')
  expect(first).not.toHaveProperty('quoteId')
  expect(second).toMatchObject({ instanceId, sessionId, swapId: route.id, quoteId: 'quote-1' })
})

it('drops unknown events of a frame, and reports each kind once', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  ends.push(vi.unstubAllGlobals)
  const { widget, inFrame } = await open()
  const heard: unknown[] = []
  widget.onAny((event) => heard.push(event))
  const tell = (event: unknown) => inFrame().tell('event', event)
  const named = (name: string, payload: unknown) => ({ ...toggle(true), name, payload })
  for (let times = 0; times < 2; times += 1) {
    tell(named('routeExecutionCompleted', { id: 'route', toAmountReceive: '1e9' }))
    tell(named('walletConnected', { address: { toString: 1 } }))
    tell(named('constructor', {}))
    tell({ name: 'walletConnected', payload: {} })
    tell('dialogToggled')
  }
  tell({ ...named('walletConnected', { chainId: 1, extra: true }), extra: true })
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard).toEqual([
    {
      version: 1,
      id: expect.any(String),
      instanceId: expect.stringMatching(/^sluice-/),
      sessionId: expect.stringMatching(/^session-/),
      sequence: 1,
      timestamp: 't',
      name: 'walletConnected',
      payload: { chainId: 1 },
    },
  ])
  expect(reported.mock.calls.map(([error]) => error.message)).toEqual([
    'The frame sent "routeExecutionCompleted" with an invalid payload',
    'The frame sent "walletConnected" with an invalid payload',
    'The frame sent an unknown event',
  ])
})

it('has the size that its mode allows, also after a mode change', async () => {
  const { widget, inFrame, dialog } = await open()
  const style = dialog.querySelector('iframe')?.style
  inFrame().tell('size', { block: 700 })
  await vi.waitFor(() => expect(style?.blockSize).toBe('700px'))
  widget.update({ ...config, mode: 'floating' })
  await vi.waitFor(() => expect(style?.blockSize).toBe('120px'))
  inFrame().tell('size', { inline: 4_000, block: 60 })
  await vi.waitFor(() => expect([style?.inlineSize, style?.blockSize]).toEqual(['320px', '60px']))
  widget.update(config)
  await vi.waitFor(() => expect(style?.inlineSize).toBe(''))
})

it.each(['before', 'after'])(
  'removes everything of a frame that is removed %s its document is loaded',
  async (when) => {
    const { shadow, mounting, stopping, onCreated, load } = setUp({}, { mount: () => new Promise(() => {}) })
    if (when === 'after') load()
    stopping.abort()
    expect(await mounting).toBeUndefined()
    expect(shadow.childNodes).toHaveLength(0)
    expect(onCreated).not.toHaveBeenCalled()
  },
)

it('waits for the document of a frame that reloaded before it was mounted', async () => {
  let asked = 0
  const answer = () => (asked++ === 0 ? new Promise(() => {}) : undefined)
  const { mounting, load } = setUp({}, { mount: answer })
  load()
  await vi.waitFor(() => expect(asked).toBe(1))
  load()
  const widget = await mounting
  expect(asked).toBe(2)
  widget?.destroy()
})

describe('page that connects a wallet', () => {
  async function openModal(onConnect: () => void) {
    makeDialogs()
    const page = await open({ mode: 'modal', onConnect }, { open: () => {}, close: () => {} })
    page.widget.open()
    page.inFrame().tell('event', toggle(true))
    await vi.waitFor(() => expect(page.dialog.open).toBe(true))
    const connect = () => page.inFrame().call('run', { name: 'onConnect' })
    return { ...page, connect, isAside: () => page.dialog.hasAttribute('data-aside') }
  }

  it('keeps the frame below its dialogs until the last request has ended, or the frame is closed', async () => {
    const { connect, isAside, widget, inFrame } = await openModal(() => {})
    const [first, second] = [connect(), connect()]
    await first
    expect(isAside()).toBe(true)
    inFrame().tell('event', { ...toggle(true), name: 'walletConnected', payload: {} })
    await second
    expect(isAside()).toBe(false)
    const third = connect()
    await vi.waitFor(() => expect(isAside()).toBe(true))
    widget.close()
    await third
    expect(isAside()).toBe(false)
  })

  it('raises the frame when the user continues in it without a wallet', async () => {
    const { connect, isAside, inFrame } = await openModal(() => {})
    const asked = connect()
    await vi.waitFor(() => expect(isAside()).toBe(true))
    inFrame().tell('back')
    await asked
    expect(isAside()).toBe(false)
  })

  it('reports an error of the page in the page, and raises the frame', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    ends.push(vi.unstubAllGlobals)
    const failure = new Error('no dialog')
    const { connect, isAside } = await openModal(() => {
      throw failure
    })
    await connect()
    expect(reported).toHaveBeenCalledWith(failure)
    expect(isAside()).toBe(false)
  })
})

it('limits the stored events of a frame that floods the page before it is mounted', async () => {
  const heard = vi.fn()
  const mountNow: (() => void)[] = []
  const { mounting, load, inFrame, onCreated } = setUp(
    {},
    { mount: () => new Promise<void>((resolve) => mountNow.push(resolve)) },
  )
  onCreated.mockImplementation(({ onAny }) => onAny(heard))
  load()
  await vi.waitFor(() => expect(mountNow).toHaveLength(1))
  for (let count = 0; count < 150; count += 1) inFrame().tell('event', toggle(true))
  mountNow[0]?.()
  const widget = await mounting
  expect(heard).toHaveBeenCalledTimes(100)
  widget?.destroy()
})
