import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { CHAIN_NAME_RULE } from '../lib/chain-name.ts'
import { ServiceConfigError, toMessage } from './config-error.ts'
import { type NodeVariables, withNodes } from './config-nodes.ts'
import { configSchema, undeployedConfigSchema } from './config-schema.ts'
import { findJsonError } from './find-json-error.ts'
import type { ServiceConfig, UndeployedConfig } from './types.ts'
import { getUnparsedChains, getUnparsedName, isMisspelled, isRecord } from './unparsed-config.ts'
import { type Presets, withPresets } from './with-presets.ts'

/**
 * Loads the config from a JSON file. Throws `ServiceConfigError`, or the error of the file system
 * if the file does not exist.
 */
export async function loadServiceConfig(
  path: string,
  options: Omit<ParseOptions, 'source'> = {},
): Promise<ServiceConfig> {
  return parseServiceConfig(await readConfigFile(path), { ...options, source: path })
}

/** The file's JSON. Throws like `loadServiceConfig`. */
export async function readConfigFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error
    const isFolder = error.code === 'EISDIR'
    throw new ServiceConfigError(path, [
      isFolder ? 'is a folder, not a file' : `not readable: ${error.message}`,
    ])
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceConfigError(path, [describeJsonError(text)])
  }
}

/** Without the text around the mistake, which may be part of a key. */
function describeJsonError(text: string): string {
  const at = findJsonError(text)
  const lines = text.slice(0, at).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  return at === text.length
    ? `not JSON: it ends too early, at ${place}`
    : `not JSON: look for a slip at ${place}, such as a missing quote, or a comma too many before it`
}

export interface ParseOptions {
  /** Origin of the value, for error messages. */
  source: string
  nodes?: NodeVariables
  /** Values for fields that chains omit. Default: none. */
  presets?: Presets
}

/** Parses a config. Throws `ServiceConfigError` with every mistake. */
export function parseServiceConfig(value: unknown, options: ParseOptions): ServiceConfig {
  return parse(configSchema, value, options)
}

/**
 * Parses a config whose settlements may not be deployed yet. `only` selects chains (default: all),
 * and mistakes of other chains are ignored. Throws like `parseServiceConfig`, or an error that
 * names a missing chain.
 */
export function parseUndeployedConfig(
  value: unknown,
  { only, ...options }: ParseOptions & { only?: readonly string[] | undefined },
): UndeployedConfig {
  const names = getUnparsedChains(value).map(getUnparsedName)
  const lacking = only?.filter((name) => !names.includes(name)) ?? []
  if (lacking.length > 0)
    throw new Error(`The config has no chain ${lacking.join(', ')}. It has: ${names.join(', ')}.`)
  return parse(undeployedConfigSchema, value, {
    ...options,
    ...(only && { isChosen: (chain: unknown) => only.some((name) => name === getUnparsedName(chain)) }),
  })
}

function parse<Config>(
  schema: v.GenericSchema<unknown, Config>,
  value: unknown,
  { source, nodes = {}, presets = {}, isChosen }: ParseOptions & { isChosen?: (chain: unknown) => boolean },
): Config {
  const merged = withNodes(withPresets(value, presets), nodes)
  const parsed = v.safeParse(schema, merged.value)
  // A path is `chains`, the index, the field. A chain with a misspelled name lacks the values of
  // its preset.
  const counted = (parsed.issues ?? []).filter(({ path = [] }) => {
    const [, chain, field] = path
    if (!chain) return true
    if (isMisspelled(chain.value)) return field?.key === 'name'
    return isChosen?.(chain.value) ?? true
  })
  const misspelled = getUnparsedChains(merged.value).flatMap((chain, index) =>
    isMisspelled(chain) && isRecord(chain) && getUnparsedName(chain)
      ? [`chains[${index}].name: ${CHAIN_NAME_RULE}, found ${JSON.stringify(chain.name)}`]
      : [],
  )
  const mistakes = [
    ...merged.mistakes,
    ...misspelled,
    ...counted.map((issue) => toMessage(issue, merged.variables)),
  ]
  const chosen = isChosen ? v.safeParse(schema, withChains(merged.value, isChosen)) : parsed
  if (!chosen.success || mistakes.length > 0) throw new ServiceConfigError(source, mistakes)
  return chosen.output
}

function withChains(value: unknown, isChosen: (chain: unknown) => boolean): unknown {
  return isRecord(value) ? { ...value, chains: getUnparsedChains(value).filter(isChosen) } : value
}
