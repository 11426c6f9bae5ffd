import { encodeFunctionData, type Hex, keccak256, numberToHex, type PublicClient, parseAbi } from 'viem'
import type { ChainServiceConfig } from '../config/types.ts'
import type { BlockReader } from '../modules/core/module.ts'
import { createBlockReader } from './block-reader.ts'
import type { L1Fee } from './types.ts'

const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])

/** Fees of data that compresses are no straight line: it is drawn through these numbers of steps. */
const FEW = 1
const MANY = 9

/** Reads what the data of a swap costs at a block, by one call; undefined where the chain takes nothing for it. */
export function l1FeeReader(
  { l1FeeOracle, multicall3 }: ChainServiceConfig,
  client: PublicClient,
): ((blockHash: Hex) => Promise<L1Fee>) | undefined {
  if (!l1FeeOracle) return undefined
  const calls = [FEW, MANY].map((steps) => ({
    to: l1FeeOracle,
    data: encodeFunctionData({ abi, functionName: 'getL1Fee', args: [typicalTransaction(steps)] }),
  }))
  return async (blockHash) => {
    const read: BlockReader = createBlockReader(client, { multicall3, blockHash })
    const [few = 0n, many = 0n] = (await read(calls)).map(toFee)
    // Never negative: a minimum size may cost the same for both.
    const perStep = many > few ? (many - few) / BigInt(MANY - FEW) : 0n
    return { base: few - perStep * BigInt(FEW) > 0n ? few - perStep * BigInt(FEW) : 0n, perStep }
  }
}

function toFee(answer: Hex | undefined): bigint {
  if (answer === undefined || answer.length !== 66) throw new Error('The oracle names no fee')
  return BigInt(answer)
}

/**
 * Bytes that compress like those of a swap of so many steps: `ISettlement.swap` in an unsigned transaction. Words are
 * addresses, amounts and small numbers, in the places where the call has them. Routes return to the same few tokens.
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

/** Hex digits of bytes that do not compress, the same for the same seed. */
function noise(seed: string, bytes: number): string {
  let digits = ''
  for (let n = 0; digits.length < 2 * bytes; n += 1)
    digits += keccak256(`0x${Buffer.from(`${seed} ${n}`).toString('hex')}`).slice(2)
  return digits.slice(0, 2 * bytes)
}
