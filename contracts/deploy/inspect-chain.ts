import { type Address, encodeFunctionData, formatUnits, type Hex, parseAbi } from 'viem'
import { isRevert, isUnreachable } from '../../service/chain/rpc-errors.ts'
import type { UndeployedChain } from '../../service/config/types.ts'
import { getDeployer } from '../../service/modules/core/source-config.ts'
import { errorInWords } from '../../service/observability/plain-fields.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { type ComparedPools, comparePools } from './compare-pools.ts'
import {
  CREATE2_DEPLOYER,
  CREATE2_DEPLOYER_CODE,
  encodeCreation,
  PRESIGNED_COST_WEI,
  PRESIGNED_TRANSACTION,
  PRESIGNER,
} from './create2-deployer.ts'
import type { DeployClient } from './deploy-client.ts'
import type { Deployment } from './deployment.ts'
import { getHost } from './get-host.ts'
import { readSmallBlocks, type SmallBlocks, smallBlockProblems } from './small-blocks.ts'

/** A transaction that is missing. */
export type Step =
  | { name: 'pay the presigned transaction'; to: Address; value: bigint; gas: bigint }
  | { name: 'CREATE2 deployer'; raw: Hex; creates: { address: Address; code: Hex } }
  | { name: 'settlement'; to: Address; data: Hex; gas: bigint; creates: { address: Address; code: Hex } }

/** What stands on a chain, what is missing, and what that costs. */
export interface Inspection {
  steps: Step[]
  /** Why nothing may be sent, one sentence each. */
  problems: string[]
  /** What pools of the sources say of their rows. Undefined: the settlement stands, or a contract is missing. */
  pools: ComparedPools | undefined
  /** Whether the treasury is a contract on this chain. */
  isTreasuryContract: boolean
  /** Blocks that do not hold what is missing. */
  smallBlocks: SmallBlocks | undefined
  fees: Fees
  /** Gas of all steps, times the most that a unit may cost, and what is sent along. */
  costWei: bigint
  gas: bigint
  /** Part of the cost: what the chain takes for the data on Ethereum, and its operator for gas. Undefined: it does not tell. */
  l1FeeWei: bigint | undefined
  balanceWei: bigint | undefined
}

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }

/** Tstore, push0 and mcopy, as code that is run and creates nothing. */
const CANCUN_PROBE: Hex = '0x600060005d5f5f5f5e00'
const l1FeeAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
const TRANSFER_GAS = 21_000n
/** The deployer's own work, and what an estimate of a creation of the same code may be short of. */
const DEPLOYER_GAS = 100_000n

/** Reads what is there, and sends nothing. `adjust` raises the fees that the node estimates. */
export async function inspectChain(
  chain: UndeployedChain,
  deployment: Deployment,
  client: DeployClient,
  adjust: (fees: Fees) => Fees = (fees) => fees,
): Promise<Inspection> {
  const chainId = await client.getChainId()
  if (chainId !== chain.id) {
    throw new Error(
      `The node at ${getHost(chain)} is of chain ${chainId}, not ${chain.id}: nothing was asked or sent.`,
    )
  }
  const { treasury } = deployment.arguments
  const problems = [
    ...treasuryProblems(chain, treasury),
    ...(await contractProblems(chain, client)),
    ...(await hardForkProblems(client)),
  ]
  const steps: Step[] = []
  const deployerCode = await client.getCode({ address: CREATE2_DEPLOYER })
  const hasDeployer = deployerCode?.toLowerCase() === CREATE2_DEPLOYER_CODE
  if (!deployerCode) steps.push(...(await deployerSteps(client, problems)))
  else if (!hasDeployer) problems.push(`The code at ${CREATE2_DEPLOYER} is not the CREATE2 deployer's.`)

  const { settlement, executor, code } = deployment
  const standing = await client.getCode({ address: settlement })
  const pools = !standing && problems.length === 0 ? await comparePools(chain, client) : undefined
  problems.push(...(pools?.problems ?? []))
  const smallBlocks = standing ? undefined : await readSmallBlocks(chain, deployment, client)
  if (smallBlocks) problems.push(...smallBlockProblems(smallBlocks, client.account?.address))
  if (!standing) {
    const estimate = () => estimateCreation(deployment, client, hasDeployer, problems)
    const gas = smallBlocks?.gas ?? (problems.length === 0 ? await estimate() : 0n)
    const creates = { address: settlement, code: code.settlement }
    const data = encodeCreation(deployment.initCode)
    steps.push({ name: 'settlement', to: CREATE2_DEPLOYER, data, gas, creates })
  } else if (standing !== code.settlement) {
    problems.push(`There is other code at ${settlement}, where the settlement belongs.`)
  } else if ((await client.getCode({ address: executor })) !== code.executor) {
    problems.push(`There is other code at ${executor}, where the executor belongs.`)
  }
  if (chain.settlement && !sameAddress(chain.settlement, settlement)) {
    problems.push(
      `The config names the settlement ${chain.settlement}, and its sources, contracts and treasury make ${settlement}. ` +
        'To replace it, remove `settlement` and `executor` from the config.',
    )
  }
  const costs = await getCosts(steps, chain, client, { problems, adjust, smallBlocks })
  const isTreasuryContract = Boolean(await client.getCode({ address: treasury }))
  return { steps, problems, pools, isTreasuryContract, smallBlocks, ...costs }
}

/** The contracts of others that the settlement, or the service, relies on, as the config names them. */
function namedContracts(chain: UndeployedChain): [name: string, Address][] {
  return [
    ['weth', chain.weth],
    ['permit2', chain.permit2],
    ...chain.sources.map(({ module, factory }): [string, Address] => [`the source ${module}`, factory]),
    ...chain.sources
      .filter((source) => getDeployer(source) !== source.factory)
      .map((source): [string, Address] => [`the deployer of ${source.module}`, getDeployer(source)]),
    ['multicall3', chain.multicall3],
  ]
}

/** It is fixed for ever, and nothing gets out of these contracts. */
function treasuryProblems(chain: UndeployedChain, treasury: Address): string[] {
  const tokens = [...chain.baseTokens, ...(chain.stableTokens ?? [])]
  const named: [string, Address][] = [
    ...namedContracts(chain),
    ...tokens.map((token): [string, Address] => ['a token', token]),
  ]
  const [name] = named.find(([, address]) => sameAddress(address, treasury)) ?? []
  return name
    ? [
        `The treasury ${treasury} is what the config names as ${name}: what it earned would be lost. Name an account of your own.`,
      ]
    : []
}

/** Those that are not there. */
async function contractProblems(chain: UndeployedChain, client: DeployClient): Promise<string[]> {
  const named: [string, Address][] = [
    ...namedContracts(chain),
    // The service alone needs these: better known before the deployment is paid.
    ['referenceStable', chain.referenceStable],
    ...(chain.tickLens ? [['tickLens', chain.tickLens] satisfies [string, Address]] : []),
  ]
  const found = await Promise.all(named.map(([, address]) => client.getCode({ address })))
  return named.flatMap(([name, address], i) =>
    found[i] ? [] : [`There is no contract at ${address}, which the config names as ${name}.`],
  )
}

async function hardForkProblems(client: DeployClient): Promise<string[]> {
  try {
    await client.call({ data: CANCUN_PROBE })
    return []
  } catch {
    return [
      'The chain, or this node, does not run instructions of Cancun (transient storage), which the contracts use.',
    ]
  }
}

async function deployerSteps(client: DeployClient, problems: string[]): Promise<Step[]> {
  const [nonce, balance] = await Promise.all([
    client.getTransactionCount({ address: PRESIGNER }),
    client.getBalance({ address: PRESIGNER }),
  ])
  if (nonce > 0) {
    problems.push(
      `The chain has no CREATE2 deployer at ${CREATE2_DEPLOYER}, and the transaction that would put it there is used up ` +
        'without effect. Ask who runs the chain for the deployer.',
    )
    return []
  }
  const missing = PRESIGNED_COST_WEI - balance
  const creates = { address: CREATE2_DEPLOYER, code: CREATE2_DEPLOYER_CODE }
  return [
    ...(missing > 0n
      ? [{ name: 'pay the presigned transaction' as const, to: PRESIGNER, value: missing, gas: TRANSFER_GAS }]
      : []),
    { name: 'CREATE2 deployer', raw: PRESIGNED_TRANSACTION, creates },
  ]
}

/** Without the deployer, the cost of creating the same code at another address. */
async function estimateCreation(
  { initCode }: Deployment,
  client: DeployClient,
  hasDeployer: boolean,
  problems: string[],
): Promise<bigint> {
  const account = client.account?.address
  const data = hasDeployer ? { to: CREATE2_DEPLOYER, data: encodeCreation(initCode) } : { data: initCode }
  try {
    const gas = await client.estimateGas({ ...(account && { account }), ...data })
    return (gas * 11n) / 10n + (hasDeployer ? 0n : DEPLOYER_GAS)
  } catch (error) {
    problems.push(`The node cannot estimate the deployment: ${toSentence(error)}`)
    return 0n
  }
}

async function getCosts(
  steps: readonly Step[],
  chain: UndeployedChain,
  client: DeployClient,
  {
    problems,
    adjust,
    smallBlocks,
  }: Pick<Inspection, 'problems' | 'smallBlocks'> & { adjust: (fees: Fees) => Fees },
): Promise<Pick<Inspection, 'fees' | 'costWei' | 'gas' | 'l1FeeWei' | 'balanceWei'>> {
  const fees = adjust(withBasePrice(await getFees(client), smallBlocks?.bigBlockPrice))
  const price = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  const gas = steps.reduce((sum, step) => sum + ('gas' in step ? step.gas : 0n), 0n)
  const sent = steps.reduce((sum, step) => sum + ('value' in step ? step.value : 0n), 0n)
  const l1FeeWei = await getL1Fee(steps, chain, client)
  const costWei = gas * price + sent + (l1FeeWei ?? 0n)
  const payer = client.account?.address
  const balanceWei = payer && (await client.getBalance({ address: payer }))
  if (balanceWei !== undefined && balanceWei < costWei) {
    const amount = (wei: bigint) => formatUnits(wei, chain.nativeCurrency.decimals)
    const { symbol } = chain.nativeCurrency
    problems.push(
      `${payer} has too little: the deployment may cost ${amount(costWei)} ${symbol}, and there are ${amount(balanceWei)}.`,
    )
  }
  return { fees, costWei, gas, l1FeeWei, balanceWei }
}

/**
 * What the data of the steps costs now, and half as much again: the price follows that of Ethereum; and what the operator takes for
 * their gas. On Arbitrum the estimate of the gas has it.
 */
async function getL1Fee(
  steps: readonly Step[],
  { l1FeeOracle: address, l1FeeModel }: UndeployedChain,
  client: DeployClient,
): Promise<bigint | undefined> {
  const sent = steps.flatMap((step) => ('data' in step ? [step.data] : []))
  if (!address || sent.length === 0 || l1FeeModel === 'arbitrum') return 0n
  const read = { address, abi: l1FeeAbi }
  try {
    const fees = await Promise.all(
      sent.map((data) => client.readContract({ ...read, functionName: 'getL1Fee', args: [data] })),
    )
    const ratio =
      l1FeeModel === 'mantle' ? await client.readContract({ ...read, functionName: 'tokenRatio' }) : 1n
    const operatorFees = await Promise.all(
      steps.map((step) => ('gas' in step ? getOperatorFee(step.gas, address, client) : 0n)),
    )
    const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
    return (sum(fees) * ratio * 3n) / 2n + sum(operatorFees)
  } catch {
    return undefined
  }
}

/** In the coin that pays gas, on Mantle too. An oracle without the function, as before Isthmus and on Scroll: nothing. */
async function getOperatorFee(gas: bigint, oracle: Address, client: DeployClient): Promise<bigint> {
  const data = encodeFunctionData({ abi: l1FeeAbi, functionName: 'getOperatorFee', args: [gas] })
  try {
    const answer = await client.call({ to: oracle, data })
    return BigInt(answer.data ?? 0)
  } catch (error) {
    if (isRevert(error)) return 0n
    throw error
  }
}

/** Legacy prices where a chain knows no other. */
async function getFees(client: DeployClient): Promise<Fees> {
  try {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return { maxFeePerGas, maxPriorityFeePerGas }
  } catch {
    return { gasPrice: await client.getGasPrice() }
  }
}

/** With the price of another kind of block, and a fifth more of it, as viem adds to that of the latest. */
function withBasePrice(fees: Fees, basePrice: bigint | undefined): Fees {
  if (basePrice === undefined) return fees
  const price = (basePrice * 12n) / 10n
  if ('gasPrice' in fees) return { gasPrice: price }
  return { ...fees, maxFeePerGas: price + fees.maxPriorityFeePerGas }
}

/** viem's first line says what happened; the rest repeats the request. */
export function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isUnreachable(error)) {
    return `The node does not answer: ${errorInWords(error)}. Is it up, and are its address and key right?`
  }
  const { shortMessage, details } = error as { shortMessage?: string; details?: string }
  const text = shortMessage ?? error.message
  return details && !text.includes(details) ? `${text} (${details})` : text
}
