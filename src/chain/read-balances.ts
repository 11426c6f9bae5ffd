import { type Address, isNativeToken } from '../lib/address.ts'
import { callView } from './call-view.ts'
import { MULTICALL3, multicall } from './multicall.ts'
import type { ReadClient } from './read-actions.ts'

/** Selectors of `balanceOf(address)` and of Multicall3's `getEthBalance(address)`. */
const BALANCE_OF = '0x70a08231'
const GET_ETH_BALANCE = '0x4d2301cc'

/** Balances of an account in one request, in the order of `tokens`; undefined where one cannot be read. */
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
