import * as v from 'valibot'
import { type ParsedPriceRequest, priceRequestSchema } from '../../src/wire/router.ts'
import type { ApiKey } from '../access/api-key.ts'
import { invalidParameter } from '../lib/service-error.ts'
import { parseJsonOfPlainNumbers } from './parse-json.ts'

/**
 * The request a body holds, field by field, within what the key was issued for. Throws
 * `Invalid <parameter> provided` for the first fault. What the fields mean together is the router's to judge.
 */
export function readPriceRequest(body: string, key: ApiKey | undefined): ParsedPriceRequest {
  const value = parseJsonOfPlainNumbers(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidParameter('body')
  const parsed = v.safeParse(priceRequestSchema, value, { abortEarly: true })
  if (!parsed.success) throw invalidParameter(String(parsed.issues[0].path?.[0]?.key ?? 'body'))
  if (key) checkKeyLimits(parsed.output, key)
  return parsed.output
}

function checkKeyLimits({ uniquePID, partnerFee }: ParsedPriceRequest, key: ApiKey) {
  if (key.uniquePids.length > 0 && !key.uniquePids.includes(uniquePID)) throw invalidParameter('uniquePID')
  if (partnerFee > key.maxPartnerFeeBps) throw invalidParameter('partnerFee')
}
