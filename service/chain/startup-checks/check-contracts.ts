import { getAddress, type PublicClient, toFunctionSelector } from 'viem'
import { type Address, type Hex, sameAddress } from '../../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader } from '../../modules/core/module.ts'

const CONTRACTS = [
  'weth',
  'permit2',
  'multicall3',
  'tickLens',
  'settlement',
  'executor',
  'referenceStable',
] as const
const EXECUTOR = toFunctionSelector('executor()')
const TREASURY = toFunctionSelector('treasury()')

/** Returns one message per missing contract, and for a settlement that uses another executor. */
export async function contractDifferences(
  config: ChainServiceConfig,
  client: PublicClient,
  read: BlockReader,
): Promise<string[]> {
  const named = CONTRACTS.flatMap((name) => (config[name] ? [{ name, address: config[name] }] : []))
  const codes = await Promise.all(named.map(({ address }) => client.getCode({ address })))
  const missing = named.filter((_, i) => codes[i] === undefined)
  if (missing.length > 0)
    return missing.map(({ name, address }) => `${name}: there is no contract at ${address}`)
  const { settlement, executor, treasury } = config
  const answers = await read([EXECUTOR, TREASURY].map((data) => ({ to: settlement, data })))
  const [theirs, theirTreasury] = answers.map(toAddress)
  if (!theirs || !theirTreasury) return [`settlement: the contract at ${settlement} is no Settlement`]
  return [
    ...(sameAddress(theirs, executor)
      ? []
      : [`executor: is ${executor} in the config, and the settlement trades through ${theirs}`]),
    ...(!treasury || sameAddress(theirTreasury, treasury)
      ? []
      : [`treasury: is ${treasury} in the config, and the settlement pays ${theirTreasury}`]),
  ]
}

function toAddress(answer: Hex | undefined): Address | undefined {
  return answer?.length === 66 ? getAddress(`0x${answer.slice(26)}`) : undefined
}
