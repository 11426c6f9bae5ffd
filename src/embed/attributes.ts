import type { WidgetConfig } from '../config/types.ts'
import type { IsolationOptions } from './types.ts'

type Reader = (value: string) => unknown
const text: Reader = (value) => value
/** An invalid number stays a string, so that the config error quotes it. */
const number: Reader = (value) => (value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value))

/** The config fields with an attribute, and how each is parsed. */
const ATTRIBUTES = {
  integrator: ['integrator', text],
  'api-key': ['apiKey', text],
  'base-url': ['baseUrl', text],
  'yield-url': ['yieldUrl', text],
  'tokens-url': ['tokensUrl', text],
  'exchange-rates-url': ['exchangeRatesUrl', text],
  'slippage-bps': ['slippageBps', number],
  'deadline-seconds': ['deadlineSeconds', number],
  'storage-key': ['storageKey', text],
  'support-url': ['supportUrl', text],
  'price-refresh-ms': ['priceRefreshMs', number],
  mode: ['mode', text],
  theme: ['theme', text],
  locale: ['locale', text],
} as const satisfies Record<string, readonly [keyof WidgetConfig, Reader]>

export type ConfigAttribute = keyof typeof ATTRIBUTES

/** How the widget of an element is kept apart from the page: the attributes `isolation` and `frame-url`. */
export function readIsolation(element: Element, prefix = ''): IsolationOptions {
  const read = (name: string) => element.getAttribute(prefix + name) ?? undefined
  return { isolation: read('isolation') as IsolationOptions['isolation'], frameUrl: read('frame-url') }
}

export const OBSERVED_ATTRIBUTES = ['config', ...Object.keys(ATTRIBUTES)]

/**
 * The config of an element: the `config` attribute (JSON), overridden by the `config` property, overridden by the simple
 * attributes. Undefined while none of them is set, as before a framework has set the property. `prefix` is that of each
 * attribute's name.
 */
export function readConfig(
  element: Element,
  property: WidgetConfig | undefined,
  prefix = '',
): WidgetConfig | undefined {
  const json = element.getAttribute(`${prefix}config`)
  const simple = Object.entries(ATTRIBUTES).flatMap(([attribute, [field, read]]) => {
    const value = element.getAttribute(prefix + attribute)
    return value === null ? [] : [[field, read(value)] as const]
  })
  if (json === null && property === undefined && !element.hasAttribute(`${prefix}integrator`))
    return undefined
  return {
    ...parse(json, `<${element.localName} ${prefix}config>`),
    ...property,
    ...Object.fromEntries(simple),
  } as WidgetConfig
}

function parse(json: string | null, at: string): object {
  if (json === null || json.trim() === '') return {}
  try {
    return JSON.parse(json) as object
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new SyntaxError(`${at}: expected JSON, ${message}`, { cause })
  }
}
