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
  /** Chain and catalogue agree, or no wallet is connected. */
  | { status: 'agreed' }
  | { status: 'loading' }
  /** The decimals could not be read from the chain. */
  | { status: 'unknown'; error: SluiceError; retry: () => void }
  /** The catalogue's decimals are wrong, and with them all shown amounts. */
  | { status: 'wrong'; error: SluiceError }

/** Compares the decimals of the catalogue with those of the chain while a wallet is connected. */
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
