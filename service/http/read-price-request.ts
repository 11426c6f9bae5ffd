import * as v from 'valibot'
import { type ParsedPriceRequest, priceRequestSchema } from '../../src/wire/router.ts'
import type { ApiKey } from '../access/api-key.ts'
import type { FollowedChain } from '../chain/types.ts'
import { findChain } from '../find-chain.ts'
import { invalidParameter } from '../service-error.ts'
import { parseJsonKeepingNumbers } from './parse-json.ts'

export interface ReadPriceRequest {
  request: ParsedPriceRequest
  chain: FollowedChain
}

/** A price or quote request and the chain it is for. Throws `Invalid <parameter> provided` for the first fault. */
export function readPriceRequest(
  text: string,
  { chains, key }: { chains: readonly FollowedChain[]; key: ApiKey | undefined },
): ReadPriceRequest {
  const body = parseJsonKeepingNumbers(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidParameter('body')
  const parsed = v.safeParse(priceRequestSchema, body, { abortEarly: true })
  if (!parsed.success) throw invalidParameter(String(parsed.issues[0].path?.[0]?.key ?? 'body'))

  const request = parsed.output
  const chain = chainOf(request, chains)
  const isBuy = request.orderType === 'BUY'
  if (isBuy && request.outputAmount === undefined) throw invalidParameter('outputAmount')
  if (!isBuy && request.inputAmount === undefined) throw invalidParameter('inputAmount')
  if (isBuy && request.isPartialFill) throw invalidParameter('isPartialFill')
  if (request.partnerFee > 0 && !request.partnerAddress) throw invalidParameter('partnerAddress')
  if (key) checkKeyLimits(request, key)
  return { request, chain }
}

function chainOf(
  { chainID, networkID }: ParsedPriceRequest,
  chains: readonly FollowedChain[],
): FollowedChain {
  if (chainID === undefined) {
    const chain = chains.find(({ config }) => config.id === networkID)
    if (!chain) throw invalidParameter(networkID === undefined ? 'chainID' : 'networkID')
    return chain
  }
  const chain = findChain(chains, chainID)
  if (!chain || (networkID !== undefined && networkID !== chain.config.id)) throw invalidParameter('chainID')
  return chain
}

/** What the key was issued for binds the request. */
function checkKeyLimits(request: ParsedPriceRequest, key: ApiKey) {
  if (key.uniquePids.length > 0 && !key.uniquePids.includes(request.uniquePID)) {
    throw invalidParameter('uniquePID')
  }
  if (request.partnerFee > key.maxPartnerFeeBps) throw invalidParameter('partnerFee')
}
