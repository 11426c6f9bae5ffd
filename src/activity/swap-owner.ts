import { createId } from '../lib/create-id.ts'
import { sleep } from '../lib/sleep.ts'

/** An owner stays one for this long after it is done: other tabs see what it has stored only a moment later. */
export const STORED_MS = 1_000
/** A lease that nobody renews ends after this time: longer than browsers delay the timers of hidden tabs. */
const LEASE_MS = 150_000
const RENEW_MS = 2_000
const RETRY_MS = 1_000
/** Two tabs that take a lease at once: after this time both read who wrote last. */
const SETTLE_MS = 100

export interface OwnOptions {
  /** Takes it from another owner instead of waiting: for the widget that sends the swap. Default false. */
  steals?: boolean
}

/**
 * Resolves once this widget alone may tell the end of a swap: no other widget and no other tab does, until `controller` is
 * aborted or the page is closed. Aborts `controller` when another widget takes over. By Web Locks; where the browser has
 * none (pages without https), by a lease in localStorage. Rejects with the reason of `controller` if it is aborted first.
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
      // Documents of no origin may not lock, and store nothing that another could read.
      if (name === 'SecurityError') return resolve()
      if (name === 'AbortError') controller.abort()
      reject(error)
    })
  })
}

/**
 * Takes a name that no other tab and no other widget holds, and resolves to the function that gives it up after a delay in
 * milliseconds; undefined where somebody else holds it.
 */
export async function takeIfFree(name: string): Promise<((delayMs: number) => void) | undefined> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (locks) return takeLock(locks, name)
  const controller = new AbortController()
  const isTaken = await lease(name, controller, { waits: false })
  return isTaken ? (delayMs) => after(delayMs, () => controller.abort()) : undefined
}

/** At once without a delay: a page that is closed runs no timer. */
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
    // Documents of no origin may not lock, and have nothing in common with another tab.
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}))
  })
}

/** False where it is taken and not waited for. */
async function lease(
  name: string,
  controller: AbortController,
  { steals = false, waits = true }: OwnOptions & { waits?: boolean },
): Promise<boolean> {
  const { signal } = controller
  const owner = createId('owner')
  const write = () => store(name, `${owner} ${Date.now() + LEASE_MS}`)
  const isOwn = () => read(name)?.startsWith(`${owner} `) ?? false
  if (steals) write()
  else {
    while (isTaken(name) || !(await take())) {
      if (!waits) return false
      await sleep(RETRY_MS, signal)
    }
  }
  const timer = setInterval(() => {
    // Another widget wrote, or somebody cleared the storage.
    if (isOwn() || read(name) === undefined) write()
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
    if (isOwn()) store(name, undefined)
  }
}

function isTaken(name: string): boolean {
  const until = Number(read(name)?.split(' ')[1])
  // A clock that was set back must not keep a lease for ever.
  return until > Date.now() && until <= Date.now() + LEASE_MS
}

function read(name: string): string | undefined {
  try {
    return globalThis.localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** False where storage is blocked: then there is nothing to share with another tab. */
function store(name: string, value: string | undefined): boolean {
  try {
    if (value === undefined) globalThis.localStorage.removeItem(name)
    else globalThis.localStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
