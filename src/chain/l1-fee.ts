import type { Address, Hex } from '../lib/address.ts'
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

/** Of every OP Stack chain, and of Mantle. */
const PREDEPLOY: Address = '0x420000000000000000000000000000000000000F'
const ORACLES: Readonly<Record<number, Address>> = { 534352: '0x5300000000000000000000000000000000000002' }
/** Mantle's oracle tells the fee for data in ether, and names what an ether is worth in the coin that pays. */
const ANSWERS_IN_ETHER = new Set([5000])
/** Chains that take no fee for data, or take it as gas. On any other one the predeploy is looked for. */
const WITHOUT = new Set([1, 56, 100, 137, 146, 999, 42161, 43114, 59144, 80094, 167000])

/** What surrounds the data in an unsigned transaction, in bytes. */
const ENVELOPE_BYTES = 48
/** A swap through many pools takes about as many bytes, once compressed. */
const TYPICAL_BYTES = 1_200
/** More gas than a swap over three hops uses. */
const TYPICAL_GAS = 600_000n

/**
 * What transactions with this data and gas pay besides the price of the gas. No contract at the place of the oracle: the chain
 * takes no fee. Rejects where the oracle does not answer: unknown is not zero.
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
    throw new Error('The oracle names a fee, and not what it is in coins')
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
 * What the operator of the chain takes for gas, in the coin that pays it, on Mantle too. By default at the latest block. No contract, or
 * no function for it, as before Isthmus and on Scroll: it takes nothing.
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

/** Answered by nodes of Arbitrum themselves; elsewhere there is nothing, and nobody can put anything there. */
const NODE_INTERFACE: Address = '0x00000000000000000000000000000000000000C8'

/** The units of gas that a node takes for the data of this call, as part of its gas limit; 0 where nodes take none. */
export async function dataGas(client: ReadClient, { to, data }: Pick<Call, 'to' | 'data'>): Promise<bigint> {
  const asked = encodeFunctionData({
    abi,
    functionName: 'gasEstimateL1Component',
    args: [anyCase(to), false, data],
  })
  const answer = await client.call({ to: NODE_INTERFACE, data: asked })
  return BigInt(answer.data?.slice(0, 66) ?? 0)
}

/** Bytes that do not compress, always the same. */
function noise(bytes: number): Hex {
  let state = 1
  let digits: Hex = '0x'
  for (let n = 0; n < bytes; n += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    digits += ((state >>> 16) & 0xff).toString(16).padStart(2, '0')
  }
  return digits
}
