import { type Address, encodeFunctionData, formatUnits, type Hex, parseAbi } from 'viem'
import { sameAddress } from '../../wire/lib/address.ts'
import { isRevert, isUnreachable } from '../chain/rpc/rpc-errors.ts'
import type { UndeployedChain } from '../config/types.ts'
import { getDeployer } from '../modules/core/source-config.ts'
import { errorInWords } from '../observability/plain-fields.ts'
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

/** A missing transaction. */
export type Step =
  | { name: 'pay the presigned transaction'; to: Address; value: bigint; gas: bigint }
  | { name: 'CREATE2 deployer'; raw: Hex; creates: { address: Address; code: Hex } }
  | { name: 'settlement'; to: Address; data: Hex; gas: bigint; creates: { address: Address; code: Hex } }

/** Deployed and missing contracts of a chain, and the cost of the missing ones. */
export interface Inspection {
  steps: Step[]
  /** Reasons not to send anything, one sentence each. */
  problems: string[]
  /**
   * Comparison with existing pools. Undefined if the settlement is deployed or a contract is
   * missing.
   */
  pools: ComparedPools | undefined
  isTreasuryContract: boolean
  /** Blocks too small for the missing steps. */
  smallBlocks: SmallBlocks | undefined
  fees: Fees
  /** Gas of all steps at the maximum price, plus value and other fees. */
  costWei: bigint
  gas: bigint
  /**
   * Part of the cost: data fee and operator fee of a rollup. Undefined if the chain does not report
   * it.
   */
  l1FeeWei: bigint | undefined
  balanceWei: bigint | undefined
}

export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }

/** Runs tstore, push0 and mcopy, and creates nothing. */
const CANCUN_PROBE: Hex = '0x600060005d5f5f5f5e00'
const l1FeeAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
const TRANSFER_GAS = 21_000n
/** Gas of the deployer itself, and tolerance of an estimate of the same creation elsewhere. */
const DEPLOYER_GAS = 100_000n

/** Inspects a chain without sending anything. `adjust` raises the fees that the node estimates. */
export async function inspectChain(
  chain: UndeployedChain,
  deployment: Deployment,
  client: DeployClient,
  adjust: (fees: Fees) => Fees = (fees) => fees,
): Promise<Inspection> {
  const chainId = await client.getChainId()
  if (chainId !== chain.id) {
    throw new Error(
      `The node at ${getHost(chain)} serves chain ${chainId}, not ${chain.id}. Nothing was sent.`,
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
  const deployed = await client.getCode({ address: settlement })
  const pools = !deployed && problems.length === 0 ? await comparePools(chain, client) : undefined
  problems.push(...(pools?.problems ?? []))
  const smallBlocks = deployed ? undefined : await readSmallBlocks(chain, deployment, client)
  if (smallBlocks) problems.push(...smallBlockProblems(smallBlocks, client.account?.address))
  if (!deployed) {
    const estimate = () => estimateCreation(deployment, client, hasDeployer, problems)
    const gas = smallBlocks?.gas ?? (problems.length === 0 ? await estimate() : 0n)
    const creates = { address: settlement, code: code.settlement }
    const data = encodeCreation(deployment.initCode)
    steps.push({ name: 'settlement', to: CREATE2_DEPLOYER, data, gas, creates })
  } else if (deployed !== code.settlement) {
    problems.push(`Other code is deployed at ${settlement}, the address of the settlement.`)
  } else if ((await client.getCode({ address: executor })) !== code.executor) {
    problems.push(`Other code is deployed at ${executor}, the address of the executor.`)
  }
  if (chain.settlement && !sameAddress(chain.settlement, settlement)) {
    problems.push(
      `The config names the settlement ${chain.settlement}, but its sources, contracts and treasury determine ${settlement}. ` +
        'To replace it, remove `settlement` and `executor` from the config.',
    )
  }
  const costs = await getCosts(steps, chain, client, { problems, adjust, smallBlocks })
  const isTreasuryContract = Boolean(await client.getCode({ address: treasury }))
  return { steps, problems, pools, isTreasuryContract, smallBlocks, ...costs }
}

/** External contracts of the config that the settlement or the service depends on. */
function namedContracts(chain: UndeployedChain): [name: string, Address][] {
  return [
    ['weth', chain.weth],
    ['permit2', chain.permit2],
    ...chain.sources.map(({ module, factory }): [string, Address] => [`source ${module}`, factory]),
    ...chain.sources
      .filter((source) => getDeployer(source) !== source.factory)
      .map((source): [string, Address] => [`deployer of ${source.module}`, getDeployer(source)]),
    ['multicall3', chain.multicall3],
  ]
}

/** Rejects contracts without a way to withdraw, because the treasury is immutable. */
function treasuryProblems(chain: UndeployedChain, treasury: Address): string[] {
  const tokens = [...chain.baseTokens, ...(chain.stableTokens ?? [])]
  const named: [string, Address][] = [
    ...namedContracts(chain),
    ...tokens.map((token): [string, Address] => ['a token', token]),
  ]
  const [name] = named.find(([, address]) => sameAddress(address, treasury)) ?? []
  return name
    ? [
        `The treasury ${treasury} is the config's ${name}, which cannot withdraw its fees. Use an account that you control.`,
      ]
    : []
}

/** Reports missing contracts. */
async function contractProblems(chain: UndeployedChain, client: DeployClient): Promise<string[]> {
  const named: [string, Address][] = [
    ...namedContracts(chain),
    // Only the service needs these; checking now avoids paying for a useless deployment.
    ['referenceStable', chain.referenceStable],
    ...(chain.tickLens ? [['tickLens', chain.tickLens] satisfies [string, Address]] : []),
  ]
  const found = await Promise.all(named.map(([, address]) => client.getCode({ address })))
  return named.flatMap(([name, address], i) =>
    found[i] ? [] : [`No contract is deployed at ${address}, the config's ${name}.`],
  )
}

async function hardForkProblems(client: DeployClient): Promise<string[]> {
  try {
    await client.call({ data: CANCUN_PROBE })
    return []
  } catch {
    return [
      'The chain or this node does not support the Cancun instructions (transient storage) that the contracts use.',
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
      `The chain has no CREATE2 deployer at ${CREATE2_DEPLOYER}, and the transaction that would create it was used up ` +
        "without effect. Ask the chain's operator to deploy it.",
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

/** Without the deployer, estimates the creation of the same code at another address. */
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
      `The balance of ${payer} is too low: the deployment may cost ${amount(costWei)} ${symbol}, and the balance is ${amount(balanceWei)}.`,
    )
  }
  return { fees, costWei, gas, l1FeeWei, balanceWei }
}

/**
 * Data fee of the steps with a margin of half, because it follows the price of Ethereum, plus the
 * operator fee of their gas. Arbitrum includes it in the gas estimate.
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

/**
 * In the coin that pays gas, also on Mantle. Oracles without the function (before Isthmus, Scroll)
 * charge no fee.
 */
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

/** Falls back to legacy prices on chains without EIP-1559. */
async function getFees(client: DeployClient): Promise<Fees> {
  try {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return { maxFeePerGas, maxPriorityFeePerGas }
  } catch {
    return { gasPrice: await client.getGasPrice() }
  }
}

/** Applies the base fee of big blocks, with the margin of a fifth that viem adds. */
function withBasePrice(fees: Fees, basePrice: bigint | undefined): Fees {
  if (basePrice === undefined) return fees
  const price = (basePrice * 12n) / 10n
  if ('gasPrice' in fees) return { gasPrice: price }
  return { ...fees, maxFeePerGas: price + fees.maxPriorityFeePerGas }
}

/** Returns viem's first line; the rest repeats the request. */
export function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isUnreachable(error)) {
    return `The node does not respond: ${errorInWords(error)}. Check that it is running, and its URL and key.`
  }
  const { shortMessage, details } = error as { shortMessage?: string; details?: string }
  const text = shortMessage ?? error.message
  return details && !text.includes(details) ? `${text} (${details})` : text
}
