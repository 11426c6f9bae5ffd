import { type Address, isAddress, NATIVE_TOKEN } from '../../../src/lib/address.ts'
import type { ParsedPriceRequest } from '../../../src/wire/router.ts'
import type { RoutedChain, RoutedSnapshot } from '../../chain/routed-chain.ts'
import { invalidParameter } from '../../lib/service-error.ts'

/**
 * Precompiled contracts and sentinels (`0x01` and `0x02` mean "the caller" and "the router" to some routers) stand
 * below: nobody holds their keys.
 */
const FIRST_ACCOUNT = 0x100n

const PARAMETERS = ['userAddress', 'outputReceiver', 'partnerAddress'] as const

type Accounts = Pick<ParsedPriceRequest, (typeof PARAMETERS)[number] | 'inputToken' | 'outputToken'>

/** Refuses accounts that nobody trades from and nobody could be paid at. */
export function checkAccounts(request: Accounts, { config, token }: RoutedChain): void {
  const contracts = [config, ...config.sources].flatMap((part) => Object.values(part)).filter(isAddress)
  const forbidden = new Set(
    [...contracts, NATIVE_TOKEN, request.inputToken, request.outputToken].map((address) =>
      address.toLowerCase(),
    ),
  )
  for (const parameter of PARAMETERS) {
    const account = request[parameter]
    if (account === undefined) continue
    const isNobody = BigInt(account) < FIRST_ACCOUNT
    if (isNobody || forbidden.has(account.toLowerCase()) || token(account)) throw invalidParameter(parameter)
  }
}

/** Refuses pools: what they are sent is lost to whoever trades next. */
export function checkNotPools(
  accounts: { userAddress: Address; outputReceiver: Address; partner: Address | undefined },
  snapshot: RoutedSnapshot,
): void {
  if (snapshot.pool(accounts.userAddress)) throw invalidParameter('userAddress')
  if (snapshot.pool(accounts.outputReceiver)) throw invalidParameter('outputReceiver')
  if (accounts.partner && snapshot.pool(accounts.partner)) throw invalidParameter('partnerAddress')
}
