/** `storage` events reach other documents only: this one tells the other widgets of the same document. */
export const WRITTEN = 'sluice:stored'

/** Calls back when a stored value was changed by another tab or widget. Returns the unsubscribe function. */
export function onStoredChange(key: string, changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  const onWritten = (event: Event) => {
    if ((event as CustomEvent).detail === key) changed()
  }
  globalThis.addEventListener?.('storage', onStorage)
  globalThis.addEventListener?.(WRITTEN, onWritten)
  return () => {
    globalThis.removeEventListener?.('storage', onStorage)
    globalThis.removeEventListener?.(WRITTEN, onWritten)
  }
}
