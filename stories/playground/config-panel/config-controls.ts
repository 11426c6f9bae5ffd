import type * as v from 'valibot'
import { configSchema } from '../../../src/config/config-schema.ts'

/** How a field of the config is set without writing JSON. */
export type ConfigControl = { path: string } & (
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
  | { kind: 'number'; min: number | undefined; max: number | undefined }
  | { kind: 'text' }
  | { kind: 'set'; options: readonly string[] }
)

/** The controls of all fields whose values are simple, from the schema of the config. The others are for the editor. */
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
  // A value for all chains, or one by chain; a switch, or a text: the first is the simple one.
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

/** Addresses are pasted into the editor, beside what they belong to. */
function isAddress(pipe: Schema['pipe'] = []): boolean {
  return pipe.some(
    ({ requirement }) => requirement instanceof RegExp && requirement.test(`0x${'0'.repeat(40)}`),
  )
}

/** The value at a path of a config. */
export function readPath(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => Object(at)[name], config)
}

/** A copy of a config with a value at a path. `undefined` takes the field out, and what held nothing else. */
export function writePath(config: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.')
  const { [name]: before, ...others } = config as Record<string, unknown>
  const after = rest.length === 0 ? value : writePath(Object(before), rest.join('.'), value)
  const isEmpty = after === undefined || (rest.length > 0 && Object.keys(Object(after)).length === 0)
  if (isEmpty) return others
  return name in config ? { ...config, [name]: after } : { ...others, [name]: after }
}
