import { encodeErrorResult, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { TOKENS } from '../../testing/literal-chain.ts'
import { isAccountFailure } from './account-failure.ts'

const [weth, usdc, wbtc] = [TOKENS.weth.address, TOKENS.usdc.address, TOKENS.wbtc.address]
const refused = (token: Address) =>
  encodeErrorResult({ abi: settlementAbi, errorName: 'TransferFailed', args: [token] })
const unpaid = encodeErrorResult({ abi: settlementAbi, errorName: 'TransferFromFailed', args: [weth] })
const short = encodeErrorResult({ abi: settlementAbi, errorName: 'InsufficientOutput', args: [1n, 2n] })
const expired = encodeErrorResult({ abi: settlementAbi, errorName: 'Expired', args: [1n] })

const sell = {
  order: { type: 'SELL' },
  inputToken: weth,
  outputToken: usdc,
  poolInput: weth,
  poolOutput: usdc,
}
const buy = { ...sell, order: { type: 'BUY' } }
const toNative = { ...sell, inputToken: usdc, poolInput: usdc, outputToken: NATIVE_TOKEN, poolOutput: weth }

it.each<[string, object, Hex, boolean]>([
  ['a receiver that refuses the coin', toNative, refused(NATIVE_TOKEN), true],
  ['a receiver that refuses the token', sell, refused(usdc), true],
  ['a sender who cannot pay', sell, unpaid, true],
  ['a buyer who cannot pay', buy, unpaid, true],
  ['a pair that is not paid, by a token that refuses', sell, refused(weth), true],
  ['a deadline that has passed', sell, expired, true],
  ['a purchase that runs out of its input', buy, refused(weth), false],
  ['a token on the way that is not paid', sell, refused(wbtc), false],
  ['less than the minimum', sell, short, false],
  ['a revert of a pool', sell, '0x08c379a0', false],
  ['a revert without data', sell, '0x', false],
])('distinguishes failures of accounts from failures of pools: %s', (_, trade, data, isOfAccount) => {
  expect(isAccountFailure(trade as Parameters<typeof isAccountFailure>[0], data)).toBe(isOfAccount)
})
