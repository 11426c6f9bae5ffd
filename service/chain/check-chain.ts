import type { ChainServiceConfig } from '../config/types.ts'
import { createBlockReader } from './block-reader.ts'
import { contractDifferences } from './check-contracts.ts'
import { sourceDifferences } from './check-sources.ts'
import { versionDifferences } from './check-versions.ts'
import type { Header } from './node.ts'
import type { RpcNodes } from './rpc-nodes.ts'

/** The config does not match the chain, so quotes would not be executable. One line per difference. */
export class ChainMismatchError extends Error {
  override readonly name = 'ChainMismatchError'

  constructor({ name }: ChainServiceConfig, differences: readonly string[]) {
    super(
      `The config of ${name} and the chain do not agree:\n${differences.map((line) => `  ${line}`).join('\n')}`,
    )
  }
}

/** Compares the config with its nodes, its contracts and the executor. Throws `ChainMismatchError`. */
export async function checkChain(
  config: ChainServiceConfig,
  { nodes, head }: { nodes: RpcNodes; head: Header },
): Promise<void> {
  const { client } = nodes
  const throwIfAny = (differences: readonly string[]) => {
    if (differences.length > 0) throw new ChainMismatchError(config, differences)
  }
  // Each step needs the one before to have passed.
  throwIfAny(nodeDifferences(config, await nodes.chainIds()))
  const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: head.hash })
  throwIfAny([...startDifferences(config, head), ...(await contractDifferences(config, client, read))])
  const found = await Promise.all([sourceDifferences(config, read), versionDifferences(config.sources, read)])
  throwIfAny(found.flat())
}

function nodeDifferences(
  { id, rpcUrls }: ChainServiceConfig,
  chainIds: readonly (number | undefined)[],
): string[] {
  return chainIds.flatMap((chainId, i) =>
    chainId === undefined || chainId === id
      ? []
      : [`rpcUrls[${i}]: the node at ${new URL(rpcUrls[i] ?? '').host} is of chain ${chainId}, not ${id}`],
  )
}

function startDifferences({ fromBlock }: ChainServiceConfig, { number }: Header): string[] {
  return BigInt(fromBlock) <= number ? [] : [`fromBlock: is ${fromBlock}, and the latest block is ${number}`]
}
