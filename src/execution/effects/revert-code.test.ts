import { expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { intentFixture } from '../../testing/execution/execution-fixtures.ts'
import { revertCode } from './revert-code.ts'

const token = (n: number) => `0x${String(n).repeat(40)}` as const
const sale = { ...intentFixture, outputToken: { ...intentFixture.outputToken, address: token(2) } }
const purchase = { ...sale, outputAmount: 1n }

it.each([
  'InsufficientOutput(2981, 2990)',
  'NegativeSlippageLimit()',
  'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
  'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT',
  'Too little received',
  'Too much requested',
  'Min return not reached',
  'Slippage limit exceeded',
])('maps %s to SLIPPAGE_EXCEEDED', (reason) => {
  expect(revertCode(reason, sale)).toBe('SLIPPAGE_EXCEEDED')
})

it.each(['TransferFailed(0xaa)', 'execution reverted', 'STF', 'Expired(1700000000)', undefined])(
  'maps %s to TRANSACTION_REVERTED',
  (reason) => {
    expect(revertCode(reason, sale)).toBe('TRANSACTION_REVERTED')
  },
)

it('maps a purchase that runs out of its input to SLIPPAGE_EXCEEDED, and no other failed transfer', () => {
  const failed = (n: number) => `TransferFailed(${token(n)})`
  expect(revertCode(failed(1), purchase)).toBe('SLIPPAGE_EXCEEDED')
  expect(revertCode(failed(1), sale)).toBe('TRANSACTION_REVERTED')
  expect(revertCode(failed(2), purchase)).toBe('TRANSACTION_REVERTED')
  expect(revertCode(`TransferFromFailed(${token(1)})`, purchase)).toBe('TRANSACTION_REVERTED')
  const toNative = { ...purchase, outputToken: { ...purchase.outputToken, address: NATIVE_TOKEN } }
  expect(revertCode(`TransferFailed(${NATIVE_TOKEN})`, toNative)).toBe('TRANSACTION_REVERTED')
})
