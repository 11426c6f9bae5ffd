import type { Address } from '../lib/address.ts'
import { anyCase } from './call-view.ts'
import type { ReadClient } from './read-actions.ts'
import type { AccountActivity } from './types.ts'

/** The code of an account that delegates to a contract (EIP-7702) and still has its key. */
const DELEGATION_PREFIX = '0xef0100'

/** What the chain knows of an account. */
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
