import { useQuery } from '@tanstack/react-query'
import { isNativeToken, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { tokenMismatch } from '../errors/token-mismatch.ts'
import type { Token } from '../events/types.ts'
import { decimalsQuery } from '../queries/decimals-query.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export type DecimalsCheck =
  /** Chain and catalogue match, or no wallet is connected. */
  | { status: 'agreed' }
  | { status: 'loading' }
  /** The decimals could not be read from the chain. */
  | { status: 'unknown'; error: SluiceError; retry: () => void }
  /** The catalogue's decimals are wrong, and so are all shown amounts. */
  | { status: 'wrong'; error: SluiceError }

/** Compares the decimals of both tokens between catalogue and chain while a wallet is connected. */
export function useDecimalsCheck(
  inputToken: Token | undefined,
  outputToken: Token | undefined,
): DecimalsCheck {
  const isConnected = useWallet().state.address !== undefined
  const results = [useDecimals(inputToken, isConnected), useDecimals(outputToken, isConnected)].filter(
    (result) => result !== undefined,
  )
  const wrong = results.find(({ data, token }) => data !== undefined && data !== token.decimals)
  if (wrong) return { status: 'wrong', error: tokenMismatch(wrong.token, wrong.data) }
  const failed = results.find(({ error, data }) => error && data === undefined)
  if (failed?.error) return { status: 'unknown', error: failed.error, retry: () => void failed.refetch() }
  return { status: results.some(({ data }) => data === undefined) ? 'loading' : 'agreed' }
}

/** Reads the decimals of a token from the chain. Undefined if no comparison is needed. */
function useDecimals(token: Token | undefined, isConnected: boolean) {
  const widget = useWidget()
  const checked = isConnected && token && !isNativeToken(token.address) ? token : undefined
  const { data, error, refetch } = useQuery(
    { ...decimalsQuery(widget, checked ?? NO_TOKEN), enabled: checked !== undefined },
    widget.queryClient,
  )
  return checked && { token: checked, data, error, refetch }
}

const NO_TOKEN = { chainId: 0, address: ZERO_ADDRESS }
