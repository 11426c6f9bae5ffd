import * as v from 'valibot'
import { type Address, isAddress, sameAddress } from '../../wire/lib/address.ts'
import { dilutedApyRequestSchema, historicalApyRequestSchema } from '../../wire/yield.ts'
import { toChainName } from '../lib/chain-name.ts'
import { invalidInput } from './core/yield-error.ts'

/** A parsed request for a reserve. */
export interface ReserveRequest {
  /** Canonical chain name. The chain is not necessarily served. */
  chain: string
  /** Which of the two addresses was given. */
  by: 'pool' | 'lp'
  address: Address
  inputToken: Address | undefined
}

export interface DepositRequest extends ReserveRequest {
  deposit: bigint
}

/** Amounts must fit into a uint256. */
const AMOUNT_LIMIT = 2n ** 256n

/** Parses bodies of `/historical-apy` and `/tvl`. Throws 422 with the invalid field. */
export function readReserveRequest(body: unknown): ReserveRequest {
  return toReserveRequest(parse(historicalApyRequestSchema, body))
}

/** Parses bodies of `/diluted-apy`. Throws 422 with the invalid field. */
export function readDepositRequest(body: unknown): DepositRequest {
  const parsed = parse(dilutedApyRequestSchema, body)
  const deposit = BigInt(parsed.input_amount)
  if (deposit >= AMOUNT_LIMIT) throw invalidInput(MESSAGES.input_amount)
  return { ...toReserveRequest(parsed), deposit }
}

const ADDRESS = 'must be an address: 42 characters with the 0x prefix'

const MESSAGES = {
  pool_address: `pool_address ${ADDRESS}`,
  lp_token_address: `lp_token_address ${ADDRESS}`,
  input_token: `input_token ${ADDRESS}`,
  chain: 'chain must be the name of a supported chain',
  input_amount: 'input_amount must be a non-negative integer, or a string of digits',
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const given = withChain(withoutEmptyAddress(withoutNulls(body)))
  const parsed = v.safeParse(schema, given, { abortEarly: true })
  if (parsed.success) return parsed.output
  const field = String(parsed.issues[0].path?.[0]?.key ?? '')
  const known = Object.entries(MESSAGES).find(([name]) => name === field)
  throw invalidInput(known ? known[1] : 'The body must be a JSON object')
}

/** Accepts `chainID` too, the name that the router uses. */
function withChain(body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return body && { chain: body.chainID, ...body }
}

/** Treats null as a missing field, because many languages serialize missing values as null. */
function withoutNulls(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

const POOL_FIELDS = ['pool_address', 'lp_token_address']

/** Accepts both addresses if one of them is empty, because some clients send both. */
function withoutEmptyAddress(body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const isGiven = body && POOL_FIELDS.some((field) => body[field])
  if (!isGiven) return body
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' || !POOL_FIELDS.includes(name)),
  )
}

interface Parsed {
  pool_address?: Address | undefined
  lp_token_address?: Address | undefined
  input_token?: Address | undefined
  chain: string
}

function toReserveRequest({
  pool_address,
  lp_token_address,
  input_token,
  chain: named,
}: Parsed): ReserveRequest {
  const chain = toChainName(named)
  if (!chain) throw invalidInput(`The chain ${JSON.stringify(named)} is not supported`)
  if (pool_address && lp_token_address) {
    throw invalidInput('pool_address and lp_token_address must not both be given')
  }
  const address = pool_address ?? lp_token_address
  if (!isAddress(address)) throw invalidInput('pool_address or lp_token_address must be given')
  if (lp_token_address && input_token && sameAddress(lp_token_address, input_token)) {
    throw invalidInput('input_token must not be the LP token', 'input_token_validation')
  }
  const lower = (value: Address) => value.toLowerCase() as Address
  return {
    chain,
    by: pool_address ? 'pool' : 'lp',
    address: lower(address),
    inputToken: input_token && lower(input_token),
  }
}
