import { checkFields, checkObject } from './checks.ts'
import { configError } from './config-error.ts'
import type { WidgetHooks } from './types.ts'

const NAMES = ['onBeforeApproval', 'onBeforeSwap'] as const satisfies (keyof WidgetHooks)[]
const EXPECTED = NAMES.join(' or ')

/**
 * Validates `hooks`: known names, each a function. An instance of a class may have other fields
 * too, but must have one of the hooks, because a misspelled one would have no effect.
 */
export function resolveHooks(path: string, value: unknown = {}): WidgetHooks {
  checkObject(path, value)
  const prototype = Object.getPrototypeOf(value)
  const isPlain = prototype === null || prototype === Object.prototype
  const given = isPlain ? checkFields(path, value, NAMES) : (value as Record<string, unknown>)
  const hooks: Record<string, unknown> = { __proto__: null }
  for (const name of NAMES) {
    const hook = given[name]
    if (hook === undefined) continue
    if (typeof hook !== 'function') throw configError(`${path}.${name}`, 'a function', hook)
    // Functions of a plain object are not bound, so that the same hooks in a new object are no
    // change.
    hooks[name] = isPlain ? hook : hook.bind(given)
  }
  if (!isPlain && Object.keys(hooks).length === 0)
    throw configError(path, `an object with ${EXPECTED}`, value)
  return hooks
}
