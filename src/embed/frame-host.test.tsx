import { afterEach, expect, it, vi } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { mount } from './frame-host.ts'
import type { MountedWidget } from './mount.tsx'
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
  // jsdom has none.
  shadow.adoptedStyleSheets ??= []
  return shadow
}

/** A page with a frame, whose document answers with these handlers. */
function setUp(given: Partial<WidgetConfig> = {}, handlers: PortHandlers = {}) {
  const shadow = makeShadow()
  const mounting = mount(shadow, { ...config, ...given }, () => {}, { frameUrl: FRAME_URL })
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
  return { shadow, mounting, load, inFrame, dialog: shadow.querySelector('dialog') as HTMLDialogElement }
}

/** The same, mounted. */
async function open(given?: Partial<WidgetConfig>, handlers?: PortHandlers) {
  const page = setUp(given, handlers)
  page.load()
  const widget: MountedWidget = await page.mounting
  ends.push(widget.destroy)
  return { ...page, widget }
}

it.each([
  'javascript:parent.document.body.remove()',
  'data:text/html,<script>parent.alert(1)</script>',
  'about:blank',
  'blob:https://frame.test/1',
  '/frame.html',
])('is no frame of %s', async (frameUrl) => {
  const shadow = makeShadow()
  await expect(mount(shadow, config, () => {}, { frameUrl })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  })
  expect(shadow.querySelector('iframe')).toBeNull()
})

it('is mounted once the frame has taken the config', async () => {
  const mountHere = vi.fn()
  await open({}, { mount: mountHere })
  expect(mountHere).toHaveBeenCalledWith({ data: config, functions: [] })
})
