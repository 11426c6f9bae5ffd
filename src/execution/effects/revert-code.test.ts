import { expect, it } from 'vitest'
import { revertCode } from './revert-code.ts'

it.each([
  'InsufficientOutput(2981, 2990)',
  'NegativeSlippageLimit()',
  'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
  'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT',
  'Too little received',
  'Too much requested',
  'Min return not reached',
  'Slippage limit exceeded',
])('%s is told as a price past the limit', (reason) => {
  expect(revertCode(reason)).toBe('SLIPPAGE_EXCEEDED')
})

it.each(['TransferFailed(0xaa)', 'execution reverted', 'STF', 'Expired(1700000000)', undefined])(
  '%s is not',
  (reason) => {
    expect(revertCode(reason)).toBe('TRANSACTION_REVERTED')
  },
)
