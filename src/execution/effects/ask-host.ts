import { sleep } from '../../../wire/lib/sleep.ts'
import type { WidgetHooks } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { anySignal } from '../../lib/any-signal.ts'
import { freezeCopy } from '../../lib/freeze-copy.ts'
import { HOST_HOOK_MS } from '../../lib/thresholds.ts'
import type { EffectContext } from './types.ts'

type HookName = keyof WidgetHooks
type RequestOf<Name extends HookName> = Parameters<NonNullable<WidgetHooks[Name]>>[0]

/**
 * Calls this hook of the host, if it is set, before a wallet request. Throws `HOST_REJECTED` when
 * the hook returns false, throws, or does not respond in time. The hook receives a frozen copy.
 */
export async function askHost<Name extends HookName>(
  name: Name,
  request: RequestOf<Name>,
  { config, signal }: Pick<EffectContext, 'config' | 'signal'>,
): Promise<void> {
  const hook = config().hooks[name] as ((request: RequestOf<Name>) => unknown) | undefined
  if (!hook) return
  signal.throwIfAborted()
  const answered = new AbortController()
  try {
    const answer = await Promise.race([
      callHook(name, () => hook(freezeCopy(request))),
      sleep(HOST_HOOK_MS, anySignal(signal, answered.signal)).then(() => {
        throw rejection(`${name} did not respond within ${HOST_HOOK_MS / 1_000} s`)
      }),
    ])
    if (answer === false) throw rejection(`${name} returned false`)
  } finally {
    answered.abort()
  }
}

async function callHook(name: HookName, call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (cause) {
    throw rejection(`${name} threw ${String(cause)}`, cause)
  }
}

function rejection(details: string, cause?: unknown): SluiceError {
  return new SluiceError('HOST_REJECTED', { details, cause })
}
