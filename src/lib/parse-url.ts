/** Parses a URL, or returns undefined. The oldest supported browsers have no `URL.canParse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
