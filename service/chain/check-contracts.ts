import { getAddress, type PublicClient, toFunctionSelector } from 'viem'
import { sameAddress } from '../../src/lib/address.ts'
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

/** Missing contracts, and a settlement that uses another executor; one message per difference. */
export async function contractDifferences(
  config: ChainServiceConfig,
  client: PublicClient,
  read: BlockReader,
): Promise<string[]> {
  const codes = await Promise.all(CONTRACTS.map((name) => client.getCode({ address: config[name] })))
  const missing = CONTRACTS.filter((_, i) => codes[i] === undefined)
  if (missing.length > 0) return missing.map((name) => `${name}: there is no contract at ${config[name]}`)
  const { settlement, executor } = config
  const [answer] = await read([{ to: settlement, data: EXECUTOR }])
  if (answer?.length !== 66) return [`settlement: the contract at ${settlement} is no Settlement`]
  const theirs = getAddress(`0x${answer.slice(26)}`)
  if (sameAddress(theirs, executor)) return []
  return [`executor: is ${executor} in the config, and the settlement trades through ${theirs}`]
}
