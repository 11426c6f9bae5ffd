/**
 * `storage` events reach only other documents. This event notifies the other widgets of the same
 * document.
 */
export const WRITTEN = 'sluice:stored'

/**
 * Calls back when another tab or widget changed a stored value. Returns the unsubscribe function.
 */
export function onStoredChange(key: string, changed: () => void): () => void {
  const listen = (event: Event) => {
    // The key of a `storage` event is null when the whole storage was cleared.
    const { key: stored, detail = stored } = event as StorageEvent & CustomEvent<string>
    if (detail === key || detail === null) changed()
  }
  const types = ['storage', WRITTEN]
  for (const type of types) globalThis.addEventListener?.(type, listen)
  return () => {
    for (const type of types) globalThis.removeEventListener?.(type, listen)
  }
}
