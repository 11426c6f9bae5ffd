import { getAddress, type PublicClient, toFunctionSelector } from 'viem'
import { type Address, type Hex, sameAddress } from '../../src/lib/address.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { BlockReader } from '../modules/core/module.ts'

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

/** Missing contracts, and a settlement that uses another executor; one message per difference. */
export async function contractDifferences(
  config: ChainServiceConfig,
  client: PublicClient,
  read: BlockReader,
): Promise<string[]> {
  const codes = await Promise.all(CONTRACTS.map((name) => client.getCode({ address: config[name] })))
  const missing = CONTRACTS.filter((_, i) => codes[i] === undefined)
  if (missing.length > 0) return missing.map((name) => `${name}: there is no contract at ${config[name]}`)
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
