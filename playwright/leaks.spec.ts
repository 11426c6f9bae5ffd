import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'

/** The sample of every run, and the proof. */
const CYCLES = [100, 1_000]
/** How many cycles run before the test looks whether one failed. */
const AT_ONCE = 100
/** The first cycles load code and fill caches of the browser. */
const WARM_UP = 10

interface Left {
  nodes: number
  listeners: number
  timers: number
  observers: number
  /** Entries of the page's storages. */
  stored: number
  /** Kilobytes. */
  heap: number
}

/** What may stay, however many widgets came and went: what the browser holds for itself. A widget's heap is 100 kB and more. */
const TOLERATED: Left = { nodes: 10, listeners: 10, timers: 10, observers: 10, stored: 0, heap: 3_000 }

for (const cycles of CYCLES) {
  const tag = cycles > AT_ONCE ? '@proof' : []
  test(`${cycles} widgets that came and went leave no element, listener, timer, observer, entry or heap`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(900_000)
    await leaveNothing(page, cycles)
  })
}

async function leaveNothing(page: Page, cycles: number): Promise<void> {
  await page.addInitScript(countTimers)
  await page.goto(`${stackAddresses().playgroundUrl}/embed-two.html`)
  await expect(page.locator('#second').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  await page.evaluate(() => document.querySelector('#second')?.remove())
  await page.locator('#remove-first').click()
  const session = await page.context().newCDPSession(page)
  await mountAndDestroy(page, WARM_UP)
  const before = await countLeft(page, session)

  for (let done = 0; done < cycles; done += AT_ONCE) await mountAndDestroy(page, AT_ONCE)
  // What was under way ends by itself: give it time, not forever.
  await expect
    .poll(async () => excess(before, await countLeft(page, session)), { timeout: 15_000, intervals: [500] })
    .toEqual({ nodes: 0, listeners: 0, timers: 0, observers: 0, stored: 0, heap: 0 })
}

/** Mounts widgets one after the other and destroys each as soon as it is there. */
function mountAndDestroy(page: Page, times: number): Promise<void> {
  return page.evaluate(async (count) => {
    const { localConfig } = await import('/local-config.js' as string)
    const config = await localConfig('ethereum')
    for (let cycle = 0; cycle < count; cycle += 1) {
      const place = document.createElement('div')
      document.body.append(place)
      const handle = window.Sluice.create(place, config)
      await handle.ready
      const isShown = () =>
        place.firstElementChild?.shadowRoot?.querySelector('[data-sluice-root] [data-part="amount"]')
      for (let frame = 0; frame < 600 && !isShown(); frame += 1)
        await new Promise((painted) => requestAnimationFrame(painted))
      if (!isShown()) throw new Error('No widget appeared')
      handle.destroy()
      if (place.childNodes.length) throw new Error('The widget left something in its place')
      place.remove()
    }
  }, times)
}

/** What the page holds after a garbage collection. */
async function countLeft(page: Page, session: CDPSession): Promise<Left> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const own = await page.evaluate(() => ({
    ...(window as unknown as { left(): Pick<Left, 'timers' | 'observers'> }).left(),
    stored: localStorage.length + sessionStorage.length,
  }))
  return { ...own, nodes, listeners: jsEventListeners, heap: Math.round(usedSize / 1_000) }
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
