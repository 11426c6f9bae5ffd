import { useQueries } from '@tanstack/react-query'
import { ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { isUnlisted } from '../config/is-unlisted.ts'
import { usdValue } from '../lib/usd-value.ts'
import { type Position, positionsQuery } from '../queries/positions-query.ts'
import { useConfig } from './use-config.ts'
import { useUsdPrices } from './use-usd-prices.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export interface ValuedPosition extends Position {
  /** Undefined while unknown. */
  usd: number | undefined
}

export interface PositionsView {
  /** Most valuable first. Unknown values come last. Excludes remainders. */
  positions: readonly ValuedPosition[]
  /** The number of deposits worth less than a cent. */
  remainders: number
  /** Undefined if the value of a position is unknown. */
  totalUsd: number | undefined
  isLoading: boolean
  /** Labels of the chains that could not be read. */
  failedChains: readonly string[]
  retry: () => void
}

/** Loads the deposits of the connected account on all chains. */
export function usePositions(): PositionsView {
  const widget = useWidget()
  const config = useConfig()
  const { chains } = config
  const { address: account } = useWallet().state
  const results = useQueries(
    {
      queries: chains.map(({ id: chainId }) => ({
        ...positionsQuery(widget, { chainId, account: account ?? ZERO_ADDRESS }),
        enabled: account !== undefined,
      })),
    },
    widget.queryClient,
  )
  // The sender of an unlisted token may have manipulated its value.
  const found = account
    ? results.flatMap(({ data = [] }) => data).filter(({ token }) => !isUnlisted(config, token, false))
    : []
  const { prices } = useUsdPrices(found.map(({ asset }) => asset))
  const valued = found.map((position, index) => ({
    ...position,
    usd: usdValue(position.assets, position.asset.decimals, prices[index]),
  }))
  const positions = valued.filter(({ usd }) => usd === undefined || usd >= 0.01)
  const isKnown = positions.every(({ usd }) => usd !== undefined)
  return {
    positions: positions.sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1)),
    remainders: valued.length - positions.length,
    totalUsd: isKnown ? positions.reduce((sum, { usd = 0 }) => sum + usd, 0) : undefined,
    isLoading: results.some((result) => result.isLoading),
    failedChains: chains.flatMap(({ label }, index) => (results[index]?.isError ? label : [])),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}
