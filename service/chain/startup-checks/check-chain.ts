import type { ChainServiceConfig } from '../../config/types.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import type { Header } from '../blocks/node.ts'
import type { NodeVoice, RpcNodes } from '../rpc/rpc-nodes.ts'
import { contractDifferences } from './check-contracts.ts'
import { sourceDifferences } from './check-sources.ts'
import { stateDifferences } from './check-state.ts'
import { versionDifferences } from './check-versions.ts'

/**
 * The config does not match the chain, so quotes would not be executable. The message has one line
 * per difference.
 */
export class ChainMismatchError extends Error {
  override readonly name = 'ChainMismatchError'

  constructor({ name }: ChainServiceConfig, differences: readonly string[]) {
    super(
      `The config of ${name} does not match the chain:\n${differences.map((line) => `  ${line}`).join('\n')}`,
    )
  }
}

/**
 * Compares the config with its nodes, its contracts and the executor. One node without differences
 * is enough: nodes with differences are demoted, because they may lag behind the chain. Throws
 * `ChainMismatchError`.
 */
export async function checkChain(
  config: ChainServiceConfig,
  { nodes, readHead }: { nodes: Pick<RpcNodes, 'chainIds' | 'each'>; readHead: () => Promise<Header> },
): Promise<void> {
  const wrongNodes = nodeDifferences(config, await nodes.chainIds())
  if (wrongNodes.length > 0) throw new ChainMismatchError(config, wrongNodes)
  const head = await readHead()
  const differing: NodeVoice[] = []
  let mismatch: unknown
  let failure: unknown
  for (const node of nodes.each()) {
    try {
      const differences = await chainDifferences(config, node, head)
      if (differences.length === 0) {
        for (const other of differing) other.distrust()
        return
      }
      differing.push(node)
      mismatch ??= new ChainMismatchError(config, differences)
    } catch (error) {
      failure = error
    }
  }
  throw mismatch ?? failure
}

/** Returns the differences that one node shows. Each step requires that the previous one passed. */
async function chainDifferences(
  config: ChainServiceConfig,
  { client }: NodeVoice,
  head: Header,
): Promise<string[]> {
  const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: head.hash })
  const state = await stateDifferences(config, client, head)
  if (state.length > 0) return state
  const first = [...startDifferences(config, head), ...(await contractDifferences(config, client, read))]
  if (first.length > 0) return first
  const found = await Promise.all([sourceDifferences(config, read), versionDifferences(config.sources, read)])
  return found.flat()
}

function nodeDifferences(
  { id, rpcUrls }: ChainServiceConfig,
  chainIds: readonly (number | undefined)[],
): string[] {
  return chainIds.flatMap((chainId, i) =>
    chainId === undefined || chainId === id
      ? []
      : [`rpcUrls[${i}]: the node at ${new URL(rpcUrls[i] ?? '').host} is on chain ${chainId}, not ${id}`],
  )
}

function startDifferences({ fromBlock }: ChainServiceConfig, { number }: Header): string[] {
  return BigInt(fromBlock) <= number ? [] : [`fromBlock: is ${fromBlock}, and the latest block is ${number}`]
}
