import { setTimeout as pause } from 'node:timers/promises'
import { type Address, BaseError, ContractFunctionRevertedError } from 'viem'
import { executorAbi, settlementAbi } from '../../wire/abi/settlement.ts'
import { sameAddress } from '../../wire/lib/address.ts'
import type { SourceRow } from '../config/source-rows.ts'
import type { UndeployedChain } from '../config/types.ts'
import { createDeployClient, type DeployClient } from './deploy-client.ts'
import { type Deployment, MAX_SOURCES } from './deployment.ts'
import { getHost } from './get-host.ts'
import { toSentence } from './inspect-chain.ts'
import type { Patience } from './send-step.ts'

export interface VerifyOptions {
  patience: Patience
  /** Called when a node shows nothing yet; it is read again for `settleMs`. */
  onWaiting(host: string): void
}

/**
 * Verifies the deployment through every node of the chain. Throws an error that lists each
 * difference.
 */
export async function verifyDeployment(
  chain: UndeployedChain,
  deployment: Deployment,
  options: VerifyOptions,
): Promise<void> {
  const nodes = await Promise.all(
    chain.rpcUrls.map(async (url) => {
      const [client, host] = [createDeployClient(chain, url), getHost({ rpcUrls: [url] })]
      return { client, host, ...(await readBack(deployment, client, { host, ...options })) }
    }),
  )
  const differences = nodes.flatMap(({ host, differences }) =>
    differences.map((difference) => `${host}: ${difference}`),
  )
  if (differences.length === 0) return
  const isPassing = nodes.every((node) => node.differences.length === 0 || node.isBehind)
  throw new Error(
    [
      'The deployment differs from the expected one.',
      ...differences,
      ...(isPassing ? [await describeHeads(nodes, options.patience)] : []),
    ].join('\n'),
  )
}

interface Finding {
  differences: string[]
  /** True if the difference may come from a node that has seen fewer blocks. */
  isBehind: boolean
}

async function readBack(
  deployment: Deployment,
  client: DeployClient,
  { host, patience: { pollMs, settleMs }, onWaiting }: VerifyOptions & { host: string },
): Promise<Finding> {
  for (let waited = 0; ; ) {
    const start = Date.now()
    let spent = 0
    const finding = await findDifferences(deployment, client).catch((error: unknown): Finding => {
      // A request that times out counts towards the waiting time.
      spent = Date.now() - start
      return { differences: [toSentence(error)], isBehind: true }
    })
    if (!finding.isBehind || waited >= settleMs) return finding
    if (waited === 0) onWaiting(host)
    waited += pollMs + spent
    await pause(pollMs)
  }
}

/** Describes the block of each node, and a remedy. */
async function describeHeads(
  nodes: readonly { client: DeployClient; host: string; differences: string[] }[],
  { settleMs }: Patience,
): Promise<string> {
  const heads = await Promise.all(
    nodes.map(async ({ client, host, differences }) => {
      const head = await client.getBlockNumber().catch(() => undefined)
      const place = head === undefined ? 'does not return its block' : `is at block ${head}`
      return `${host} ${place}${differences.length > 0 ? ', without the deployment' : ''}`
    }),
  )
  return (
    `After ${settleMs / 1_000} s, ${heads.join('; ')}. The config was not changed. Run this again when each node ` +
    'has the block of the deployment, or remove a node that stays behind from the config.'
  )
}

async function findDifferences(deployment: Deployment, client: DeployClient): Promise<Finding> {
  const { settlement, executor, code } = deployment
  const [ofSettlement, ofExecutor] = await Promise.all([
    client.getCode({ address: settlement }),
    client.getCode({ address: executor }),
  ])
  const differences = [
    ...codeDifferences('settlement', settlement, [ofSettlement, code.settlement]),
    ...codeDifferences('executor', executor, [ofExecutor, code.executor]),
  ]
  // Skips reading the contracts, because other code may answer anything.
  if (differences.length > 0) {
    const isOther = (found: string | undefined, expected: string) => Boolean(found) && found !== expected
    const isBehind = !isOther(ofSettlement, code.settlement) && !isOther(ofExecutor, code.executor)
    return { differences, isBehind }
  }
  return {
    differences: [
      ...(await argumentDifferences(deployment, client)),
      ...(await rowDifferences(deployment, client)),
    ],
    isBehind: false,
  }
}

function codeDifferences(
  name: string,
  address: Address,
  [found, expected]: [string | undefined, string],
): string[] {
  if (!found) return [`no code at ${address}, the address of the ${name}`]
  return found === expected ? [] : [`the code at ${address} is not the compiled ${name}`]
}

async function argumentDifferences(
  { settlement, executor, arguments: expected }: Deployment,
  client: DeployClient,
) {
  const values = { weth: expected.weth, permit2: expected.permit2, treasury: expected.treasury, executor }
  const found = await Promise.all(
    (['weth', 'permit2', 'treasury', 'executor'] as const).map(async (functionName) => {
      const value = await client.readContract({ address: settlement, abi: settlementAbi, functionName })
      return sameAddress(value, values[functionName])
        ? []
        : [`the settlement's ${functionName} is ${value}, not ${values[functionName]}`]
    }),
  )
  return found.flat()
}

async function rowDifferences(
  { executor, arguments: { rows } }: Deployment,
  client: DeployClient,
): Promise<string[]> {
  const found = await Promise.all(
    Array.from({ length: Math.min(rows.length + 1, MAX_SOURCES) }, async (_, index) => {
      const row = await readRow(client, executor, index)
      return isSameRow(row, rows[index])
        ? []
        : [`row ${index} of the executor is ${toText(row)}, not ${toText(rows[index])}`]
    }),
  )
  return found.flat()
}

/** Returns undefined if the executor has no row of this index. */
async function readRow(
  client: DeployClient,
  executor: Address,
  index: number,
): Promise<SourceRow | undefined> {
  try {
    return await client.readContract({
      address: executor,
      abi: executorAbi,
      functionName: 'source',
      args: [index],
    })
  } catch (error) {
    const reverted =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (reverted instanceof ContractFunctionRevertedError && reverted.data?.errorName === 'UnknownSource')
      return undefined
    throw error
  }
}

function isSameRow(found: SourceRow | undefined, expected: SourceRow | undefined): boolean {
  if (!found || !expected) return found === expected
  return (
    found.kind === expected.kind &&
    found.feeBps === expected.feeBps &&
    sameAddress(found.factory, expected.factory) &&
    sameAddress(found.initCodeHash, expected.initCodeHash)
  )
}

function toText(row: SourceRow | undefined): string {
  return row ? `${row.kind} ${row.factory} ${row.initCodeHash} ${row.feeBps}` : 'empty'
}
