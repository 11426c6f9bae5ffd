import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { Earning, EarningQuery } from '../chain/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { earningTokensQuery } from './earning-tokens-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'
import { tokenQuery } from './token-query.ts'

/** A deposit in a lending market or a vault. */
export interface Position extends Omit<Earning, 'asset'> {
  /** The lending or vault token that the account holds. */
  token: Token
  /** The deposited token. */
  asset: Token
  /** The balance of `token` in base units. */
  balance: bigint
}

/** The cached form: base units as strings. */
interface StoredPosition extends Pick<Position, 'token' | 'asset' | 'kind'> {
  balance: string
  assets: string
  withdrawable: { amount: string; assets: string } | null
}

/**
 * Loads the deposits of an account in the lending and vault tokens that the catalogue lists on a
 * chain.
 */
export function positionsQuery(
  context: QueryContext,
  { chainId, account }: { chainId: number; account: Address },
): UseQueryOptions<StoredPosition[], SluiceError, Position[]> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'positions', { chainId, account: account.toLowerCase() }),
    queryFn: async () => {
      const listed = await context.queryClient.fetchQuery(earningTokensQuery(context, { chainId }))
      const tokens = listed.map(({ address }) => address)
      const balances = tokens.length > 0 ? await context.chain.balancesOf({ chainId, tokens, account }) : []
      const positions = await Promise.all(
        tokens.map((token, index) =>
          readPosition(context, { chainId, token, account, amount: balances[index] ?? 0n }),
        ),
      )
      return positions.flatMap((position) => position ?? [])
    },
    select: (positions) => positions.map(toPosition),
    // A swap changes deposits, so they are read again each time they are shown.
    staleTime: 0,
    gcTime: getGcTime(60_000),
    refetchInterval: 20_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}

async function readPosition(
  context: QueryContext,
  query: Required<EarningQuery>,
): Promise<StoredPosition | undefined> {
  const { chainId, token, amount: balance } = query
  const position = balance > 0n && (await context.chain.earning(query))
  if (!position) return undefined
  const getToken = (address: Address) =>
    context.queryClient.fetchQuery(tokenQuery(context, { chainId, address }))
  const [held, asset] = await Promise.all([getToken(token), getToken(position.asset)])
  const { kind, assets, withdrawable } = position
  return {
    token: held,
    asset,
    kind,
    balance: balance.toString(),
    assets: assets.toString(),
    withdrawable: withdrawable
      ? { amount: withdrawable.amount.toString(), assets: withdrawable.assets.toString() }
      : null,
  }
}

function toPosition({ balance, assets, withdrawable, ...position }: StoredPosition): Position {
  return {
    ...position,
    balance: BigInt(balance),
    assets: BigInt(assets),
    withdrawable: withdrawable
      ? { amount: BigInt(withdrawable.amount), assets: BigInt(withdrawable.assets) }
      : undefined,
  }
}
