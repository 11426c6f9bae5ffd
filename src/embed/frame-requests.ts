import { isAddress } from '../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import { stringifyJson } from '../lib/stringify-json.ts'

/** The page's own addresses. A wallet keeps added URLs for every site. */
export interface PageUrls {
  isRpc: (url: string) => boolean
  isExplorer?: ((url: string) => boolean) | undefined
}

export interface WalletRequest {
  method: string
  params?: unknown
}

/** Allowed fields are read once, by name, from an object that owns them. */
type Fields = Record<string, (value: unknown) => unknown>
type Build = (params: unknown, page: PageUrls) => unknown

const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i
const HEX = /^0x(?:[0-9a-f]{2})*$/i
const MAX_TEXT = 64
const MAX_TYPED_DATA = 100_000
const MAX_CALLS = 16

/**
 * The requests that a frame may pass to a wallet. Each one is built from verified fields: the
 * object of the frame never reaches the wallet, and fields without a rule are dropped.
 */
const REQUESTS: Readonly<Record<string, Build>> = {
  eth_accounts: () => undefined,
  eth_requestAccounts: () => undefined,
  eth_chainId: () => undefined,
  eth_getCode: (params) => [address(only(params, 2)[0]), oneOf('latest')(only(params, 2)[1])],
  eth_sendTransaction: (params) => [build(only(params)[0], TRANSACTION, ['from', 'to'])],
  eth_signTypedData_v4: (params) => [address(only(params, 2)[0]), typedData(only(params, 2)[1])],
  wallet_addEthereumChain: (params, page) => [addedChain(only(params)[0], page)],
  wallet_getCallsStatus: (params) => [text(1_024)(only(params)[0])],
  wallet_getCapabilities: (params) => {
    const [account, chains] = list(params, 2)
    return [address(account), ...(chains === undefined ? [] : [list(chains, MAX_CALLS).map(quantity)])]
  },
  wallet_getPermissions: () => undefined,
  wallet_requestPermissions: (params) => [accountsOnly(only(params)[0])],
  wallet_revokePermissions: (params) => [accountsOnly(only(params)[0])],
  wallet_sendCalls: (params) => [build(only(params)[0], BATCH, ['from', 'chainId', 'calls'])],
  wallet_switchEthereumChain: (params) => [build(only(params)[0], { chainId: quantity }, ['chainId'])],
  wallet_watchAsset: (params) => build(params, WATCHED, ['type', 'options']),
}

/**
 * Rejects with 4200 a method that is not allowed, invalid params, and URLs that the page does not
 * list.
 */
export function toWalletRequest({ method, params }: WalletRequest, page: PageUrls): WalletRequest {
  const isKnown = typeof method === 'string' && Object.hasOwn(REQUESTS, method)
  const toParams = isKnown ? REQUESTS[method] : undefined
  if (!toParams) throw refusal(`A frame may not request ${String(method)}`)
  const built = toParams(params, page)
  return built === undefined ? { method } : { method, params: built }
}

const TRANSACTION: Fields = {
  from: address,
  to: address,
  data: hex,
  value: quantity,
  gas: quantity,
  gasPrice: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  nonce: quantity,
  chainId: quantity,
  type: oneOf('0x0', '0x1', '0x2'),
}

const CALL: Fields = { to: address, data: hex, value: quantity }

const BATCH: Fields = {
  version: oneOf('1.0', '2.0.0'),
  from: address,
  chainId: quantity,
  atomicRequired: oneOf(true),
  calls: (value) => list(value, MAX_CALLS).map((call) => build(call, CALL, ['to'])),
}

const WATCHED: Fields = {
  type: oneOf('ERC20'),
  options: (value) =>
    build(value, { address, symbol: text(11), decimals: integer(0, MAX_DECIMALS) }, ['address']),
}

const CURRENCY: Fields = { name: text(MAX_TEXT), symbol: text(11), decimals: integer(0, MAX_DECIMALS) }

function addedChain(value: unknown, { isRpc, isExplorer = () => false }: PageUrls): unknown {
  const own = (isOwn: (url: string) => boolean) => (urls: unknown) => {
    const strings = list(urls, MAX_CALLS).map(text(2_048))
    if (!strings.every(isOwn)) throw refusal('A frame may add no other RPCs than those of the page')
    return strings
  }
  const fields: Fields = {
    chainId: quantity,
    chainName: text(MAX_TEXT),
    nativeCurrency: (currency) => build(currency, CURRENCY, ['name', 'symbol', 'decimals']),
    rpcUrls: own(isRpc),
  }
  const built = build(value, fields, ['chainId', 'rpcUrls'])
  if ((built.rpcUrls as unknown[]).length === 0) throw refusal('A frame must name an RPC of the page')
  const explorers = readOwn(value, 'blockExplorerUrls')
  const known = Array.isArray(explorers)
    ? Array.from(explorers).filter((url): url is string => typeof url === 'string' && isExplorer(url))
    : []
  return known.length > 0 ? { ...built, blockExplorerUrls: known } : built
}

/** EIP-712 data is a JSON text. The text is written again from its four parts. */
function typedData(value: unknown): string {
  const parsed: unknown = parseJson(text(MAX_TYPED_DATA)(value))
  const built = build(
    parsed,
    { domain: expectObject, types: expectObject, primaryType: text(256), message: expectObject },
    ['domain', 'types', 'primaryType', 'message'],
  )
  return stringifyJson(built)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('typed data', json)
  }
}

const accountsOnly = (value: unknown) => build(value, { eth_accounts: () => ({}) }, ['eth_accounts'])

/** A new object of the given fields. Throws if one is invalid or a required one is missing. */
function build(value: unknown, fields: Fields, required: readonly string[]): Record<string, unknown> {
  const built: Record<string, unknown> = {}
  for (const [name, check] of Object.entries(fields)) {
    const given = readOwn(value, name)
    if (given !== undefined) built[name] = check(given)
    else if (required.includes(name)) throw invalid(name, given)
  }
  return built
}

function readOwn(value: unknown, name: string): unknown {
  const object = expectObject(value)
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined
}

function expectObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('an object', value)
  return value
}

/** A copy of a real array: rejects `{ 0: …, length: 1 }`. */
function list(value: unknown, max: number): unknown[] {
  if (!Array.isArray(value) || value.length > max) throw invalid(`a list of at most ${max}`, value)
  return Array.from(value)
}

function only(value: unknown, count = 1): unknown[] {
  const items = list(value, count)
  if (items.length !== count) throw invalid(`a list of ${count}`, value)
  return items
}

function address(value: unknown): string {
  if (!isAddress(value)) throw invalid('an address', value)
  return value
}

function quantity(value: unknown): string {
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw invalid('a quantity', value)
  return value
}

function hex(value: unknown): string {
  if (typeof value !== 'string' || !HEX.test(value)) throw invalid('hex data', value)
  return value
}

function text(max: number): (value: unknown) => string {
  return (value) => {
    if (typeof value !== 'string' || value.length > max) throw invalid(`a text of at most ${max}`, value)
    return max <= MAX_TEXT ? plainText(value, max) : value
  }
}

function integer(min: number, max: number): (value: unknown) => number {
  return (value) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      throw invalid(`a whole number from ${min} to ${max}`, value)
    return value
  }
}

function oneOf(...choices: readonly unknown[]): (value: unknown) => unknown {
  return (value) => {
    if (!choices.includes(value)) throw invalid(`one of ${choices.join(', ')}`, value)
    return value
  }
}

function invalid(expected: string, value: unknown): Error {
  return refusal(`A frame must give ${expected}, received ${typeof value}`)
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 4200 })
}
