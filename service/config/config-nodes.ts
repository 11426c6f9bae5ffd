import { CHAIN_NAMES, getChainName } from '../../wire/lib/chain-names.ts'
import { toChainName } from '../lib/chain-name.ts'
import { getUnparsedChains, getUnparsedName, isRecord } from './unparsed-config.ts'

/**
 * Node URLs from the environment, by variable. They may contain keys, so they stay out of the
 * config file.
 */
export type NodeVariables = Readonly<Record<string, string>>

export interface WithNodes {
  value: unknown
  /** The variable that set a value, by path in the config. */
  variables: ReadonlyMap<string, string>
  mistakes: readonly string[]
}

const VARIABLE = /^SLUICE_(RPC|WS)_(.+)$/

/** Non-empty `SLUICE_RPC_<CHAIN>` and `SLUICE_WS_<CHAIN>` variables. */
export function readNodeVariables(env: Record<string, string | undefined>): NodeVariables {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => VARIABLE.test(entry[0]) && !!entry[1]),
  )
}

/** Returns the unparsed config with its nodes replaced by the nodes of the environment. */
export function withNodes(value: unknown, nodes: NodeVariables): WithNodes {
  const variables = new Map<string, string>()
  const mistakes: string[] = []
  const chains = [...getUnparsedChains(value)]
  for (const [variable, text] of Object.entries(nodes)) {
    const [, kind, named = ''] = VARIABLE.exec(variable) ?? []
    const known = getChainName(named.replaceAll('_', ' '))
    const name = known ?? toChainName(named.replaceAll('_', '-'))
    const index = name === undefined ? -1 : chains.findIndex((chain) => getUnparsedName(chain) === name)
    if (index < 0 && known === undefined) {
      const configured = chains.flatMap((chain) => getUnparsedName(chain) ?? [])
      const names = new Set([...Object.keys(CHAIN_NAMES), ...configured])
      mistakes.push(`${variable}: names no chain; the chains are ${[...names].join(', ')}`)
    } else if (index < 0) {
      mistakes.push(`${variable}: the config has no chain "${name}"; add it, or unset the variable`)
    } else {
      const field = kind === 'RPC' ? 'rpcUrls' : 'wsUrl'
      chains[index] = {
        ...(chains[index] as object),
        [field]: kind === 'RPC' ? splitUrls(text) : text.trim(),
      }
      variables.set(`chains[${index}].${field}`, variable)
    }
  }
  return { value: isRecord(value) && chains.length > 0 ? { ...value, chains } : value, variables, mistakes }
}

function splitUrls(text: string): string[] {
  return text.split(',').map((url) => url.trim())
}
