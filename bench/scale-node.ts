import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keccak256, toEventSelector, toFunctionSelector } from 'viem'
import type { ChainServiceConfig } from '../service/config/types.ts'
import { encodeWord } from '../service/lib/abi-words.ts'
import {
  createScaleMarket,
  movedState,
  type ScalePool,
  type ScaleToken,
  type ScaleVenue,
  VENUES,
} from '../service/router/testing/scale-market.ts'
import type { Address, Hex } from '../wire/lib/address.ts'
import { CHAIN_NAMES } from '../wire/lib/chain-names.ts'
import { createRandom } from '../wire/testing/random.ts'

// A synthetic RPC node in a separate process, which serves the service's requests from a generated
// market.

export interface ScaleNodeReady {
  config: ChainServiceConfig
  /** The base tokens come first, then the tail. */
  tokens: ScaleToken[]
  bases: number
}

const [size = 2_000, seed = 1, place = 0] = process.argv.slice(2).map(Number)
const CHAIN_ID = 31337 + place
const FIRST_BLOCK = 200_000
const MAX_LOGS = 10_000
const KEPT_STATES = 64
const contract = (n: number): Address => `0x${(0xc0de00 + n).toString(16).padStart(40, '0')}`
const [permit2, multicall3, tickLens, settlement, executor] = [1, 2, 3, 4, 5].map(contract) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]

const market = createScaleMarket({ pools: size, seed })
const random = createRandom(seed + 1)
const pools = new Map(market.pools.map((pool) => [pool.address as string, pool]))
const tokens = new Map(market.tokens.map((token) => [token.address as string, token]))
/** V3 pools by factory and the arguments of `getPool`. */
const poolsByParams = new Map(
  market.pools
    .filter(({ venue }) => venue.kind === 'v3')
    .map(({ address, venue, tokens: [a, b] }) => [
      venue.factory + bare(BigInt(a.address), BigInt(b.address), BigInt(venue.fee)),
      address,
    ]),
)
/** States of pools by block, oldest first. */
const states = new Map(market.pools.map((pool) => [pool.address, [{ block: 0, state: pool.state }]]))
const logsByBlock = new Map<number, RpcLog[]>()
let head = FIRST_BLOCK
const startedAt = Math.floor(Date.now() / 1000)
/** Unix timestamps of the blocks mined since the start. */
const minedAt = new Map<number, number>()

interface RpcLog {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
}

const pairCreated = toEventSelector('PairCreated(address,address,address,uint256)')
const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
const sync = toEventSelector('Sync(uint112,uint112)')
const swap = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')

const created = market.pools.map((pool, i): RpcLog & { block: number } => {
  const block = 1 + Math.floor((i / market.pools.length) * (FIRST_BLOCK - 1))
  const topics = pool.tokens.map(({ address }) => readWord(BigInt(address)))
  const isV2 = pool.venue.kind === 'v2'
  return {
    block,
    blockNumber: hex(block),
    address: pool.venue.factory,
    topics: isV2 ? [pairCreated, ...topics] : [poolCreated, ...topics, readWord(BigInt(pool.venue.fee))],
    data: isV2
      ? words(BigInt(pool.address), BigInt(i))
      : words(BigInt(pool.venue.tickSpacing), BigInt(pool.address)),
  }
})

function mine(): void {
  const previous = timeOf(head)
  head += 1
  minedAt.set(head, Math.max(previous + 1, Math.floor(Date.now() / 1000)))
  const logs: RpcLog[] = []
  const moving = new Set<ScalePool>()
  // Large pools trade often, dust rarely.
  for (let i = 0; i < 40; i += 1) {
    const place = Math.floor(market.pools.length * random.next() ** (i < 30 ? 6 : 1))
    const pool = market.pools[place]
    if (pool) moving.add(pool)
  }
  for (const pool of moving) {
    const state = movedState(pool, random)
    states.set(pool.address, [
      ...(states.get(pool.address) ?? []).slice(-KEPT_STATES),
      { block: head, state },
    ])
    logs.push({
      address: pool.address,
      blockNumber: hex(head),
      ...(state.kind === 'v2'
        ? { topics: [sync], data: words(state.reserve0, state.reserve1) }
        : {
            topics: [swap, readWord(1n), readWord(1n)],
            data: words(1n, -1n, state.sqrtPrice, pool.liquidity, BigInt(state.tick)),
          }),
    })
  }
  logsByBlock.set(head, logs)
}

function stateAt(pool: ScalePool, block: number): ScalePool['state'] {
  return (states.get(pool.address) ?? []).findLast((entry) => entry.block <= block)?.state ?? pool.state
}

function answer(method: string, params: unknown[]): unknown {
  const [first, second] = params
  switch (method) {
    case 'eth_chainId':
      return hex(CHAIN_ID)
    case 'eth_maxPriorityFeePerGas':
      return hex(1e8)
    case 'eth_getCode':
      return '0x00'
    case 'eth_getBlockByNumber':
      return blockAt(first === 'latest' ? head : Number(first))
    case 'eth_getBlockByHash':
      return blockAt(getNumber(first))
    case 'eth_getLogs':
      return logsFor(first as LogFilter)
    case 'eth_call':
      return aggregate((first as { data: Hex }).data, getNumber((second as { blockHash: Hex }).blockHash))
    case 'eth_simulateV1':
      return simulate(first as Simulation)
    default:
      throw new Error(`the method ${method} does not exist`)
  }
}

interface LogFilter {
  blockHash?: Hex
  fromBlock?: Hex
  toBlock?: Hex
  topics: [Hex[]]
}

function logsFor({ blockHash, fromBlock = '0x0', toBlock = '0x0', topics: [wanted] }: LogFilter): RpcLog[] {
  const isWanted = (log: RpcLog) => log.topics.some((topic, i) => i === 0 && wanted.includes(topic))
  if (blockHash) return (logsByBlock.get(getNumber(blockHash)) ?? []).filter(isWanted)
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  const found = created.filter((log) => log.block >= from && log.block <= to && isWanted(log))
  if (found.length > MAX_LOGS) throw new Error(`query returned more than ${MAX_LOGS} results`)
  for (const [block, logs] of logsByBlock)
    if (block >= from && block <= to) found.push(...(logs.filter(isWanted) as typeof found))
  return found
}

interface Simulation {
  blockStateCalls: { calls: { to: string; data: Hex }[] }[]
}

/** Simulates tokens without a transfer tax: the last read returns the amount sent before. */
function simulate({ blockStateCalls: [block] }: Simulation): unknown {
  let sent = 0n
  const calls = (block?.calls ?? []).map(({ data }) => {
    const isTransfer = data.startsWith('0xa9059cbb')
    if (isTransfer) sent = BigInt(`0x${data.slice(74)}`)
    const returnData = isTransfer ? readWord(1n) : readWord(sent)
    if (!isTransfer) sent = 0n
    return { status: '0x1', gasUsed: '0x5208', returnData, logs: [] }
  })
  return [{ calls }]
}

const AGGREGATE3_HEAD = 10 + 2 * 64

/**
 * Decodes and encodes Multicall3's `aggregate3` by hand, because a library would be slower than the
 * service.
 */
function aggregate(data: Hex, block: number): Hex {
  const count = Number(BigInt(`0x${data.slice(10 + 64, AGGREGATE3_HEAD)}`))
  const results: string[] = []
  for (let i = 0; i < count; i += 1) {
    const offset = Number(`0x${data.slice(AGGREGATE3_HEAD + i * 64, AGGREGATE3_HEAD + (i + 1) * 64)}`)
    const at = AGGREGATE3_HEAD + 2 * offset
    const target = `0x${data.slice(at + 24, at + 64)}`
    const length = Number(`0x${data.slice(at + 192, at + 256)}`)
    results.push(call(target, data.slice(at + 256, at + 256 + 2 * length), block) ?? '')
  }
  let offset = 32 * count
  const heads: string[] = []
  const bodies: string[] = []
  for (const result of results) {
    heads.push(word(offset))
    const padded = result.padEnd(Math.ceil(result.length / 64) * 64, '0')
    bodies.push(word(result ? 1 : 0), word(64), word(result.length / 2), padded)
    offset += 96 + padded.length / 2
  }
  return `0x${word(32)}${word(count)}${heads.join('')}${bodies.join('')}`
}

const selectors = Object.fromEntries(
  [
    'getReserves()',
    'slot0()',
    'liquidity()',
    'tickBitmap(int16)',
    'getPopulatedTicksInWord(address,int16)',
    'symbol()',
    'name()',
    'decimals()',
    'balanceOf(address)',
    'getPool(address,address,uint24)',
    'tickSpacing()',
    'source(uint8)',
    'executor()',
    'treasury()',
  ].map((signature) => [toFunctionSelector(signature).slice(2), signature.slice(0, signature.indexOf('('))]),
)

function call(target: string, data: string, block: number): string | undefined {
  const pool = pools.get(target)
  const token = tokens.get(target)
  const args = data.slice(8)
  switch (selectors[data.slice(0, 8)]) {
    case 'getReserves': {
      const state = pool && stateAt(pool, block)
      return state?.kind === 'v2' ? bare(state.reserve0, state.reserve1, 0n) : undefined
    }
    case 'slot0': {
      const state = pool && stateAt(pool, block)
      return state?.kind === 'v3' ? bare(state.sqrtPrice, BigInt(state.tick), 0n, 0n, 0n, 0n, 1n) : undefined
    }
    case 'liquidity':
      return pool && bare(pool.liquidity)
    case 'tickBitmap':
      return pool && bare(ticksIn(pool, BigInt.asIntN(16, BigInt(`0x${args}`))).length > 0 ? 1n : 0n)
    case 'getPopulatedTicksInWord': {
      const holder = pools.get(`0x${args.slice(24, 64)}`)
      const ticks = holder ? ticksIn(holder, BigInt.asIntN(16, BigInt(`0x${args.slice(64)}`))) : []
      const listed = ticks.flatMap(({ index, net }) => [BigInt(index), net, net < 0n ? -net : net])
      return bare(32n, BigInt(ticks.length), ...listed)
    }
    case 'symbol':
    case 'name':
      return named(token ?? (pool && share))
    case 'decimals':
      return numbered(token ?? (pool && share))
    case 'balanceOf':
      return bare(getBalance(target, `0x${args.slice(24, 64)}`, block))
    case 'getPool':
      return isV3Factory(target) ? bare(BigInt(findPool(target, args) ?? 0)) : undefined
    case 'tickSpacing':
      return pool?.venue.kind === 'v3' ? bare(BigInt(pool.venue.tickSpacing)) : undefined
    case 'executor':
    case 'treasury':
      return bare(BigInt(executor))
    case 'source':
      return sourceRow(VENUES.find(({ index }) => index === Number(`0x${args}`)))
    default:
      return undefined
  }
}

const isV3Factory = (address: string) =>
  VENUES.some(({ kind, factory }) => kind === 'v3' && factory === address)

/** Finds a V3 pool by its tokens in either order, like the factory. */
function findPool(factory: string, args: string): Address | undefined {
  const [a, b, fee] = [args.slice(0, 64), args.slice(64, 128), args.slice(128, 192)]
  return poolsByParams.get(factory + a + b + fee) ?? poolsByParams.get(factory + b + a + fee)
}

/**
 * Metadata of a pair's contract, which is the token of its shares. A contract without metadata
 * would cause a separate call.
 */
const share = { symbol: 'PAIR', decimals: 18 }

type Named = Pick<ScaleToken, 'symbol' | 'decimals'>

function named(token: Named | undefined): string | undefined {
  if (!token) return undefined
  const text = Buffer.from(token.symbol).toString('hex').padEnd(64, '0')
  return bare(32n, BigInt(token.symbol.length)) + text
}

function numbered(token: Named | undefined): string | undefined {
  return token && bare(BigInt(token.decimals))
}

/** Returns a rough balance of a V3 pool: a tenth of its virtual reserves. */
function getBalance(token: string, holder: string, block: number): bigint {
  const pool = pools.get(holder)
  if (!pool) return 10n ** 24n
  const isFirst = pool.tokens[0].address === token
  const state = stateAt(pool, block)
  if (state.kind === 'v2') return isFirst ? state.reserve0 : state.reserve1
  const { liquidity } = pool
  return (isFirst ? (liquidity << 96n) / state.sqrtPrice : (liquidity * state.sqrtPrice) >> 96n) / 10n
}

function sourceRow(venue: ScaleVenue | undefined): string | undefined {
  if (!venue) return undefined
  const { kind, factory, initCodeHash, fee } = venue
  const isV2 = kind === 'v2'
  return bare(isV2 ? 0n : 1n, BigInt(factory), BigInt(initCodeHash), isV2 ? BigInt(fee / 100) : 0n)
}

function ticksIn({ ticks, venue }: ScalePool, wanted: bigint) {
  return ticks.filter(({ index }) => BigInt(Math.floor(index / venue.tickSpacing) >> 8) === wanted)
}

function blockAt(number: number) {
  return {
    number: hex(number),
    hash: getHash(number),
    parentHash: getHash(number - 1),
    timestamp: hex(timeOf(number)),
    baseFeePerGas: hex(2e9),
    logsBloom: bloomOf(logsByBlock.get(number) ?? []),
    transactions: [],
  }
}

/** Contains only the first topics. */
function bloomOf(logs: readonly RpcLog[]): Hex {
  let bloom = 0n
  for (const topic of new Set(logs.map(({ topics: [first] }) => first ?? '0x'))) {
    const hash = keccak256(topic).slice(2)
    for (const at of [0, 4, 8]) bloom |= 1n << BigInt(Number.parseInt(hash.slice(at, at + 4), 16) & 2047)
  }
  return `0x${bloom.toString(16).padStart(512, '0')}`
}

function timeOf(number: number): number {
  return minedAt.get(number) ?? startedAt + number - FIRST_BLOCK
}

function getHash(number: number): Hex {
  return readWord((0xb10cn << 64n) + BigInt(number))
}

function getNumber(hash: unknown): number {
  return Number(BigInt(String(hash)) & 0xffff_ffffn)
}

function hex(value: number): Hex {
  return `0x${value.toString(16)}`
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

function readWord(value: bigint): Hex {
  return `0x${encodeWord(value)}`
}

function bare(...values: bigint[]): string {
  return values.map(encodeWord).join('')
}

function words(...values: bigint[]): Hex {
  return `0x${bare(...values)}`
}

const server = createServer(async (incoming, outgoing) => {
  const { id, method, params = [] } = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
  let reply: object
  try {
    reply = { result: answer(method, params) }
  } catch (error) {
    const code = method.startsWith('eth_getLogs') ? -32005 : -32601
    reply = { error: { code, message: error instanceof Error ? error.message : String(error) } }
  }
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const getSymbol = (symbol: string) =>
    market.tokens.find((token) => token.symbol === symbol)?.address ?? permit2
  const config: ChainServiceConfig = {
    name: Object.keys(CHAIN_NAMES)[place] ?? 'ethereum',
    id: CHAIN_ID,
    rpcUrls: [`http://127.0.0.1:${port}`],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    weth: getSymbol('WETH'),
    permit2,
    multicall3,
    tickLens,
    settlement,
    executor,
    settlementFeeBps: 3,
    referenceStable: getSymbol('USDC'),
    baseTokens: market.tokens.slice(0, market.bases).map(({ address }) => address),
    sources: [...new Map(VENUES.map((venue) => [venue.index, venue])).values()].map(
      ({ index, kind, factory, initCodeHash, fee }) => {
        const source = { index, module: `venue-${index}`, name: `Venue ${index}`, factory, initCodeHash }
        return kind === 'v2' ? { ...source, kind, feeBps: fee / 100 } : { ...source, kind }
      },
    ),
    fromBlock: 0,
    blockSeconds: 1,
  }
  const ready: ScaleNodeReady = { config, tokens: [...market.tokens], bases: market.bases }
  process.send?.(ready)
})

process.on('message', () => {
  mine()
  process.send?.(head)
})
process.on('disconnect', () => process.exit())
