import { expect, it } from 'vitest'
import { PARTNER, USER } from '../../../wire/fixtures/addresses.ts'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { Log } from '../../chain/types.ts'
import { ETH, USDC, WETH } from '../../testing/fixtures/fixture-tokens.ts'
import { wrapReceipt } from './wrap-receipt.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const wrap = { account: USER, receiver: USER, inputToken: ETH, outputToken: WETH }
const unwrap = { ...wrap, inputToken: WETH, outputToken: ETH }
const five = { inputSpent: 5n, outputReceived: 5n }
const read = (intent: typeof wrap, ...logs: Log[]) =>
  wrapReceipt.readSwap({ logs, router: WETH.address, intent })
const toTopic = (address: Address): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** A transfer of 5 base units. */
const transfer = (from: Address, to: Address, address = WETH.address): Log => ({
  address,
  topics: [TRANSFER, toTopic(from), toTopic(to)],
  data: `0x${'5'.padStart(64, '0')}`,
})

it('reads the mint or burn of a wrapper that emits no event of its own', () => {
  expect(read(wrap, transfer(ZERO_ADDRESS, USER))).toEqual(five)
  expect(read(unwrap, transfer(USER, ZERO_ADDRESS))).toEqual(five)
})

it('returns undefined for another contract, another account or the other direction', () => {
  expect(read(wrap, transfer(ZERO_ADDRESS, USER, USDC.address))).toBeUndefined()
  expect(read(wrap, transfer(ZERO_ADDRESS, PARTNER))).toBeUndefined()
  expect(read(wrap, transfer(USER, ZERO_ADDRESS))).toBeUndefined()
  expect(read(unwrap)).toBeUndefined()
})
