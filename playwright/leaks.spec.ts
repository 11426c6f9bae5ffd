import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'

const CYCLES = 100
/** The first cycles load code and fill caches of the browser. */
const WARM_UP = 10

interface Left {
  nodes: number
  listeners: number
  timers: number
  observers: number
}

test('a hundred widgets that came and went leave no element, listener, timer or observer', async ({
  page,
}) => {
  await page.addInitScript(countTimers)
  await page.goto(`${stackAddresses().playgroundUrl}/embed-two.html`)
  await expect(page.locator('#second').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  await page.evaluate(() => document.querySelector('#second')?.remove())
  await page.locator('#remove-first').click()
  const session = await page.context().newCDPSession(page)
  await mountAndDestroy(page, WARM_UP)
  const before = await countLeft(page, session)

  await mountAndDestroy(page, CYCLES)
  // What was under way ends by itself: give it time, not forever.
  await expect
    .poll(async () => excess(before, await countLeft(page, session)), { timeout: 15_000, intervals: [500] })
    .toEqual({ nodes: 0, listeners: 0, timers: 0, observers: 0 })
})

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
  const own = await page.evaluate(() => (window as unknown as { left(): Omit<Left, 'nodes'> }).left())
  return { ...own, nodes, listeners: jsEventListeners }
}

/** By how much more than one in ten cycles left. */
function excess(before: Left, after: Left): Left {
  const over = (key: keyof Left) => Math.max(0, after[key] - before[key] - CYCLES / 10)
  return {
    nodes: over('nodes'),
    listeners: over('listeners'),
    timers: over('timers'),
    observers: over('observers'),
  }
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
