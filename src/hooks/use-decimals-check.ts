import { useQueries } from '@tanstack/react-query'
import { SluiceError } from '../errors/sluice-error.ts'
import type { EventToken } from '../events/types.ts'
import { isNativeToken } from '../lib/address.ts'
import { decimalsQuery } from '../queries/decimals-query.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

/**
 * What is wrong where the catalogue and the chain disagree about a token's decimals: then no amount on the
 * screen means what it says. Looked at once somebody is connected; a chain that does not answer is no verdict.
 */
export function useDecimalsCheck(tokens: readonly (EventToken | undefined)[]): SluiceError | undefined {
  const widget = useWidget()
  const isConnected = useWallet().state.address !== undefined
  const checked = isConnected
    ? tokens.filter((token) => token !== undefined).filter(({ address }) => !isNativeToken(address))
    : []
  const results = useQueries(
    { queries: checked.map((token) => decimalsQuery(widget, token)) },
    widget.queryClient,
  )
  const at = results.findIndex(({ data }, index) => data !== undefined && data !== checked[index]?.decimals)
  const token = checked[at]
  if (!token) return undefined
  return new SluiceError('UNVERIFIABLE', {
    details: `${token.address} has ${results[at]?.data} decimals on chain and ${token.decimals} in the catalogue`,
  })
}
