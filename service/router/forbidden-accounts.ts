import { type Address, NATIVE_TOKEN, ZERO_ADDRESS } from '../../src/lib/address.ts'
import type { ParsedPriceRequest } from '../../src/wire/router.ts'
import type { RoutedChain, RoutedSnapshot } from '../chain/routed-chain.ts'
import { invalidParameter } from '../service-error.ts'

/** Some routers read these as "the caller" and "the router"; nobody holds their keys. */
const SENTINELS: Address[] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
]

const PARAMETERS = ['userAddress', 'outputReceiver', 'partnerAddress'] as const

type Accounts = Pick<ParsedPriceRequest, (typeof PARAMETERS)[number] | 'inputToken' | 'outputToken'>

/** Refuses accounts that nobody trades from and nobody could be paid at. */
export function checkAccounts(request: Accounts, { config, token }: RoutedChain): void {
  const forbidden = new Set(
    [
      ZERO_ADDRESS,
      ...SENTINELS,
      NATIVE_TOKEN,
      config.settlement,
      config.executor,
      config.permit2,
      config.multicall3,
      config.weth,
      ...config.sources.map(({ factory }) => factory),
      request.inputToken,
      request.outputToken,
    ].map((address) => address.toLowerCase()),
  )
  for (const parameter of PARAMETERS) {
    const account = request[parameter]
    if (account === undefined) continue
    if (forbidden.has(account.toLowerCase()) || token(account)) throw invalidParameter(parameter)
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
