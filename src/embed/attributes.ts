import type { WidgetConfig } from '../config/types.ts'
import type { IsolationOptions } from './types.ts'

/** The config fields with an attribute. */
const TEXTS = [
  'integrator',
  'api-key',
  'base-url',
  'yield-url',
  'tokens-url',
  'exchange-rates-url',
  'storage-key',
  'support-url',
  'mode',
  'theme',
  'locale',
] as const
/** The attributes with a number. */
const NUMBERS = ['slippage-bps', 'deadline-seconds', 'price-refresh-ms'] as const

export type ConfigAttribute = (typeof TEXTS | typeof NUMBERS)[number]

/** Reads the isolation of an element's widget from the attributes `isolation` and `frame-url`. */
export function readIsolation(element: Element, prefix = ''): IsolationOptions {
  const read = (name: string) => element.getAttribute(prefix + name) ?? undefined
  return { isolation: read('isolation') as IsolationOptions['isolation'], frameUrl: read('frame-url') }
}

export const OBSERVED_ATTRIBUTES = ['config', ...TEXTS, ...NUMBERS]

/**
 * The config of an element: the `config` attribute (JSON), overridden by the `config` property,
 * overridden by the simple attributes. Undefined while none of them is set, for example before a
 * framework has set the property, or has set it to null. `prefix` is prepended to each attribute
 * name. Throws a `SyntaxError` for invalid JSON.
 */
export function readConfig(
  element: Element,
  property: WidgetConfig | null | undefined,
  prefix = '',
): WidgetConfig | undefined {
  const json = element.getAttribute(`${prefix}config`)
  // Compiles only while each attribute is a field of the config.
  const simple: { [Field in keyof WidgetConfig]?: string | number } = {}
  for (const attribute of [...TEXTS, ...NUMBERS]) {
    const value = element.getAttribute(prefix + attribute)
    if (value !== null)
      simple[toField(attribute)] = NUMBERS.some((name) => name === attribute) ? toNumber(value) : value
  }
  if (json === null && !property && !element.hasAttribute(`${prefix}integrator`)) return undefined
  return {
    ...parse(json, `<${element.localName} ${prefix}config>`),
    ...property,
    ...simple,
  } as WidgetConfig
}

type Camel<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : Name

function toField(attribute: ConfigAttribute) {
  return attribute.replace(/-./g, ([, letter = '']) => letter.toUpperCase()) as Camel<ConfigAttribute>
}

/** An invalid number stays a string, so that the config error quotes it. */
function toNumber(value: string): number | string {
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
}

function parse(json: string | null, at: string): object {
  if (json === null || json.trim() === '') return {}
  try {
    return JSON.parse(json) as object
  } catch (cause) {
    const { message } = cause as SyntaxError
    throw new SyntaxError(`${at}: expected JSON, ${message}`, { cause })
  }
}
