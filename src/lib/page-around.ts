/**
 * Returns the address of the page around a cross-origin frame, which `frame-widget.ts` wrote to the
 * root element. Returns undefined elsewhere. Uses the getter of the prototype, which an element
 * with the name `documentElement` cannot shadow.
 */
export function getPageAround(document: Document): string | undefined {
  const root = Reflect.get(Document.prototype, 'documentElement', document) as HTMLElement | null
  return root?.dataset.sluicePage
}
