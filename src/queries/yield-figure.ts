import type { UseQueryOptions } from '@tanstack/react-query'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { getChainName } from '../../wire/lib/chain-names.ts'
import { getChain } from '../config/get-chain.ts'
import type { TokenId } from '../config/types.ts'
import { reportDefect } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { MAX_APY_PERCENT } from '../lib/thresholds.ts'
import { tokenKey } from '../lib/token-key.ts'
import { earningAssetQuery } from './earning-asset-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, isTransient, sharedOptions } from './shared-options.ts'

/**
 * A figure of the yield interface, or null if it has no plausible one. Rejects while it is
 * unavailable.
 */
export type YieldFigure = number | null

export type YieldFigureOptions = UseQueryOptions<YieldFigure, SluiceError>

/** The token that a response is about. */
export interface YieldSubject {
  network_id: string
  input_token?: Address
}

/**
 * Options of all figures. They are not essential for the trade, so they are polled slowly and not
 * retried.
 */
export const figureOptions = {
  ...sharedOptions,
  staleTime: 5 * 60_000,
  gcTime: getGcTime(30 * 60_000),
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: false,
  retry: false,
} as const

/** Returns the query key of a figure, which includes the URL of the yield interface. */
export function figureKey(context: QueryContext, name: string, inputs: { token: TokenId; amount?: bigint }) {
  const { yieldUrl } = context.config.getState()
  const token = tokenKey(inputs.token)
  return queryKey(context, name, { yieldUrl, token, amount: inputs.amount?.toString() })
}

/** Returns the figure of a response. Null if it has none, or is about another token. */
export async function fetchFigure<Response extends YieldSubject>(
  context: QueryContext,
  token: TokenId,
  {
    request,
    read,
  }: { request: (chain: string) => Promise<Response>; read: (response: Response) => YieldFigure },
): Promise<YieldFigure> {
  const chain = getChain(context.config.getState(), token.chainId).name
  try {
    const response = await request(chain)
    return (await isAbout(context, token, { chain, response })) ? read(response) : null
  } catch (error) {
    reportDefect(error, context.reportError)
    const isFinal = error instanceof SluiceError && (error.code === 'INVALID_RESPONSE' || !isTransient(error))
    if (isFinal) return null
    throw error
  }
}

/** Returns a plausible percentage per year, else null. */
export function readApy({ apy }: { apy: number }): YieldFigure {
  return apy >= 0 && apy <= MAX_APY_PERCENT ? apy : null
}

async function isAbout(
  context: QueryContext,
  token: TokenId,
  { chain, response }: { chain: string; response: YieldSubject },
): Promise<boolean> {
  if (canonical(response.network_id) !== canonical(chain)) return false
  if (response.input_token === undefined) return true
  const asset = await context.queryClient.fetchQuery(earningAssetQuery(context, token))
  return asset !== null && sameAddress(asset, response.input_token)
}

function canonical(chain: string): string {
  return getChainName(chain) ?? chain.toLowerCase()
}
