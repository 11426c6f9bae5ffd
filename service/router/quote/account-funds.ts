import { encodeFunctionData, erc20Abi, multicall3Abi } from 'viem'
import { permit2Abi } from '../../../wire/abi/permit.ts'
import { type Address, type Hex, isNativeToken } from '../../../wire/lib/address.ts'
import { minBigInt } from '../../../wire/lib/amount.ts'
import type { Block } from '../../chain/blocks/block.ts'
import { simulateCalls } from '../../chain/simulation/simulate.ts'
import type { SimulatedCall, SimulatedResult } from '../../chain/simulation/simulation.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/** Balance and allowances of the sender of a trade, in base units of the input. */
export interface AccountFunds {
  balance: bigint
  /** The allowance of the settlement contract. */
  allowance: bigint
  /** The settlement contract's standing Permit2 allowance, which needs no signature. */
  permit2Allowance: bigint
}

const MAX_UINT256 = 2n ** 256n - 1n

/** Reads the funds at the block of a snapshot. Rejects when the node fails. */
export async function readAccountFunds(trade: TradeRequest, block: Block): Promise<AccountFunds> {
  if (trade.isNativeInput) {
    const [balance] = await simulateCalls(trade.chain.client, { block, calls: [inputBalanceCall(trade)] })
    return { balance: numberIn(balance), allowance: MAX_UINT256, permit2Allowance: 0n }
  }
  const { settlement, permit2 } = trade.chain.config
  const calls = [
    inputBalanceCall(trade),
    allowanceCall(trade, settlement),
    allowanceCall(trade, permit2),
    permit2AllowanceCall(trade),
  ]
  const [balance, allowance, approved, permitted] = await simulateCalls(trade.chain.client, { block, calls })
  return {
    balance: numberIn(balance),
    allowance: numberIn(allowance),
    permit2Allowance: minBigInt(numberIn(approved), permittedAt(permitted, block.timestamp)),
  }
}

export function inputBalanceCall(trade: TradeRequest): SimulatedCall {
  return balanceCall(trade, trade.inputToken, trade.userAddress)
}

export function balanceCall({ chain }: TradeRequest, token: Address, account: Address): SimulatedCall {
  const { multicall3 } = chain.config
  const args = [account] as const
  return isNativeToken(token)
    ? view(
        multicall3,
        multicall3,
        encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args }),
      )
    : view(multicall3, token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }))
}

export function allowanceCall(
  { chain, inputToken, userAddress }: TradeRequest,
  spender: Address,
): SimulatedCall {
  const args = [userAddress, spender] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return view(chain.config.multicall3, inputToken, data)
}

function permit2AllowanceCall({ chain, inputToken, userAddress }: TradeRequest): SimulatedCall {
  const { multicall3, permit2, settlement } = chain.config
  const args = [userAddress, inputToken, settlement] as const
  return view(multicall3, permit2, encodeFunctionData({ abi: permit2Abi, functionName: 'allowance', args }))
}

/** The amount of a Permit2 allowance; 0 once it has expired. */
function permittedAt(result: SimulatedResult | undefined, timestamp: bigint): bigint {
  if (!result?.success || result.returnData.length < 2 + 3 * 64) return 0n
  return uintAt(result.returnData, 1) > timestamp ? uintAt(result.returnData, 0) : 0n
}

function view(from: Address, to: Address, data: Hex): SimulatedCall {
  return { from, to, data }
}

export function numberIn(result: SimulatedResult | undefined): bigint {
  return result?.success && result.returnData.length >= 66 ? uintAt(result.returnData, 0) : 0n
}
