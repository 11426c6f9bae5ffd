/**
 * Returns the value of `data-auto` on the script tag that loads the widget, or undefined without
 * it. A module has no `currentScript`, so its tag is found by its file name.
 */
export function readAutoMount(current = readCurrentScript()): string | undefined {
  const own = current ?? document.querySelector('script[data-auto][src*="sluice.js"]')
  return own?.getAttribute('data-auto') ?? undefined
}

/** Reads the prototype's getter, because `<img name="currentScript">` shadows the property. */
export function readCurrentScript(): HTMLScriptElement | null {
  return Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null
}
