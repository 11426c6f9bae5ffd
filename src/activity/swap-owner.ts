import { createId } from '../../wire/lib/create-id.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { readText, writeText } from '../lib/stored-text.ts'

/**
 * Ownership lasts this long after the end, because other tabs read the stored end a moment later.
 */
export const STORED_MS = 1_000
/**
 * An unrenewed lease expires after this time, which is longer than browsers delay timers of hidden
 * tabs.
 */
const LEASE_MS = 150_000
const RENEW_MS = 2_000
const RETRY_MS = 1_000
/** After two tabs took a lease at the same time, both read the last writer after this delay. */
const SETTLE_MS = 100

export interface OwnOptions {
  /**
   * Takes the name from another owner instead of waiting. For the widget that sends the swap.
   * Default false.
   */
  steals?: boolean
}

/**
 * Resolves once this widget is the only one of all tabs that may emit the end of a swap, until
 * `controller` is aborted or the page is closed. Aborts `controller` when another widget takes
 * over. Uses Web Locks or, on pages without https, a lease in localStorage. Rejects with the reason
 * of `controller` if it is aborted first.
 */
export async function ownSwap(
  name: string,
  controller: AbortController,
  options: OwnOptions = {},
): Promise<void> {
  controller.signal.throwIfAborted()
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (locks) await lock(locks, name, controller, options)
  else await lease(name, controller, options)
}

function lock(
  locks: LockManager,
  name: string,
  controller: AbortController,
  { steals = false }: OwnOptions,
): Promise<void> {
  const { signal } = controller
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve()
      return new Promise<void>((release) => {
        const end = () => setTimeout(release, STORED_MS)
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      })
    }
    locks.request(name, steals ? { steal: true } : { signal }, hold).catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : ''
      // Documents with an opaque origin cannot use locks and share no storage.
      if (name === 'SecurityError') return resolve()
      if (name === 'AbortError') controller.abort()
      reject(error)
    })
  })
}

/**
 * Takes a name that no other tab or widget holds, and resolves to a function that releases it after
 * a delay in milliseconds; undefined if the name is taken.
 */
export async function takeIfFree(name: string): Promise<((delayMs: number) => void) | undefined> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (locks) return takeLock(locks, name)
  const controller = new AbortController()
  const isTaken = await lease(name, controller, { waits: false })
  return isTaken ? (delayMs) => after(delayMs, () => controller.abort()) : undefined
}

/** Runs synchronously without a delay, because a page that is closed runs no timer. */
function after(delayMs: number, run: () => void): void {
  if (delayMs === 0) run()
  else setTimeout(run, delayMs)
}

function takeLock(locks: LockManager, name: string): Promise<((delayMs: number) => void) | undefined> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve((delayMs) => after(delayMs, release)))
    }
    // Documents with an opaque origin cannot use locks and share nothing with another tab.
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}))
  })
}

/** Resolves to false if the lease is taken and not waited for. */
async function lease(
  name: string,
  controller: AbortController,
  { steals = false, waits = true }: OwnOptions & { waits?: boolean },
): Promise<boolean> {
  const { signal } = controller
  const owner = createId('owner')
  const write = () => writeText(name, `${owner} ${Date.now() + LEASE_MS}`)
  const isOwn = () => readText(name)?.startsWith(`${owner} `) ?? false
  if (steals) write()
  else {
    while (isTaken(name) || !(await take())) {
      if (!waits) return false
      await sleep(RETRY_MS, signal)
    }
  }
  const timer = setInterval(() => {
    // Another widget took the lease, or the storage was cleared.
    if (isOwn() || readText(name) === undefined) write()
    else controller.abort()
  }, RENEW_MS)
  if (signal.aborted) end()
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  globalThis.addEventListener?.('pagehide', end)
  return true

  async function take(): Promise<boolean> {
    if (!write()) return true
    await sleep(SETTLE_MS)
    return isOwn()
  }

  function end(): void {
    clearInterval(timer)
    globalThis.removeEventListener?.('pagehide', end)
    if (isOwn()) writeText(name, undefined)
  }
}

function isTaken(name: string): boolean {
  const until = Number(readText(name)?.split(' ')[1])
  // Rejects leases from a clock that was set back since.
  return until > Date.now() && until <= Date.now() + LEASE_MS
}
