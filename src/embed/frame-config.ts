import { checkFunction, checkProvider, optionally } from '../config/checks.ts'
import { configError } from '../config/config-error.ts'
import { resolveHooks } from '../config/resolve-hooks.ts'
import type { HostProvider, WidgetConfig } from '../config/types.ts'
import { ownFields } from '../lib/own-fields.ts'

/** The functions of a config by their path. The other side of a frame calls them by that name. */
export type FrameFunctions = Readonly<Record<string, (value: unknown) => unknown>>

/** A config as passed to a frame: data, and the names of the functions that stay in the page. */
export interface FrameConfig {
  data: Omit<WidgetConfig, 'priceSource' | 'hooks' | 'onConnect' | 'provider'>
  functions: readonly string[]
  /** The id of the page's own wallet, if it has one. Another wallet has another id. */
  wallet?: string | undefined
  /**
   * The address of the page around the frame, without query and fragment. Only in the first config.
   */
  page?: string | undefined
}

/** The fields that cannot be passed, and the expected alternative. */
export const FRAME_REFUSES: Partial<Record<keyof WidgetConfig, string>> = {
  connectors: 'nothing in a frame, which has the wallets of this page; pass a wallet of yours as `provider`',
  wagmiConfig: 'nothing in a frame; pass the wallet as `provider`',
  queryClient: 'nothing in a frame, which has its own',
  urlSync: 'nothing in a frame, which cannot read the address of this page',
}

const HOOKS = ['onBeforeApproval', 'onBeforeSwap'] as const

/**
 * Divides a config into data and functions. Throws `CONFIG_INVALID` for a field that cannot be
 * passed to another origin, and for values that should be functions. The frame checks the rest.
 */
export function divideConfig(config: WidgetConfig): Omit<FrameConfig, 'wallet'> & { calls: FrameFunctions } {
  const { priceSource, hooks, onConnect, provider, ...rest } = ownFields(config)
  optionally(checkFunction)('priceSource', priceSource)
  optionally(checkFunction)('onConnect', onConnect)
  optionally(checkProvider)('provider', provider)
  // A dropped hook, for example a misspelled one, would stop no swap.
  const checked = optionally(resolveHooks)('hooks', hooks)
  const calls: Record<string, (value: unknown) => unknown> = {}
  if (priceSource) {
    calls.priceSource = (tokens) =>
      priceSource(tokens as Parameters<typeof priceSource>[0], { signal: AbortSignal.timeout(5_000) })
  }
  if (onConnect) calls.onConnect = () => onConnect()
  for (const name of HOOKS) {
    const hook = checked?.[name]
    if (hook) calls[name] = (request) => hook(request as never)
  }
  const data: Record<string, unknown> = ownFields({})
  for (const [field, value] of Object.entries(rest)) {
    const isNothing = value === undefined || value === null || value === false
    if (isNothing && FRAME_REFUSES[field as keyof WidgetConfig]) continue
    const expected =
      FRAME_REFUSES[field as keyof WidgetConfig] ?? (isData(value) ? undefined : 'data without functions')
    if (expected) throw configError(field, expected, value)
    data[field] = value
  }
  return { data: data as never, functions: Object.keys(calls), calls }
}

/**
 * Resolves names and ids in the frame to functions and wallets of the page. The same name returns
 * the same object.
 */
export interface FrameSide {
  run(name: string): (value?: unknown) => Promise<never>
  provider(id: string): HostProvider
}

/** The config of the widget in the frame. */
export function joinConfig(sent: FrameConfig, { run, provider }: FrameSide): WidgetConfig {
  const { data, functions, wallet } = ownFields(sent)
  const has = (name: string) => functions.includes(name)
  const hooks = HOOKS.filter(has).map((name) => [name, run(name)])
  return {
    ...data,
    ...(wallet !== undefined && { provider: provider(wallet) }),
    ...(has('priceSource') && { priceSource: run('priceSource') }),
    ...(has('onConnect') && { onConnect: run('onConnect') }),
    ...(hooks.length > 0 && { hooks: Object.fromEntries(hooks) }),
  }
}

function isData(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
