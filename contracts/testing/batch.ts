import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { WriteOptions } from '../../devnet/setup/test-chain.ts'
import type { Market } from './start-market.ts'

export interface Call {
  to: Address
  data: Hex
  value?: bigint
  /** Continues the batch if this call reverts. */
  mayFail?: boolean
}

const walletAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; bool mayFail; }',
  'function run(Call[] calls) payable',
  'function flash(address pool, address recipient, uint256[2] amounts, Call[] calls)',
])

const filled = (calls: Call[]) => calls.map((call) => ({ value: 0n, mayFail: false, ...call }))

/** Makes calls from a `HostileWallet`, all in one transaction. */
export function runBatch(market: Market, wallet: Address, calls: Call[], options?: WriteOptions) {
  return market.write(wallet, walletAbi, 'run', [filled(calls)], options)
}

/**
 * Makes calls while a V3 pool lends both of its tokens to `recipient`; the wallet repays the pool.
 */
export function runFlash(
  market: Market,
  wallet: Address,
  loan: { pool: Address; recipient: Address; amounts: readonly [bigint, bigint] },
  calls: Call[],
) {
  const args = [loan.pool, loan.recipient, loan.amounts, filled(calls)]
  return market.write(wallet, walletAbi, 'flash', args)
}

export function approveCall(token: Address, spender: Address, amount: bigint): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  }
}
