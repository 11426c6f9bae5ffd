import type { Address, Hex } from '../../wire/lib/address.ts'
import { anyCase, callView, firstWord } from './call-view.ts'
import type { ReadClient } from './read-actions.ts'
import type { Call, ChainReader } from './types.ts'
import { encodeFunctionData } from './viem.ts'

const abi = [
  {
    type: 'function',
    name: 'getL1Fee',
    stateMutability: 'view',
    inputs: [{ name: 'data', type: 'bytes' }],
    outputs: [{ name: 'fee', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'getOperatorFee',
    stateMutability: 'view',
    inputs: [{ name: 'gasUsed', type: 'uint256' }],
    outputs: [{ name: 'fee', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'tokenRatio',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: 'ratio', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'gasEstimateL1Component',
    stateMutability: 'payable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'contractCreation', type: 'bool' },
      { name: 'data', type: 'bytes' },
    ],
    outputs: [
      { name: 'gasEstimateForL1', type: 'uint64' },
      { name: 'baseFee', type: 'uint256' },
      { name: 'l1BaseFeeEstimate', type: 'uint256' },
    ],
  },
] as const

/** The oracle of every OP Stack chain and of Mantle. */
const PREDEPLOY: Address = '0x420000000000000000000000000000000000000F'
const ORACLES: Readonly<Record<number, Address>> = { 534352: '0x5300000000000000000000000000000000000002' }
/** Mantle's oracle returns the data fee in ether, and the price of ether in its own coin. */
const ANSWERS_IN_ETHER = new Set([5000])
/**
 * Chains without a data fee, or with one that is part of the gas. Other chains are checked for the
 * predeploy.
 */
const WITHOUT = new Set([1, 56, 100, 137, 146, 999, 42161, 43114, 59144, 80094, 167000])

/** The bytes around the calldata in an unsigned transaction. */
const ENVELOPE_BYTES = 48
/** The compressed size of a swap through many pools, in bytes. */
const TYPICAL_BYTES = 1_200
/** More gas than a swap over three hops uses. */
const TYPICAL_GAS = 600_000n

/**
 * The fees of transactions with this data and gas beside the price of the gas. Zero if the chain
 * has no oracle contract. Rejects if the oracle does not respond: unknown is not zero.
 */
export async function l1Fees(
  client: ReadClient,
  { chainId, data = [noise(TYPICAL_BYTES)], gas = [] }: Parameters<ChainReader['l1Fees']>[0],
): Promise<readonly bigint[]> {
  if (WITHOUT.has(chainId)) return data.map(() => 0n)
  const to = getOracle(chainId)
  const ask = async (call: Hex) => {
    const answer = await client.call({ to, data: call })
    return BigInt(answer.data ?? 0)
  }
  const asked = data.map((bytes) => {
    const args = [`${noise(ENVELOPE_BYTES)}${bytes.slice(2)}`] as const
    return ask(encodeFunctionData({ abi, functionName: 'getL1Fee', args }))
  })
  const ratio = ANSWERS_IN_ETHER.has(chainId)
    ? ask(encodeFunctionData({ abi, functionName: 'tokenRatio' }))
    : Promise.resolve(1n)
  const operator = data.map((_, at) => operatorFee(client, { chainId, gasUsed: gas[at] ?? TYPICAL_GAS }))
  const [operatorFees, coins, ...fees] = await Promise.all([Promise.all(operator), ratio, ...asked])
  if (!coins && fees.some((fee) => fee > 0n))
    throw new Error('The oracle returned a fee but no price of ether in coins')
  return fees.map((fee, at) => fee * coins + (operatorFees[at] ?? 0n))
}

/** See `ChainReader.feesBesideGas`. */
export async function feesBesideGas(
  client: ReadClient,
  { l1Fee, ...mined }: Parameters<ChainReader['feesBesideGas']>[0],
): Promise<bigint | undefined> {
  const { chainId, blockNumber } = mined
  if (WITHOUT.has(chainId)) return l1Fee ?? 0n
  const operator = await operatorFee(client, mined)
  if (l1Fee !== undefined) return l1Fee + operator
  const data = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [noise(ENVELOPE_BYTES)] })
  const taken = firstWord(await callView(client, { to: getOracle(chainId), data, blockNumber }))
  return taken ? undefined : operator
}

/**
 * The operator fee for gas, in the coin that pays it, also on Mantle. Default: at the latest block.
 * Zero without a contract or function for it, as before Isthmus and on Scroll.
 */
async function operatorFee(
  client: ReadClient,
  { chainId, gasUsed, blockNumber }: { chainId: number; gasUsed: bigint; blockNumber?: bigint },
): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'getOperatorFee', args: [gasUsed] })
  return firstWord(await callView(client, { to: getOracle(chainId), data, blockNumber })) ?? 0n
}

function getOracle(chainId: number): Address {
  return ORACLES[chainId] ?? PREDEPLOY
}

/** Nodes of Arbitrum answer calls to this address. No contract can exist there on other chains. */
const NODE_INTERFACE: Address = '0x00000000000000000000000000000000000000C8'

/** The gas that a node adds to the gas limit for the data of this call; 0 if it adds none. */
export async function dataGas(client: ReadClient, { to, data }: Pick<Call, 'to' | 'data'>): Promise<bigint> {
  const asked = encodeFunctionData({
    abi,
    functionName: 'gasEstimateL1Component',
    args: [anyCase(to), false, data],
  })
  const answer = await client.call({ to: NODE_INTERFACE, data: asked })
  return BigInt(answer.data?.slice(0, 66) ?? 0)
}

/** Deterministic bytes that do not compress. */
function noise(bytes: number): Hex {
  let state = 1
  let digits: Hex = '0x'
  for (let n = 0; n < bytes; n += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    digits += ((state >>> 16) & 0xff).toString(16).padStart(2, '0')
  }
  return digits
}
