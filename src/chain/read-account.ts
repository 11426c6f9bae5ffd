import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import { anyCase, callView } from './call-view.ts'
import { MULTICALL3, multicall } from './multicall.ts'
import type { ReadClient } from './read-actions.ts'
import type { AccountActivity } from './types.ts'

/** The code of an account that delegates to a contract (EIP-7702) and still has its key. */
const DELEGATION_PREFIX = '0xef0100'

/** Reads whether an account is a contract and whether it was used. */
export async function accountActivity(
  client: ReadClient,
  { account }: { account: Address },
): Promise<AccountActivity> {
  const address = anyCase(account)
  const [code = '0x', transactionCount, balanceWei] = await Promise.all([
    client.getCode({ address }),
    client.getTransactionCount({ address }),
    client.getBalance({ address }),
  ])
  const hasCode = code !== '0x'
  const isContract = hasCode && !code.toLowerCase().startsWith(DELEGATION_PREFIX)
  return { isContract, isUsed: hasCode || transactionCount > 0 || balanceWei > 0n }
}

/** Selectors of `balanceOf(address)` and of Multicall3's `getEthBalance(address)`. */
const BALANCE_OF = '0x70a08231'
const GET_ETH_BALANCE = '0x4d2301cc'

/**
 * Balances of an account in one request, in the order of `tokens`; undefined if one cannot be read.
 */
export async function readBalances(
  client: ReadClient,
  { tokens, account }: { tokens: readonly Address[]; account: Address },
): Promise<(bigint | undefined)[]> {
  const answers = await multicall(
    async (call) => (await callView(client, call)) ?? '0x',
    tokens.map((token) =>
      isNativeToken(token)
        ? { to: MULTICALL3, selector: GET_ETH_BALANCE, args: [account] }
        : { to: token, selector: BALANCE_OF, args: [account] },
    ),
  )
  return answers.map((words) => words?.[0])
}
