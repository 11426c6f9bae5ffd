/**
 * Adds enumerable fields to `Object.prototype`, as a script of the page could. Returns a function
 * that removes them.
 */
export function pollutePrototype(fields: object): () => void {
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(Object.prototype, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    })
  }
  return () => {
    for (const name of Object.keys(fields)) Reflect.deleteProperty(Object.prototype, name)
  }
}
