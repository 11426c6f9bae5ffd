import { decodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { ManifestChain } from '../../../devnet/plan/manifest.ts'
import { shortAddress } from '../../../src/lib/short-address.ts'
import { isUnlimited } from '../../../src/lib/unlimited.ts'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { isNativeToken, sameAddress, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { formatAmount } from '../../../wire/lib/amount.ts'

/** One fact about a request. */
export interface RequestLine {
  label: string
  value: string
}

interface Call {
  to?: string
  data?: Hex
  value?: string
}

const wrapperAbi = parseAbi(['function deposit()', 'function withdraw(uint256 amount)'])
const abi = [...erc20Abi, ...wrapperAbi, ...settlementAbi]

/** Describes a wallet request call by call. Empty if its JSON is self-explanatory. */
export function describeRequest(method: string, params: unknown, chain: ManifestChain): RequestLine[][] {
  const [first, second] = Array.isArray(params) ? params : []
  if (method === 'eth_sendTransaction') return [describeCall(first as Call, chain)]
  if (method === 'wallet_sendCalls')
    return (first as { calls: Call[] }).calls.map((call) => describeCall(call, chain))
  if (method === 'eth_signTypedData_v4') return [describeTypedData(second, chain)]
  return []
}

function describeCall({ to = '', data = '0x', value = '0x0' }: Call, chain: ManifestChain): RequestLine[] {
  const { symbol, decimals } = chain.nativeCurrency
  const lines = [{ label: 'Contract', value: toName(to, chain) }]
  if (BigInt(value) > 0n)
    lines.push({ label: 'Pays', value: `${formatAmount(BigInt(value), decimals)} ${symbol}` })
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    lines.push({ label: 'Function', value: functionName })
    const inputs = abi.find((entry) => 'name' in entry && entry.name === functionName)
    const names = inputs && 'inputs' in inputs ? inputs.inputs.map(({ name }) => name ?? '') : []
    return [
      ...lines,
      ...args.flatMap((arg, index) => describeValue(names[index] ?? '', arg, { chain, token: to })),
    ]
  } catch {
    return [...lines, { label: 'Data', value: shorten(data) }]
  }
}

function describeTypedData(data: unknown, chain: ManifestChain): RequestLine[] {
  const { domain, primaryType, message } = typeof data === 'string' ? JSON.parse(data) : Object(data)
  const token = String(domain?.verifyingContract ?? '')
  return [
    { label: 'Contract', value: toName(token, chain) },
    { label: 'Message', value: String(primaryType) },
    ...describeFields(message, { chain, token }),
  ]
}

interface Around {
  chain: ManifestChain
  /** The token of amounts that name no token. */
  token: string
}

function describeFields(fields: object, { chain, token }: Around): RequestLine[] {
  const own = Object(fields) as Record<string, unknown>
  return Object.entries(own).flatMap(([name, value]) =>
    describeValue(name, value, { chain, token: String(getToken(name, own) ?? token) }),
  )
}

function getToken(name: string, fields: Record<string, unknown>): unknown {
  if (/^input/.test(name)) return fields.inputToken
  return /output|settlementFee|surplus/i.test(name) ? fields.outputToken : fields.token
}

const AMOUNT = /amount|value|fee$|threshold|allowed/i
const TIME = /deadline|expir/i

function describeValue(name: string, value: unknown, around: Around): RequestLine[] {
  if (typeof value === 'object' && value !== null) return describeFields(value, around)
  const text = String(value)
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return [{ label: name, value: toName(text, around.chain) }]
  if (/^\d+$/.test(text) && AMOUNT.test(name)) return [{ label: name, value: toAmount(BigInt(text), around) }]
  if (/^\d+$/.test(text) && TIME.test(name)) {
    return [{ label: name, value: new Date(Number(text) * 1_000).toLocaleString() }]
  }
  return [{ label: name, value: shorten(text) }]
}

function toAmount(amount: bigint, { chain, token }: Around): string {
  if (isUnlimited(amount)) return 'without a limit'
  const isNative = isNativeToken(token) || token === ZERO_ADDRESS
  const known = isNative
    ? chain.nativeCurrency
    : chain.tokens.find(({ address }) => sameAddress(address, token))
  return known ? `${formatAmount(amount, known.decimals)} ${known.symbol}` : String(amount)
}

function toName(address: string, { tokens, contracts }: ManifestChain): string {
  const short = /^0x[0-9a-fA-F]{40}$/.test(address) ? shortAddress(address as Hex) : address
  const token = tokens.find((one) => sameAddress(one.address, address as Hex))
  if (token) return `${token.symbol} (${short})`
  const entry = Object.entries(contracts).find(
    ([, own]) => typeof own === 'string' && sameAddress(own, address as Hex),
  )
  return entry ? `${entry[0]} (${short})` : short
}

function shorten(text: string): string {
  return text.length > 26 ? `${text.slice(0, 22)}… (${text.length} characters)` : text
}
