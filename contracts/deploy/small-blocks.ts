import { type Address, type Hex, size } from 'viem'
import type { UndeployedChain } from '../../service/config/types.ts'
import type { DeployClient } from './deploy-client.ts'
import type { Deployment } from './deployment.ts'

/** Blocks that hold less gas than the deployment takes. On HyperEVM every minute one of them is a big one. */
export interface SmallBlocks {
  gasLimit: bigint
  /** What the deployment takes. */
  gas: bigint
  hasBigBlocks: boolean
  /** Wei for a unit of gas in the next big block. Undefined: the node does not tell. */
  bigBlockPrice: bigint | undefined
  /** Whether the payer's transactions go into big blocks. Undefined: nobody pays, or the node does not tell. */
  usesBigBlocks: boolean | undefined
}

const HYPEREVM = 999

/** Of a byte of code that is kept, and the most of a byte that is sent. */
const CODE_BYTE_GAS = 200
const DATA_BYTE_GAS = 16
/** The transaction, and two contracts that are created. What else runs, some 40,000, is in the margin. */
const CREATION_GAS = 21_000 + 2 * 32_000

/** Undefined where a block holds the deployment, as on most chains. */
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

/** Why the deployment would wait for ever. */
export function smallBlockProblems(
  { gasLimit, gas, hasBigBlocks, usesBigBlocks }: SmallBlocks,
  payer: Address | undefined,
): string[] {
  if (!hasBigBlocks) return [`The chain's blocks hold ${gasLimit} gas, and the deployment takes ${gas}.`]
  if (usesBigBlocks !== false) return []
  return [
    `The transactions of ${payer} go into blocks that hold ${gasLimit} gas: let it use big blocks first, as above.`,
  ]
}

/** What the payer has to do, in lines. */
export function describeSmallBlocks({ gasLimit, gas, hasBigBlocks, usesBigBlocks }: SmallBlocks): string[] {
  if (!hasBigBlocks) return []
  return [
    `hold ${gasLimit} gas, and the deployment takes ${gas}: it waits for a big one, which comes every minute`,
    ...(usesBigBlocks
      ? ['The payer uses big blocks.']
      : [
          'The payer must use big blocks before anything is sent: with its key, sign the action of HyperCore',
          '{"type":"evmUserModify","usingBigBlocks":true} (Python SDK of Hyperliquid: exchange.use_big_blocks(True)).',
          'HyperCore must know the account: send it an asset there first. Sign the same with false when all is deployed.',
        ]),
  ]
}

/**
 * For where nodes estimate no more than a block holds: gas for the code that is kept (nine tenths of it) and for what is sent, and a
 * tenth more for what runs and for the 64th part that a contract cannot pass on to one it creates.
 */
export function computeCreationGas({ initCode, code }: Deployment): bigint {
  const kept = CODE_BYTE_GAS * (size(code.settlement) + size(code.executor))
  const gas = kept + DATA_BYTE_GAS * size(initCode) + CREATION_GAS
  return (BigInt(gas) * 11n) / 10n
}

/** Of the smaller of the last two blocks: the latest may be a big one. */
async function readGasLimit(client: DeployClient): Promise<bigint> {
  const { number, gasLimit } = await client.getBlock()
  if (number === 0n) return gasLimit
  const before = await client.getBlock({ blockNumber: number - 1n })
  if (before.gasLimit < gasLimit) return before.gasLimit
  return gasLimit
}

/** Of a method that few nodes have. */
async function readIfServed<Answer>(
  client: DeployClient,
  method: string,
  params: unknown[] = [],
): Promise<Answer | undefined> {
  return client.request({ method, params } as never).catch(() => undefined) as Promise<Answer | undefined>
}
