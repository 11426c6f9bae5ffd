/** The URL a text spells; undefined if it is none. `URL.canParse` is newer than the oldest supported browser. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
