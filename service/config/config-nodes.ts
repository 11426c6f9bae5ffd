import { CHAIN_NAMES, getChainName } from '../../src/lib/chain-names.ts'

/** What the environment says of nodes, by variable: their addresses hold keys, which belong in no file. */
export type NodeVariables = Readonly<Record<string, string>>

export interface WithNodes {
  value: unknown
  /** Where in the value a variable took effect. */
  variables: ReadonlyMap<string, string>
  mistakes: readonly string[]
}

const VARIABLE = /^SLUICE_(RPC|WS)_(.+)$/

/** `SLUICE_RPC_<CHAIN>` and `SLUICE_WS_<CHAIN>`, where they hold something. */
export function readNodeVariables(env: Record<string, string | undefined>): NodeVariables {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => VARIABLE.test(entry[0]) && !!entry[1]),
  )
}

/** A config as it is written, with the nodes the environment names in place of its own. */
export function withNodes(value: unknown, nodes: NodeVariables): WithNodes {
  const variables = new Map<string, string>()
  const mistakes: string[] = []
  const chains = isRecord(value) && Array.isArray(value.chains) ? [...value.chains] : []
  for (const [variable, text] of Object.entries(nodes)) {
    const [, kind, named = ''] = VARIABLE.exec(variable) ?? []
    const name = getChainName(named.replaceAll('_', ' '))
    const index = chains.findIndex((chain) => isRecord(chain) && getName(chain) === name)
    if (name === undefined) {
      mistakes.push(`${variable}: names no chain; the chains are ${Object.keys(CHAIN_NAMES).join(', ')}`)
    } else if (index < 0) {
      mistakes.push(`${variable}: the config has no chain "${name}"; add it, or unset the variable`)
    } else {
      const field = kind === 'RPC' ? 'rpcUrls' : 'wsUrl'
      chains[index] = { ...chains[index], [field]: kind === 'RPC' ? listed(text) : text.trim() }
      variables.set(`chains[${index}].${field}`, variable)
    }
  }
  return { value: isRecord(value) && chains.length > 0 ? { ...value, chains } : value, variables, mistakes }
}

function getName({ name }: Record<string, unknown>): string | undefined {
  return typeof name === 'string' ? getChainName(name) : undefined
}

function listed(text: string): string[] {
  return text.split(',').map((url) => url.trim())
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
