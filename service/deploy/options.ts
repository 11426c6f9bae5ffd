import { parseArgs } from 'node:util'
import type { Address, Hex } from 'viem'
import { readAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { type NodeVariables, readNodeVariables } from '../config/config-nodes.ts'
import { CHAIN_NAME_RULE, toChainName } from '../lib/chain-name.ts'
import type { Payer } from './deploy-client.ts'

export interface DeployOptions {
  configPath: string
  nodes: NodeVariables
  /** Undefined: all chains of the config. */
  chains: string[] | undefined
  treasury: Address | undefined
  payer: Payer | undefined
  send: boolean
  /** A pending transaction of an earlier run. */
  replace?: Hex | undefined
}

export const USAGE = `npm run deploy -- [options]: deploys the settlement and its executor to the chains of the config.

Without --send, shows the steps and their cost; sends nothing and changes no file.

  --send              send the transactions, then read everything back and write it into the config
  --config <file>     default: SLUICE_CONFIG
  --chain <name>      only this chain; may be given several times
  --treasury <0x…>    recipient of the service's share of the fees; immutable. Default: \`treasury\` of the config
  --replace <0x…>     hash of a pending transaction of an earlier run: sends it again with the same
                      nonce and a fee that is at least an eighth higher
  --from <0x…>        pay from this account, for which the node signs. Default: the key in SLUICE_DEPLOYER_KEY

The contracts are unaudited software: tokens that are approved to them can be lost.
`

/** Throws one sentence for the first mistake. Values of secrets are never quoted. */
export function readOptions(args: string[], env: Record<string, string | undefined>): DeployOptions {
  const { values } = parseArgs({
    args,
    options: {
      send: { type: 'boolean', default: false },
      config: { type: 'string' },
      chain: { type: 'string', multiple: true },
      treasury: { type: 'string' },
      from: { type: 'string' },
      replace: { type: 'string' },
    },
  })
  const configPath = values.config ?? env.SLUICE_CONFIG
  if (!configPath) throw new Error('No config of the service. Pass --config <file> or set SLUICE_CONFIG.')
  return {
    configPath,
    nodes: readNodeVariables(env),
    chains: values.chain?.map(parseChain),
    treasury: parseAddress('--treasury', values.treasury),
    payer: readPayer(parseAddress('--from', values.from), env.SLUICE_DEPLOYER_KEY),
    send: values.send,
    replace: parseHash('--replace', values.replace),
  }
}

function readPayer(unlocked: Address | undefined, key: string | undefined): Payer | undefined {
  if (unlocked) return { unlocked }
  if (!key) return undefined
  const digits = key.trim().replace(/^0x/i, '')
  if (!/^[a-fA-F0-9]{64}$/.test(digits))
    throw new Error('SLUICE_DEPLOYER_KEY must be a private key: 64 hex digits.')
  return { key: `0x${digits}` as Hex }
}

function parseChain(text: string): string {
  const name = toChainName(text)
  if (!name) throw new Error(`--chain ${CHAIN_NAME_RULE}, found ${JSON.stringify(text)}.`)
  return name
}

function parseHash(option: string, text: string | undefined): Hex | undefined {
  if (text === undefined) return undefined
  if (!/^0x[a-fA-F0-9]{64}$/.test(text)) {
    throw new Error(`${option} must be the hash of a transaction: 0x and 64 hex digits.`)
  }
  return text as Hex
}

function parseAddress(option: string, text: string | undefined): Address | undefined {
  if (text === undefined) return undefined
  const address = readAddress(text)
  if (!address || address === ZERO_ADDRESS) {
    throw new Error(`${option} must be an address: 0x and 40 hex digits, found ${JSON.stringify(text)}.`)
  }
  return address
}
