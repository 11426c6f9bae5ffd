/**
 * Returns the value of `data-auto` on the script tag that loads the widget, or undefined when the page did not opt in.
 * A module has no `currentScript`, so its tag is found by its file name.
 */
export function readAutoMount(): string | undefined {
  const current = readCurrentScript()
  if (current) return current.dataset.auto
  const tags = [...document.querySelectorAll('script[type="module" i][data-auto]')]
  const own = tags.find((tag) => tag instanceof HTMLScriptElement && isSluiceScript(tag.src))
  return own?.getAttribute('data-auto') ?? undefined
}

/** Reads the getter of the prototype, because `<img name="currentScript">` shadows `document.currentScript`. */
export function readCurrentScript(): HTMLScriptElement | undefined {
  const getter = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get
  const script: unknown = getter?.call(document)
  return script instanceof HTMLScriptElement ? script : undefined
}

function isSluiceScript(src: string): boolean {
  return /\/sluice\.js(?:[?#]|$)/.test(src)
}
