import { getChainName } from '../../wire/lib/chain-names.ts'
import { isRecord } from './unparsed-config.ts'

/** No block of a chain with a preset is dated later than this, in seconds. */
const MAX_LEAD_SECONDS = 120

/** Unparsed parts of chains, by the name of the chain. */
export type Presets = Readonly<Record<string, { id: number; sources?: readonly { module: string }[] }>>

/**
 * Returns the unparsed config with omitted fields taken from the chains' presets. A source may be
 * given by its module name alone, which inserts the source of the preset in that place. A chain
 * with its own id, such as a local chain, has no preset.
 */
export function withPresets(value: unknown, presets: Presets): unknown {
  if (!isRecord(value) || !Array.isArray(value.chains)) return value
  return { ...value, chains: value.chains.map((chain) => withPreset(chain, presets)) }
}

function withPreset(chain: unknown, presets: Presets): unknown {
  if (!isRecord(chain) || typeof chain.name !== 'string') return chain
  const preset = presets[getChainName(chain.name) ?? '']
  const isOfPreset = preset && (chain.id === undefined || chain.id === preset.id)
  if (!isOfPreset) return chain
  const { sources = preset.sources } = chain
  const known = { maxLeadSeconds: MAX_LEAD_SECONDS, ...preset }
  return { ...known, ...chain, ...(sources !== undefined && { sources: withNamed(sources, preset) }) }
}

function withNamed(sources: unknown, preset: Presets[string]): unknown {
  if (!Array.isArray(sources)) return sources
  return sources.map((source, index) => {
    const named = preset.sources?.find(({ module }) => module === source)
    return named ? { ...named, index } : source
  })
}
