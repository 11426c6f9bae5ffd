/** The context of a request: the operator's config and the state of the chains. */
export interface TradeWorld {
  chains: readonly {
    name: string
    id: number
    modules: readonly string[]
    /** Accounts that cannot trade or receive, in lower case. */
    forbidden: readonly string[]
  }[]
  maxBodyBytes: number
}

/** A valid trade, in the fields of the request. */
export interface SoundTrade {
  inputToken: string
  outputToken: string
  userAddress: string
  outputReceiver: string
  isBuy: boolean
  /** Amount of the input, or of the output for a BUY order. */
  amount: bigint
  slippageBps: bigint
  partnerFeeBps: bigint
  isPartial: boolean
  sharesSurplus: boolean
  wantsSimulation: boolean
  protectsSurge: boolean
  /** Modules that the trade may use. */
  modules: readonly string[]
}

export type Verdict =
  | { kind: 'too long' | 'wrong type' }
  /** 400 with one of these fields. */
  | { kind: 'invalid'; faults: ReadonlySet<string> }
  | { kind: 'sound'; trade: SoundTrade }

/**
 * Returns the expected response to a router request by the interface document and its decisions. A
 * second implementation of the rules, without the service's schemas and parsers.
 */
export function judgeTrade(
  { bytes, contentType }: { bytes: Uint8Array; contentType: string | undefined },
  world: TradeWorld,
): Verdict {
  if (!/^\s*application\/json\s*(;|$)/i.test(contentType ?? '')) return { kind: 'wrong type' }
  if (bytes.byteLength > world.maxBodyBytes) return { kind: 'too long' }
  const members = getMembers(bytes)
  if (!members) return { kind: 'invalid', faults: new Set(['body']) }
  const faults = new Set<string>()
  const raw = new Map<string, string>()
  for (const [name, text] of members) {
    if (raw.has(name)) faults.add(/^\w{1,40}$/.test(name) ? name : 'body')
    if (/^(__proto__|constructor|prototype)$/.test(name)) faults.add('body')
    if (isDeepOrPoisoned(text)) faults.add('body')
    raw.set(name, text)
  }
  const trade = readTrade(raw, world, faults)
  return faults.size > 0 ? { kind: 'invalid', faults } : { kind: 'sound', trade }
}

function readTrade(raw: ReadonlyMap<string, string>, world: TradeWorld, faults: Set<string>): SoundTrade {
  const flag = (name: string, whenAbsent = false) => {
    const text = raw.get(name) ?? String(whenAbsent)
    if (text !== 'true' && text !== 'false') faults.add(name)
    return text === 'true'
  }
  const address = (name: string) => {
    const value = getText(raw.get(name))
    if (value && /^0x[0-9a-fA-F]{40}$/.test(value)) return value.toLowerCase()
    if (raw.has(name) || name !== 'partnerAddress') faults.add(name)
    return undefined
  }
  const integer = (name: string, most: bigint, least = 0n) => {
    const text = raw.get(name)
    if (text === undefined) return undefined
    const digits = getText(text) ?? text
    const value = /^(0|[1-9][0-9]*)$/.test(digits) && digits.length < 80 ? BigInt(digits) : -1n
    if (value < least || value > most) faults.add(name)
    return value
  }
  const modules = (name: string) => {
    const value: unknown = JSON.parse(raw.get(name) ?? '[]')
    if (Array.isArray(value) && value.length <= 64 && value.every((id) => typeof id === 'string')) {
      const ids = value.map((id) => id.split('_').join('-'))
      if (ids.every((id) => chain?.modules.includes(id))) return ids
    }
    faults.add(name)
    return []
  }

  const chain = getChain(raw, world, faults)
  const [inputToken, outputToken] = [address('inputToken'), address('outputToken')]
  const [userAddress, outputReceiver, partner] = ['userAddress', 'outputReceiver', 'partnerAddress'].map(
    address,
  )
  if (inputToken === ZERO) faults.add('inputToken')
  if (outputToken === ZERO || outputToken === inputToken) faults.add('outputToken')
  for (const [name, account] of Object.entries({ userAddress, outputReceiver, partnerAddress: partner })) {
    if (account && [...(chain?.forbidden ?? []), inputToken, outputToken].includes(account)) faults.add(name)
  }

  const orderType = raw.has('orderType') ? getText(raw.get('orderType')) : 'SELL'
  if (orderType !== 'SELL' && orderType !== 'BUY') faults.add('orderType')
  const isBuy = orderType === 'BUY'
  const amounts = {
    inputAmount: integer('inputAmount', MAX_AMOUNT, 1n),
    outputAmount: integer('outputAmount', MAX_AMOUNT, 1n),
  }
  const counted = isBuy ? 'outputAmount' : 'inputAmount'
  if (!raw.has(counted)) faults.add(counted)

  const uniquePid = getText(raw.get('uniquePID'))
  if (!uniquePid || !/^[!-~]{1,128}$/.test(uniquePid)) faults.add('uniquePID')
  if (getText(raw.get('deadlineSeconds')) !== undefined) faults.add('deadlineSeconds')
  integer('deadlineSeconds', 604_800n, 30n)
  for (const name of ['computeStable', 'isPermit2', 'fastMode']) flag(name)
  const [filter, disabled] = [modules('modulesFilter'), modules('modulesDisabled')]

  const trade = {
    inputToken: inputToken ?? '',
    outputToken: outputToken ?? '',
    userAddress: userAddress ?? '',
    outputReceiver: outputReceiver ?? '',
    isBuy,
    amount: amounts[counted] ?? 0n,
    slippageBps: integer('slippage', 5_000n) ?? 50n,
    partnerFeeBps: integer('partnerFee', 1_000n) ?? 0n,
    isPartial: flag('isPartialFill'),
    sharesSurplus: flag('activateSurplusFee'),
    wantsSimulation: flag('computeEstimate', true),
    protectsSurge: flag('surgeProtection'),
    modules: (filter.length > 0 ? filter : (chain?.modules ?? [])).filter((id) => !disabled.includes(id)),
  }
  if (trade.partnerFeeBps > 0n && !raw.has('partnerAddress')) faults.add('partnerAddress')
  if (trade.isPartial && isBuy) faults.add('isPartialFill')
  return trade
}

function getChain(raw: ReadonlyMap<string, string>, { chains }: TradeWorld, faults: Set<string>) {
  const [name, id] = [raw.get('chainID'), raw.get('networkID')]
  const isId = (text: string | undefined, chain: { id: number }) =>
    text === `${chain.id}` || getText(text) === `${chain.id}`
  const byName = chains.find(
    (chain) => isId(name, chain) || chain.name === getText(name)?.trim().toLowerCase(),
  )
  const byId = chains.find((chain) => isId(id, chain))
  if (name === undefined && id === undefined) faults.add('chainID')
  if (name !== undefined && !byName) faults.add('chainID')
  if (id !== undefined && !byId) faults.add('networkID')
  if (byName && byId && byName !== byId) faults.add('chainID')
  return byName ?? byId
}

const ZERO = `0x${'0'.repeat(40)}`
const MAX_AMOUNT = 2n ** 160n - 1n
function getText(raw: string | undefined): string | undefined {
  return raw?.startsWith('"') ? JSON.parse(raw) : undefined
}

/** Checks for excessive nesting or prototype keys. */
function isDeepOrPoisoned(raw: string): boolean {
  let depth = 0
  let deepest = 0
  for (const [token] of raw.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth -= 1
  }
  return deepest > 50 || /"(__proto__|constructor|prototype)"\s*:/.test(raw)
}

/**
 * Returns the members of a JSON object in source form including repeated ones, or undefined for
 * other text.
 */
function getMembers(bytes: Uint8Array): [name: string, raw: string][] | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  } catch {
    return undefined
  }
  const members: [string, string][] = []
  let depth = 0
  let start = 0
  let name: string | undefined
  const close = (end: number) => {
    if (name !== undefined) members.push([name, text.slice(start, end).trim()])
    name = undefined
  }
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{},:]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') {
      depth -= 1
      if (depth === 0) close(index)
    } else if (depth === 1 && token === ',') close(index)
    else if (depth === 1 && token === ':') start = index + 1
    else if (depth === 1 && name === undefined && token.startsWith('"')) name = JSON.parse(token)
  }
  return members
}
