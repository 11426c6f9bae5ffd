import type * as v from 'valibot'
import { configSchema } from '../../../src/config/config-schema.ts'

/** A form control that sets a field of the config without JSON. */
export type ConfigControl = { path: string } & (
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'number'; min: number | undefined; max: number | undefined }
  | { kind: 'text' }
  | { kind: 'set'; options: readonly string[] }
)

/**
 * The controls of all fields with simple values, derived from the schema of the config. Other
 * fields need the editor.
 */
export const CONFIG_CONTROLS: readonly ConfigControl[] = controlsOf(configSchema, '')

interface Schema {
  type: string
  wrapped?: Schema
  options?: unknown[]
  item?: Schema
  entries?: Record<string, Schema>
  pipe?: readonly { type: string; requirement?: unknown }[]
}

function controlsOf(schema: v.GenericSchema, path: string): ConfigControl[] {
  return readSchema(schema as unknown as Schema, path)
}

function readSchema(schema: Schema, path: string): ConfigControl[] {
  const { type, wrapped, options = [], item, entries = {}, pipe = [] } = schema
  if (type === 'exact_optional' && wrapped) return readSchema(wrapped, path)
  // The first option is the simple one: a value for all chains instead of one by chain, a switch
  // instead of a text.
  if (type === 'union') return readSchema(options[0] as Schema, path)
  if (type === 'strict_object') {
    return Object.entries(entries).flatMap(([name, entry]) =>
      readSchema(entry, path ? `${path}.${name}` : name),
    )
  }
  if (type === 'picklist') return [{ path, kind: 'choice', options: options as string[] }]
  if (type === 'boolean') return [{ path, kind: 'flag' }]
  if (type === 'string') return isAddress(pipe) ? [] : [{ path, kind: 'text' }]
  if (type === 'number') {
    const limit = (name: string) => pipe.find((step) => step.type === name)?.requirement as number | undefined
    return [{ path, kind: 'number', min: limit('min_value'), max: limit('max_value') }]
  }
  if (type === 'array' && item?.type === 'picklist')
    return [{ path, kind: 'set', options: item.options as string[] }]
  return []
}

/** Addresses have no control, because users paste them into the editor. */
function isAddress(pipe: Schema['pipe'] = []): boolean {
  return pipe.some(
    ({ requirement }) => requirement instanceof RegExp && requirement.test(`0x${'0'.repeat(40)}`),
  )
}

/** Returns the value at a path of a config. */
export function readPath(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => Object(at)[name], config)
}

/** Copies a config with a value at a path. `undefined` removes the field and its empty parents. */
export function writePath(config: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.')
  const { [name]: before, ...others } = config as Record<string, unknown>
  const after = rest.length === 0 ? value : writePath(Object(before), rest.join('.'), value)
  const isEmpty = after === undefined || (rest.length > 0 && Object.keys(Object(after)).length === 0)
  if (isEmpty) return others
  return name in config ? { ...config, [name]: after } : { ...others, [name]: after }
}
