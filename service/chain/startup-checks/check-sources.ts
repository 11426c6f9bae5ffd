import { decodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { type Hex, sameAddress } from '../../../wire/lib/address.ts'
import { toSourceRow } from '../../config/source-rows.ts'
import type { ChainServiceConfig, LiquiditySourceConfig } from '../../config/types.ts'
import type { BlockReader } from '../../modules/core/module.ts'

const abi = parseAbi(['function source(uint8 index) view'])
const row = parseAbiParameters('uint8 kind, address factory, bytes32 initCodeHash, uint16 feeBps')

/** Returns one message per difference between the configured sources and the executor's table. */
export async function sourceDifferences(config: ChainServiceConfig, read: BlockReader): Promise<string[]> {
  const calls = config.sources.map(({ index }) => ({
    to: config.executor,
    data: encodeFunctionData({ abi, functionName: 'source', args: [index] }),
  }))
  const answers = await read(calls)
  return config.sources.flatMap((source, i) => findDifferences(source, answers[i]))
}

function findDifferences(source: LiquiditySourceConfig, answer: Hex | undefined): string[] {
  const label = `source ${source.index} (${source.module})`
  if (!answer) return [`${label}: the executor has no source at this index`]
  const [kind, factory, initCodeHash, feeBps] = decodeAbiParameters(row, answer)
  const own = toSourceRow(source)
  const named = sameAddress(own.factory, source.factory) ? 'factory' : 'deployer'
  const difference = (what: string, ours: unknown, theirs: unknown) =>
    `${label}: ${what} is ${ours} in the config, ${theirs} on chain`
  return [
    ...(own.kind === kind ? [] : [difference('kind', `${own.kind} ("${source.kind}")`, kind)]),
    ...(sameAddress(own.factory, factory) ? [] : [difference(named, own.factory, factory)]),
    ...(own.initCodeHash.toLowerCase() === initCodeHash.toLowerCase()
      ? []
      : [difference('initCodeHash', own.initCodeHash, initCodeHash)]),
    ...(own.feeBps === feeBps ? [] : [difference('feeBps', own.feeBps, feeBps)]),
  ]
}
