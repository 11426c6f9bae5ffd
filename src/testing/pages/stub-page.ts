import { vi } from 'vitest'

/** Parts of a page that Node lacks, as global values: `vi.unstubAllGlobals` removes them. */
export interface StubbedPage {
  /** The content of localStorage. */
  items: Map<string, string>
  /** The number of window listeners. */
  listeners(): number
}

/** Gives Node a localStorage, a window for wallets, and the events of a page. */
export function stubPage(): StubbedPage {
  const items = new Map<string, string>()
  const page = new EventTarget()
  let listeners = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  })
  vi.stubGlobal('addEventListener', (...args: Parameters<EventTarget['addEventListener']>) => {
    listeners += 1
    page.addEventListener(...args)
  })
  vi.stubGlobal('removeEventListener', (...args: Parameters<EventTarget['removeEventListener']>) => {
    listeners -= 1
    page.removeEventListener(...args)
  })
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  return { items, listeners: () => listeners }
}
