import { type Address, type Hex, size } from 'viem'
import type { UndeployedChain } from '../config/types.ts'
import type { DeployClient } from './deploy-client.ts'
import type { Deployment } from './deployment.ts'

/** Blocks with a gas limit below the deployment. HyperEVM has a big block every minute. */
export interface SmallBlocks {
  gasLimit: bigint
  /** Gas of the deployment. */
  gas: bigint
  hasBigBlocks: boolean
  /** Wei per gas in the next big block. Undefined if the node does not report it. */
  bigBlockPrice: bigint | undefined
  /**
   * True if the payer's transactions go into big blocks. Undefined without a payer, or if the node
   * does not report it.
   */
  usesBigBlocks: boolean | undefined
}

const HYPEREVM = 999

/** Gas per byte of deployed code, and maximum gas per byte of calldata. */
const CODE_BYTE_GAS = 200
const DATA_BYTE_GAS = 16
/** Gas of the transaction and of two creations. The margin covers the remaining execution. */
const CREATION_GAS = 21_000 + 2 * 32_000

/** Returns undefined if a block holds the deployment, as on most chains. */
export async function readSmallBlocks(
  { id }: UndeployedChain,
  deployment: Deployment,
  client: DeployClient,
): Promise<SmallBlocks | undefined> {
  const gas = computeCreationGas(deployment)
  const gasLimit = await readGasLimit(client)
  if (gasLimit >= gas) return undefined
  const payer = client.account?.address
  const [price, uses] = await Promise.all([
    readIfServed<Hex>(client, 'eth_bigBlockGasPrice'),
    payer && readIfServed<boolean>(client, 'eth_usingBigBlocks', [payer]),
  ])
  const bigBlockPrice = typeof price === 'string' ? BigInt(price) : undefined
  const usesBigBlocks = typeof uses === 'boolean' ? uses : undefined
  return {
    gasLimit,
    gas,
    hasBigBlocks: id === HYPEREVM || bigBlockPrice !== undefined,
    bigBlockPrice,
    usesBigBlocks,
  }
}

/** Reasons why the deployment would stay pending. */
export function smallBlockProblems(
  { gasLimit, gas, hasBigBlocks, usesBigBlocks }: SmallBlocks,
  payer: Address | undefined,
): string[] {
  if (!hasBigBlocks) return [`The chain's blocks hold ${gasLimit} gas, and the deployment takes ${gas}.`]
  if (usesBigBlocks !== false) return []
  return [
    `The transactions of ${payer} go into blocks that hold ${gasLimit} gas. Enable big blocks for it first, as above.`,
  ]
}

/** Tasks of the payer, one line each. */
export function describeSmallBlocks({ gasLimit, gas, hasBigBlocks, usesBigBlocks }: SmallBlocks): string[] {
  if (!hasBigBlocks) return []
  return [
    `hold ${gasLimit} gas, and the deployment takes ${gas}: it needs a big block, which comes every minute`,
    ...(usesBigBlocks
      ? ['The payer uses big blocks.']
      : [
          'The payer must use big blocks first. With its key, sign the HyperCore action',
          '{"type":"evmUserModify","usingBigBlocks":true} (Python SDK of Hyperliquid: exchange.use_big_blocks(True)).',
          'The account must exist on HyperCore: send it an asset there first. After the deployment, sign the action with false.',
        ]),
  ]
}

/**
 * Estimates gas where nodes refuse an estimate above the block's limit: deployed code, calldata,
 * and a tenth for execution and for the 64th part that a contract cannot forward.
 */
export function computeCreationGas({ initCode, code }: Deployment): bigint {
  const kept = CODE_BYTE_GAS * (size(code.settlement) + size(code.executor))
  const gas = kept + DATA_BYTE_GAS * size(initCode) + CREATION_GAS
  return (BigInt(gas) * 11n) / 10n
}

/** Uses the smaller of the last two blocks, because the latest may be a big one. */
async function readGasLimit(client: DeployClient): Promise<bigint> {
  const { number, gasLimit } = await client.getBlock()
  if (number === 0n) return gasLimit
  const before = await client.getBlock({ blockNumber: number - 1n })
  if (before.gasLimit < gasLimit) return before.gasLimit
  return gasLimit
}

/** Returns undefined if the node does not serve the method. */
async function readIfServed<Answer>(
  client: DeployClient,
  method: string,
  params: unknown[] = [],
): Promise<Answer | undefined> {
  return client.request({ method, params } as never).catch(() => undefined) as Promise<Answer | undefined>
}
