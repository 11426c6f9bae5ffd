import { checkObject } from './checks.ts'
import { configError } from './config-error.ts'
import type { WidgetHooks } from './types.ts'

const NAMES: readonly string[] = ['onBeforeApproval', 'onBeforeSwap'] satisfies (keyof WidgetHooks)[]

/** Validates `hooks`: known names, each a function. */
export function resolveHooks(path: string, value: unknown): WidgetHooks {
  const hooks = Object.entries(checkObject(path, value)).filter(([, hook]) => hook !== undefined)
  for (const [name, hook] of hooks) {
    if (!NAMES.includes(name)) throw configError(`${path}.${name}`, NAMES.join(' or '), hook)
    if (typeof hook !== 'function') throw configError(`${path}.${name}`, 'a function', hook)
  }
  return Object.fromEntries(hooks)
}
