/** The stored text; undefined without one, and if storage is blocked. */
export function readText(key: string): string | undefined {
  try {
    return globalThis.localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it. Returns false if storage is blocked or full. */
export function writeText(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
