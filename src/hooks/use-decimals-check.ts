import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { SluiceError } from '../errors/sluice-error.ts'
import { tokenMismatch } from '../errors/token-mismatch.ts'
import type { Token } from '../events/types.ts'
import { isNativeToken } from '../lib/address.ts'
import { decimalsQuery } from '../queries/decimals-query.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export type DecimalsCheck =
  /** The chain agrees with the catalogue, or nobody is connected to sign anything. */
  | { status: 'agreed' }
  | { status: 'loading' }
  /** The chain did not answer. */
  | { status: 'unknown'; error: SluiceError; retry: () => void }
  /** No amount on the screen means what it says. */
  | { status: 'wrong'; error: SluiceError }

/** Holds the decimals of the catalogue against those of the chain, once somebody is connected. */
export function useDecimalsCheck(tokens: readonly (Token | undefined)[]): DecimalsCheck {
  const widget = useWidget()
  const isConnected = useWallet().state.address !== undefined
  const checked = isConnected
    ? tokens.filter((token) => token !== undefined).filter(({ address }) => !isNativeToken(address))
    : []
  const results = useQueries(
    { queries: checked.map((token) => decimalsQuery(widget, token)) },
    widget.queryClient,
  )
  const failed = results.find(({ error, data }) => error && data === undefined)
  const retry = useCallback(() => void failed?.refetch(), [failed])
  const at = results.findIndex(({ data }, index) => data !== undefined && data !== checked[index]?.decimals)
  const token = checked[at]
  if (token) return { status: 'wrong', error: tokenMismatch(token, results[at]?.data) }
  if (failed?.error) return { status: 'unknown', error: failed.error, retry }
  return { status: results.some(({ data }) => data === undefined) ? 'loading' : 'agreed' }
}
