/**
 * Returns the address of the page around a frame of another origin, which `frame-widget.ts` wrote to the
 * root element. Returns undefined elsewhere. The getter of the prototype cannot be replaced by an element
 * with the name `documentElement`.
 */
export function getPageAround(document: Document): string | undefined {
  const root = Reflect.get(Document.prototype, 'documentElement', document) as HTMLElement | null
  return root?.dataset.sluicePage
}
