import { encodeFunctionResult, type Hex, multicall3Abi, numberToHex, type PublicClient } from 'viem'
import { expect, it } from 'vitest'
import { chainConfig, makeAddress } from '../../testing/literal-chain.ts'
import { l1FeeReader } from './l1-fee.ts'

const config = { ...chainConfig('mantle', 5000), l1FeeOracle: makeAddress(0x0f) }
const word = (value: bigint) => numberToHex(value, { size: 32 })

/** An oracle without `getOperatorFee`, as before Isthmus and on Scroll. */
const WITHOUT_OPERATOR = [undefined, undefined]

/** Reads the fee from these oracle results, in call order. Undefined stands for a revert. */
function read(
  l1FeeModel: 'op-stack' | 'mantle',
  answers: readonly (Hex | undefined)[],
  operator: readonly (Hex | undefined)[] = WITHOUT_OPERATOR,
) {
  const result = [...answers, ...operator].map((answer) => ({
    success: answer !== undefined,
    returnData: answer ?? '0x',
  }))
  const data = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  const client = { call: async () => ({ data }) } as Partial<PublicClient> as PublicClient
  return l1FeeReader({ ...config, l1FeeModel }, client)?.('0xb10c')
}

it('interpolates fees between a small and a large swap', async () => {
  expect(await read('op-stack', [word(300n), word(1_100n)])).toEqual({ base: 200n, perStep: 100n })
  expect(await read('mantle', [word(4_000n), word(300n), word(1_100n)])).toEqual({
    base: 800_000n,
    perStep: 400_000n,
  })
})

it('rejects a fee in ether without the value of an ether in coins', async () => {
  await expect(read('mantle', [word(0n), word(300n), word(1_100n)])).rejects.toThrow('in coins')
  await expect(read('mantle', [undefined, word(300n), word(1_100n)])).rejects.toThrow('returned no fee')
})

it('counts a fee of zero as zero, whatever the ratio', async () => {
  expect(await read('mantle', [word(0n), word(0n), word(0n)])).toEqual({ base: 0n, perStep: 0n })
})

it('rejects an oracle that does not respond', async () => {
  await expect(read('op-stack', [undefined, undefined])).rejects.toThrow('returned no fee')
})

it('adds the operator fee, which Mantle reports in coins', async () => {
  // For no gas, and for a million units.
  const operator = [word(5_000n), word(5_000n + 10n ** 16n)]
  expect(await read('op-stack', [word(300n), word(1_100n)], operator)).toEqual({
    base: 5_200n,
    perStep: 100n,
    perMillionGas: 10n ** 16n,
  })
  expect(await read('mantle', [word(4_000n), word(300n), word(1_100n)], operator)).toEqual({
    base: 805_000n,
    perStep: 400_000n,
    perMillionGas: 10n ** 16n,
  })
})

it('counts a zero operator fee as none, and rejects an incomplete operator fee', async () => {
  const fees = [word(300n), word(1_100n)]
  expect(await read('op-stack', fees, [word(0n), word(0n)])).toEqual({ base: 200n, perStep: 100n })
  expect(await read('op-stack', fees, [word(7n), word(7n)])).toEqual({ base: 207n, perStep: 100n })
  await expect(read('op-stack', fees, [word(7n), undefined])).rejects.toThrow('returned no fee')
})
