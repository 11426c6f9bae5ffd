import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'

/** The sample of every run, and the proof. Development React is slow: a smaller sample. */
const CYCLES = { script: [100, 1_000], 'React in StrictMode': [20, 1_000] } as const
type Kind = keyof typeof CYCLES
/** How many cycles run before the test looks whether one failed. */
const AT_ONCE = 100
/** The first cycles load code and fill caches of the browser. */
const WARM_UP = 10

type ReactSkin = typeof import('../stories/playground/react-skin.tsx')

interface Left {
  nodes: number
  listeners: number
  timers: number
  observers: number
  /** Sockets, event streams, channels, workers, requests under way, and Web Locks held or waited for. */
  connections: number
  /** Entries of the page's storages. */
  stored: number
  /** Kilobytes of the page's own objects. */
  heap: number
}

/** What this reads of a heap snapshot: `nodes` has the fields of each object in a row. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** What may stay, however many widgets came and went: less than a widget's heap, which is 100 kB and more. */
const TOLERATED: Left = {
  nodes: 10,
  listeners: 10,
  timers: 10,
  observers: 10,
  connections: 0,
  stored: 0,
  heap: 100,
}

for (const kind of Object.keys(CYCLES) as Kind[]) {
  for (const cycles of CYCLES[kind]) {
    const tag = cycles > AT_ONCE ? '@proof' : []
    test(`${cycles} widgets that came and went leave no element, listener, timer, observer, connection, entry or heap: ${kind}`, {
      tag,
    }, async ({ page }) => {
      test.setTimeout(900_000)
      await leaveNothing(page, kind, cycles)
    })
  }
}

async function leaveNothing(page: Page, kind: Kind, cycles: number): Promise<void> {
  await page.addInitScript(countTimers)
  await page.addInitScript(countConnections)
  await page.goto(`${stackAddresses().playgroundUrl}/embed-two.html`)
  await expect(page.locator('#second').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  await page.evaluate(() => document.querySelector('#second')?.remove())
  await page.locator('#remove-first').click()
  const session = await page.context().newCDPSession(page)
  await mountAndDestroy(page, kind, WARM_UP)
  const before = await countLeft(page, session)

  for (let done = 0; done < cycles; done += AT_ONCE)
    await mountAndDestroy(page, kind, Math.min(AT_ONCE, cycles))
  // What was under way ends by itself: give it time, not forever.
  await expect
    .poll(async () => excess(before, await countLeft(page, session)), { timeout: 15_000, intervals: [500] })
    .toEqual({ nodes: 0, listeners: 0, timers: 0, observers: 0, connections: 0, stored: 0, heap: 0 })
}

/** Mounts widgets one after the other and destroys each as soon as it is there. */
function mountAndDestroy(page: Page, kind: Kind, times: number): Promise<void> {
  return page.evaluate(
    async ({ isReact, count }) => {
      const { localConfig } = await import('/local-config.js' as string)
      const config = await localConfig('ethereum')
      if (isReact) await import('/react-skin.js' as string)
      const { SluiceReact } = window as unknown as { SluiceReact: Promise<ReactSkin> }
      const react = isReact ? await SluiceReact : undefined
      for (let cycle = 0; cycle < count; cycle += 1) {
        const place = document.createElement('div')
        document.body.append(place)
        const handle = react
          ? react.create(place, config, { isStrict: true })
          : window.Sluice.create(place, config)
        if ('ready' in handle) await handle.ready
        const isShown = () =>
          (react ? place : place.firstElementChild?.shadowRoot)?.querySelector(
            '[data-sluice-root] [data-part="amount"]',
          )
        for (let frame = 0; frame < 600 && !isShown(); frame += 1)
          await new Promise((painted) => requestAnimationFrame(painted))
        if (!isShown()) throw new Error('No widget appeared')
        handle.destroy()
        if (place.childNodes.length) throw new Error('The widget left something in its place')
        place.remove()
      }
    },
    { isReact: kind !== 'script', count: times },
  )
}

/** What the page holds after a garbage collection. */
async function countLeft(page: Page, session: CDPSession): Promise<Left> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const heap = await measureHeap(session)
  const own = await page.evaluate(async () => ({
    ...(window as unknown as { left(): Pick<Left, 'timers' | 'observers'> }).left(),
    connections: await (window as unknown as { connections(): Promise<number> }).connections(),
    stored: localStorage.length + sessionStorage.length,
  }))
  return { ...own, nodes, listeners: jsEventListeners, heap }
}

/** What the browser holds for itself: code it compiles again and again, its log of requests and of slow frames. Nodes are counted. */
const OF_BROWSER = ['code', 'native']

/** Kilobytes of live objects of the page's scripts. */
async function measureHeap(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => {
    chunks.push(chunk)
  }
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes }: HeapSnapshot = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!OF_BROWSER.includes(types[0][nodes[at + type] ?? 0] ?? '')) bytes += nodes[at + size] ?? 0
  return Math.round(bytes / 1_000)
}

/** By how much more is left than is tolerated. */
function excess(before: Left, after: Left): Left {
  const keys = Object.keys(TOLERATED) as (keyof Left)[]
  const over = keys.map((key) => [key, Math.max(0, after[key] - before[key] - TOLERATED[key])])
  return Object.fromEntries(over)
}

/** Counts the timers and observers that are on. Runs in the page before its scripts. */
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

/** Counts what connects the page with others and is open. Runs in the page before its scripts. */
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
