import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { SKINS } from './skin-page.ts'
import { stackAddresses } from './stack.ts'

interface Kind {
  /** Code that mounts a widget into `place` with `config` and returns its handle. */
  code: string
  /**
   * The number of cycles in every run. `npm run proof` runs 1,000. The development React is slow
   * and has fewer.
   */
  sample: number
  isDialog?: boolean
}

const react = (options: string) =>
  `(await (await import('/react-skin.js'), window.SluiceReact)).create(place, config, ${options})`

const KINDS: Readonly<Record<string, Kind>> = {
  script: { code: SKINS.create, sample: 100 },
  'React in StrictMode': { code: react('{ isStrict: true }'), sample: 20 },
  'React in a shadow root': { code: SKINS['the React component in a shadow root'], sample: 5 },
  'the element': { code: SKINS['the element'], sample: 5 },
  'a frame': { code: SKINS['a frame'], sample: 5 },
  'an open dialog of the script': { code: SKINS.create, sample: 5, isDialog: true },
  'an open dialog of React': { code: react('{}'), sample: 0, isDialog: true },
}
const PROOF = 1_000
/** The number of cycles between two checks for errors. */
const AT_ONCE = 100
/** The first cycles load code and fill caches of the browser. */
const WARM_UP = 10

interface Left {
  nodes: number
  listeners: number
  timers: number
  observers: number
  /** Sockets, event streams, channels, workers, pending requests, and held or awaited Web Locks. */
  connections: number
  /** Frames in the page, whose nodes are counted separately. */
  frames: number
  /** Entries of the page's storages. */
  stored: number
  /** Kilobytes of the page's own objects. */
  heap: number
}

/** The used parts of a heap snapshot. `nodes` contains the fields of each object consecutively. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/**
 * The tolerated remainder for any number of widgets. It is less than one widget's heap of over 100
 * kB.
 */
const TOLERATED: Left = {
  nodes: 10,
  listeners: 10,
  timers: 10,
  observers: 10,
  connections: 0,
  frames: 0,
  stored: 0,
  heap: 100,
}

for (const [name, kind] of Object.entries(KINDS)) {
  for (const cycles of [kind.sample, PROOF]) {
    if (!cycles) continue
    test(`${cycles} mounted and destroyed widgets leave no element, listener, timer, observer, connection, entry or heap: ${name}`, {
      tag: cycles === PROOF ? '@proof' : [],
    }, async ({ page }) => {
      test.setTimeout(1_800_000)
      await leaveNothing(page, kind, cycles)
    })
  }
}

async function leaveNothing(page: Page, kind: Kind, cycles: number): Promise<void> {
  const { playgroundUrl } = stackAddresses()
  const frames =
    kind.code === SKINS['a frame'] && (await startFrameServer({ parents: [new URL(playgroundUrl).origin] }))
  const frameUrl = frames ? `${frames.url}/frame.html` : ''
  await page.addInitScript(countTimers)
  await page.addInitScript(countConnections)
  await page.goto(`${playgroundUrl}/embed-two.html`)
  await expect(page.locator('#second').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  await page.evaluate(() => document.querySelector('#second')?.remove())
  await page.locator('#remove-first').click()
  const session = await page.context().newCDPSession(page)
  await mountAndDestroy(page, { kind, frameUrl, times: WARM_UP })
  let before = await countLeft(page, session)
  const mountAll = async () => {
    for (let done = 0; done < cycles; done += AT_ONCE)
      await mountAndDestroy(page, { kind, frameUrl, times: Math.min(AT_ONCE, cycles) })
  }
  // In few cycles the browser's compiled code outweighs a leak, which the node count also shows.
  const tolerated = { ...TOLERATED, ...(cycles < AT_ONCE && { heap: 400 }) }
  const nothing = Object.fromEntries(Object.keys(TOLERATED).map((key) => [key, 0]))
  const poll = async () => excess({ before, after: await countLeft(page, session), tolerated })
  // Pending work ends within a limited time.
  const expectNothing = (timeout: number) => expect.poll(poll, { timeout, intervals: [500] }).toEqual(nothing)
  await mountAll()
  try {
    await expectNothing(15_000)
  } catch {
    // A busy browser may retain one widget, e.g. of its last slow frame. A leak grows with each.
    before = await countLeft(page, session)
    await mountAll()
    await expectNothing(60_000)
  }
  if (frames) await frames.stop()
}

interface Cycles {
  kind: Kind
  frameUrl: string
  times: number
}

/** Mounts widgets one after another and destroys each as soon as it is shown. */
function mountAndDestroy(page: Page, cycles: Cycles): Promise<void> {
  return page.evaluate(async ({ kind: { code, isDialog }, frameUrl, times }) => {
    interface Handle {
      ready?: Promise<void>
      open(): unknown
      destroy(): void
    }
    const { localConfig } = await import('/local-config.js' as string)
    const config = { ...(await localConfig('ethereum')), ...(isDialog && { mode: 'modal' }) }
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor
    const mount = new AsyncFunction('place', 'config', 'frameUrl', `return ${code}`)
    for (let cycle = 0; cycle < times; cycle += 1) {
      const place = document.createElement('div')
      document.body.append(place)
      const handle: Handle = await mount(place, config, frameUrl)
      await handle.ready
      if (isDialog) await handle.open()
      const isShown = () => {
        const inner = [...place.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)
        const root = inner?.shadowRoot ?? place
        // The content of a frame is not accessible, but its height follows it.
        if (frameUrl) return (root.querySelector('iframe')?.clientHeight ?? 0) > 300
        return root.querySelector('[data-sluice-root] [data-part="amount"]')
      }
      for (let frame = 0; frame < 600 && !isShown(); frame += 1)
        await new Promise((painted) => requestAnimationFrame(painted))
      if (!isShown()) throw new Error('No widget appeared')
      handle.destroy()
      if (place.childNodes.length) throw new Error('The widget left something in its place')
      // React unmounts once the running code has ended.
      await null
      if (isDialog && getComputedStyle(document.documentElement).overflow === 'hidden')
        throw new Error('The page cannot be scrolled')
      place.remove()
    }
  }, cycles)
}

/** Counts the objects of the page after a garbage collection. */
async function countLeft(page: Page, session: CDPSession): Promise<Left> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const heap = await measureHeap(session)
  const own = await page.evaluate(async () => ({
    ...(window as unknown as { left(): Pick<Left, 'timers' | 'observers'> }).left(),
    connections: await (window as unknown as { connections(): Promise<number> }).connections(),
    stored: localStorage.length + sessionStorage.length,
  }))
  const frames = page.frames().length
  return { ...own, nodes, listeners: jsEventListeners, frames, heap }
}

/**
 * Objects that the browser retains for itself: compiled code, and logs of requests and slow frames.
 * Nodes are counted separately.
 */
const OF_BROWSER = ['code', 'native']

const MAX_SNAPSHOTS = 3

async function takeSnapshot(session: CDPSession, number = 1): Promise<HeapSnapshot> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => {
    chunks.push(chunk)
  }
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  try {
    return JSON.parse(chunks.join(''))
  } catch (error) {
    // Some chunks occasionally belong to another snapshot.
    if (number === MAX_SNAPSHOTS) throw error
    return takeSnapshot(session, number + 1)
  }
}

/** Returns the size of live objects of the page's scripts in kilobytes. */
async function measureHeap(session: CDPSession): Promise<number> {
  const { snapshot, nodes } = await takeSnapshot(session)
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!OF_BROWSER.includes(types[0][nodes[at + type] ?? 0] ?? '')) bytes += nodes[at + size] ?? 0
  return Math.round(bytes / 1_000)
}

/** Returns the remainder above the tolerated one. */
function excess({ before, after, tolerated }: Record<'before' | 'after' | 'tolerated', Left>): Left {
  const keys = Object.keys(TOLERATED) as (keyof Left)[]
  const over = keys.map((key) => [key, Math.max(0, after[key] - before[key] - tolerated[key])])
  return Object.fromEntries(over)
}

/** Counts active timers and observers. Runs in the page before its scripts. */
function countTimers(): void {
  const timers = new Set<unknown>()
  const observers = new Set<unknown>()
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window
  Object.assign(window, {
    left: () => ({ timers: timers.size, observers: observers.size }),
    setTimeout: (call: () => void, ...rest: unknown[]) => {
      const id = setTimeout(
        () => {
          timers.delete(id)
          call()
        },
        ...(rest as [number]),
      )
      timers.add(id)
      return id
    },
    setInterval: (...given: unknown[]) => {
      const id = setInterval(...(given as [() => void, number]))
      timers.add(id)
      return id
    },
    clearTimeout: (id: number) => {
      timers.delete(id)
      clearTimeout(id)
    },
    clearInterval: (id: number) => {
      timers.delete(id)
      clearInterval(id)
    },
  })
  for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'] as const) {
    const { observe, disconnect } = window[name].prototype as unknown as Record<string, () => void>
    Object.assign(window[name].prototype, {
      observe(this: unknown, ...given: []) {
        observers.add(this)
        return observe?.apply(this, given)
      },
      disconnect(this: unknown) {
        observers.delete(this)
        return disconnect?.apply(this)
      },
    })
  }
}

/** Counts open connections of the page. Runs in the page before its scripts. */
function countConnections(): void {
  const open = new Set<unknown>()
  type Opened = { close?(): void; terminate?(): void; addEventListener: EventTarget['addEventListener'] }
  const globals = window as unknown as Record<string, new (...given: unknown[]) => Opened>
  for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel', 'Worker', 'SharedWorker']) {
    const Original = globals[name]
    if (!Original) continue
    globals[name] = class extends Original {
      constructor(...given: unknown[]) {
        super(...given)
        open.add(this)
        this.addEventListener('close', () => open.delete(this))
      }
      override close() {
        open.delete(this)
        super.close?.()
      }
      override terminate() {
        open.delete(this)
        super.terminate?.()
      }
    }
  }
  const { fetch } = window
  window.fetch = async (...given) => {
    const request = {}
    open.add(request)
    try {
      return await fetch(...given)
    } finally {
      open.delete(request)
    }
  }
  const connections = async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return open.size + held.length + pending.length
  }
  Object.assign(window, { connections })
}
