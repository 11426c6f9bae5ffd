import { encodeFunctionData, erc20Abi, type PublicClient } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { uintAt } from '../lib/abi-words.ts'
import type { BlockReader } from '../modules/core/module.ts'
import { simulateCalls } from './simulate.ts'
import type { PinnedBlock } from './simulation.ts'

/** An account without tokens. */
const STRANGER: Address = '0x5af0d0c1e3d1a5b6c7d8e9f00112233445566778'
const SHARE = 100n
/** Interest-bearing balances are rounded at each transfer. */
const ROUNDING = 1n

/** A token, and a pool that holds some of it. */
export interface Holding {
  token: Address
  holder: Address
}

/** `plain`: a transfer delivers what was sent, to a wei. `taxed`: it delivers less or more. `unknown`: the simulation failed. */
export type TransferTrait = 'plain' | 'taxed' | 'unknown'

/** Simulates one transfer of each token. */
export async function probeTransfers(
  client: PublicClient,
  { holdings, read, block }: { holdings: readonly Holding[]; read: BlockReader; block: PinnedBlock },
): Promise<TransferTrait[]> {
  const balances = await read(holdings.map(({ token, holder }) => ({ to: token, data: balanceCall(holder) })))
  const amounts = balances.map((balance) => (balance ? uintAt(balance, 0) / SHARE : 0n))
  const calls = holdings.flatMap(({ token, holder }, i) => [
    { from: STRANGER, to: token, data: balanceCall(STRANGER) },
    { from: holder, to: token, data: transferCall(STRANGER, amounts[i] ?? 0n) },
    { from: STRANGER, to: token, data: balanceCall(STRANGER) },
  ])
  const results = await simulateCalls(client, { block, calls })
  return holdings.map((_, i) => {
    const [before, transfer, after] = results.slice(3 * i, 3 * i + 3)
    const amount = amounts[i] ?? 0n
    if (!before?.success || !transfer?.success || !after?.success || amount === 0n) return 'unknown'
    const delivered = uintAt(after.returnData, 0) - uintAt(before.returnData, 0)
    const difference = delivered - amount
    return difference >= -ROUNDING && difference <= ROUNDING ? 'plain' : 'taxed'
  })
}

function balanceCall(account: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

function transferCall(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
}
