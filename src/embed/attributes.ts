import type { WidgetConfig } from '../config/types.ts'

type Reader = (value: string) => unknown
const text: Reader = (value) => value
/** What is no number stays text, so that the config's own check can quote it. */
const number: Reader = (value) => (value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value))

/** Fields simple enough for an attribute, and how each is read. */
const ATTRIBUTES = {
  integrator: ['integrator', text],
  'api-key': ['apiKey', text],
  'base-url': ['baseUrl', text],
  'yield-url': ['yieldUrl', text],
  'tokens-url': ['tokensUrl', text],
  'exchange-rates-url': ['exchangeRatesUrl', text],
  'slippage-bps': ['slippageBps', number],
  'price-refresh-ms': ['priceRefreshMs', number],
  theme: ['theme', text],
  locale: ['locale', text],
} as const satisfies Record<string, readonly [keyof WidgetConfig, Reader]>

export const OBSERVED_ATTRIBUTES = ['config', ...Object.keys(ATTRIBUTES)]

/**
 * The config an element carries: the `config` attribute (JSON), over it the `config` property, over both the
 * simple attributes. Undefined while it says nothing of an integrator, as before a framework has set the property.
 */
export function readConfig(element: Element, property: WidgetConfig | undefined): WidgetConfig | undefined {
  const json = element.getAttribute('config')
  const simple = Object.entries(ATTRIBUTES).flatMap(([attribute, [field, read]]) => {
    const value = element.getAttribute(attribute)
    return value === null ? [] : [[field, read(value)] as const]
  })
  if (json === null && property === undefined && !element.hasAttribute('integrator')) return undefined
  return { ...parse(json), ...property, ...Object.fromEntries(simple) } as WidgetConfig
}

function parse(json: string | null): object {
  if (json === null || json.trim() === '') return {}
  try {
    return JSON.parse(json) as object
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : String(cause)
    throw new SyntaxError(`<sluice-swap config>: expected JSON, ${told}`, { cause })
  }
}
