import { brotliCompressSync, constants } from 'node:zlib'
import {
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbi,
} from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { minBigInt } from '../../../wire/lib/amount.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import type { L1Fee } from './block.ts'
import { createBlockReader } from './block-reader.ts'

/**
 * ArbGasInfo is part of the node and has no code, and no dependency contains Mantle's oracle. The
 * signatures follow `@arbitrum/nitro-contracts` 3.2 and Mantle's documentation.
 */
const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
  'function getPricesInWei() view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
])

type Model = NonNullable<ChainServiceConfig['l1FeeModel']>

/** The calls to make, and how to derive the fees of the sample transactions from the results. */
interface Inquiry {
  calls: Hex[]
  toFees(answers: readonly Hex[]): bigint[]
  toGasPerByte?(answers: readonly Hex[]): bigint
  /** Additional calls that return the operator fee for no gas and for a million units. */
  operatorCalls?: Hex[]
}

/**
 * The fee of compressed data is not linear in the number of steps. It is interpolated between these
 * two.
 */
const FEW = 1
const MANY = 9

/**
 * Returns a function that reads the cost of a swap without its gas at a block, in one request: the
 * data fee and the operator fee. Returns undefined if the chain charges neither.
 */
export function l1FeeReader(
  { l1FeeOracle, l1FeeModel = 'op-stack', multicall3 }: ChainServiceConfig,
  client: PublicClient,
): ((blockHash: Hex) => Promise<L1Fee>) | undefined {
  if (!l1FeeOracle) return undefined
  const inquiry = inquire(l1FeeModel, [FEW, MANY].map(typicalTransaction))
  const { calls, toFees, toGasPerByte, operatorCalls = [] } = inquiry
  const asked = [...calls, ...operatorCalls].map((data): { to: Address; data: Hex } => ({
    to: l1FeeOracle,
    data,
  }))
  return async (blockHash) => {
    const read: BlockReader = createBlockReader(client, { multicall3, blockHash })
    const answers = (await read(asked)).map((answer) => answer ?? '0x')
    const [few = 0n, many = 0n] = toFees(answers.slice(0, calls.length))
    // A minimum size may make both cost the same. The difference is never negative.
    const perStep = many > few ? (many - few) / BigInt(MANY - FEW) : 0n
    const base = few - perStep * BigInt(FEW) > 0n ? few - perStep * BigInt(FEW) : 0n
    const operator = toOperatorFee(answers.slice(calls.length))
    return {
      base: base + operator.constant,
      perStep,
      ...(operator.perMillionGas > 0n && { perMillionGas: operator.perMillionGas }),
      ...(toGasPerByte && { gasPerByte: toGasPerByte(answers) }),
    }
  }
}

/**
 * The operator fee is in the coin that pays gas, on Mantle too. An oracle without the function, as
 * before Isthmus and on Scroll, charges no fee.
 */
function toOperatorFee(answers: readonly Hex[]): { constant: bigint; perMillionGas: bigint } {
  if (answers.every((answer) => answer === '0x')) return { constant: 0n, perMillionGas: 0n }
  const [constant = 0n, ofMillion = 0n] = answers.map((answer) => wordAt(answer, 0))
  return { constant, perMillionGas: ofMillion - constant }
}

function inquire(model: Model, transactions: readonly Hex[]): Inquiry {
  const oracleCalls = transactions.map((data) =>
    encodeFunctionData({ abi, functionName: 'getL1Fee', args: [data] }),
  )
  const operatorCalls = [0n, 1_000_000n].map((gas) =>
    encodeFunctionData({ abi, functionName: 'getOperatorFee', args: [gas] }),
  )
  switch (model) {
    case 'op-stack':
      return {
        calls: oracleCalls,
        operatorCalls,
        toFees: (answers) => answers.map((answer) => wordAt(answer, 0)),
      }
    case 'mantle': {
      // The fee is in ether. The ratio is the value of one ether in the native coin of the chain,
      // which pays the fee.
      const ratio = encodeFunctionData({ abi, functionName: 'tokenRatio' })
      return {
        calls: [ratio, ...oracleCalls],
        operatorCalls,
        toFees([first = '0x', ...answers]) {
          const coins = wordAt(first, 0)
          const fees = answers.map((answer) => wordAt(answer, 0))
          if (coins === 0n && fees.some((fee) => fee > 0n))
            throw new Error('The oracle returned a fee without its value in coins')
          return fees.map((fee) => fee * coins)
        },
      }
    }
    case 'arbitrum': {
      const sizes = transactions.map(compressedSize)
      return {
        calls: [encodeFunctionData({ abi, functionName: 'getPricesInWei' })],
        toFees: ([prices = '0x']) => sizes.map((size) => size * wordAt(prices, PER_BYTE)),
        toGasPerByte: ([prices = '0x']) =>
          minBigInt(MAX_GAS_PER_BYTE, divideUp(wordAt(prices, PER_BYTE), wordAt(prices, PER_GAS))),
      }
    }
    default:
      return model satisfies never
  }
}

/**
 * Indexes in the result of `getPricesInWei`: wei per byte of a compressed transaction, and wei per
 * unit of gas.
 */
const PER_BYTE = 1
const PER_GAS = 5
/** Keeps a gas limit derived from it within 64 bits. */
const MAX_GAS_PER_BYTE = 10_000_000n
const SIGNATURE_BYTES = 65

/**
 * Returns the size as Arbitrum nodes count it: compressed at the fastest level, with the signature.
 */
function compressedSize(transaction: Hex): bigint {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
  const bytes = hexToBytes(`${transaction}${noise('signature', SIGNATURE_BYTES)}`)
  return BigInt(brotliCompressSync(bytes, { params }).length)
}

function divideUp(value: bigint, divisor: bigint): bigint {
  return divisor === 0n ? 0n : (value + divisor - 1n) / divisor
}

function wordAt(answer: Hex, index: number): bigint {
  const word = answer.slice(2 + 64 * index, 66 + 64 * index)
  if (word.length !== 64) throw new Error('The oracle returned no fee')
  return BigInt(`0x${word}`)
}

/**
 * Returns bytes that compress like `ISettlement.swap` with this many steps in an unsigned
 * transaction. The words are addresses, amounts and small numbers in the positions of the real
 * call. Routes reuse a few tokens.
 */
function typicalTransaction(steps: number): Hex {
  const token = (n: number) => address(`token ${n % TOKENS}`)
  const ends = [token(0), token(1), amount('input'), amount('minimum'), address('receiver')]
  const terms = ['', '', amount('fee', 5), '', amount('deadline', 4)]
  const route = Array.from({ length: steps }, (_, n) => [
    small(n % 2),
    small(n % 5),
    noise(`portion ${n}`, 8),
    token(n),
    token(n + 1),
    small(192),
    ...(n % 2 === 0 ? [small(32), small(500)] : ['']),
  ]).flat()
  const offsets = Array.from({ length: steps }, (_, n) => small(32 * (steps + 8 * n)))
  const lengths = [small(384), small(32 * (3 + 9 * steps)), small(32), small(steps)]
  const words = [...ends, ...terms, ...lengths, ...offsets, ...route, '']
  return `0x${noise('envelope', 45)}${words.map((word) => word.padStart(64, '0')).join('')}`
}

const TOKENS = 3

const small = (value = 0) => numberToHex(value).slice(2)
const address = (seed: string) => noise(seed, 20)
const amount = (seed: string, bytes = 8) => noise(seed, bytes)

/** Returns hex digits of incompressible bytes that depend only on the seed. */
function noise(seed: string, bytes: number): string {
  let digits = ''
  for (let n = 0; digits.length < 2 * bytes; n += 1)
    digits += keccak256(`0x${Buffer.from(`${seed} ${n}`).toString('hex')}`).slice(2)
  return digits.slice(0, 2 * bytes)
}
