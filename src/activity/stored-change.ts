/** `storage` events reach other documents only: this one tells the other widgets of the same document. */
export const WRITTEN = 'sluice:stored'

/** Calls back when a stored value was changed by another tab or widget. Returns the unsubscribe function. */
export function onStoredChange(key: string, changed: () => void): () => void {
  const listen = (event: Event) => {
    // `storage` has the key: null where everything was cleared.
    const { key: stored, detail = stored } = event as StorageEvent & CustomEvent<string>
    if (detail === key || detail === null) changed()
  }
  const types = ['storage', WRITTEN]
  for (const type of types) globalThis.addEventListener?.(type, listen)
  return () => {
    for (const type of types) globalThis.removeEventListener?.(type, listen)
  }
}
