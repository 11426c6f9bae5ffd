import { type Address, BaseError, ContractFunctionRevertedError } from 'viem'
import type { SourceRow } from '../../service/config/source-rows.ts'
import type { UndeployedChain } from '../../service/config/types.ts'
import { executorAbi, settlementAbi } from '../../src/abi/settlement.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { createDeployClient, type DeployClient } from './deploy-client.ts'
import { type Deployment, MAX_SOURCES } from './deployment.ts'
import { getHost } from './get-host.ts'

/** Reads the deployment back through every node of the chain. Throws an error that lists each difference. */
export async function verifyDeployment(chain: UndeployedChain, deployment: Deployment): Promise<void> {
  const found = await Promise.all(
    chain.rpcUrls.map(async (url) => {
      const differences = await findDifferences(deployment, createDeployClient(chain, url))
      return differences.map((difference) => `${getHost({ rpcUrls: [url] })}: ${difference}`)
    }),
  )
  const differences = found.flat()
  if (differences.length > 0)
    throw new Error(`Read back, the deployment is not what it should be.\n${differences.join('\n')}`)
}

async function findDifferences(deployment: Deployment, client: DeployClient): Promise<string[]> {
  const { settlement, executor, code } = deployment
  const [ofSettlement, ofExecutor] = await Promise.all([
    client.getCode({ address: settlement }),
    client.getCode({ address: executor }),
  ])
  const differences = [
    ...codeDifferences('settlement', settlement, [ofSettlement, code.settlement]),
    ...codeDifferences('executor', executor, [ofExecutor, code.executor]),
  ]
  // What other code answers says nothing.
  if (differences.length > 0) return differences
  return [...(await argumentDifferences(deployment, client)), ...(await rowDifferences(deployment, client))]
}

function codeDifferences(
  name: string,
  address: Address,
  [found, expected]: [string | undefined, string],
): string[] {
  if (!found) return [`there is no code at ${address}, where the ${name} belongs`]
  return found === expected ? [] : [`the code at ${address} is not the ${name} that was compiled`]
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

/** Undefined: the executor says that it has none of this index. */
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
