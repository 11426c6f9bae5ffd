import {
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToString,
  parseAbi,
  trim,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts } from './bytecode/artifacts.ts'
import { compileTokens } from './bytecode/compile-tokens.ts'
import { getDeployer } from './plan/source.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from './testing/devnet.ts'

const erc20 = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function setBlocked(address account, bool blocked)',
  'function nonces(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const bytes32Metadata = parseAbi(['function symbol() view returns (bytes32)'])
const settlement = parseAbi([
  'function executor() view returns (address)',
  'function treasury() view returns (address)',
  'struct Trade { address inputToken; address outputToken; uint256 inputAmount; uint256 minOutputAmount; address outputReceiver; address partner; uint256 partnerFeeBps; uint256 settlementFee; uint256 surplusThreshold; uint256 deadline; }',
  'function swap(Trade trade, bytes route, bytes permit) payable returns (uint256)',
])
const sourceTable = parseAbi([
  'struct Source { uint8 kind; address factory; bytes32 initCodeHash; uint16 feeBps; }',
  'function source(uint8 index) view returns (Source)',
])
const pairView = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const permit2 = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])
const quoter = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Params params) returns (uint256, uint160, uint32, uint256)',
])

/** Kinds in the executor's table, by the kind of the source. */
const ROW_KINDS: Readonly<Record<string, number>> = {
  v2: 0,
  v3: 1,
  aave: 2,
  erc4626: 4,
  balancer: 6,
  v4: 7,
  solidly: 9,
  stableswap: 10,
  algebra: 11,
}
const MONTH_SECONDS = 31 * 24 * 60 * 60
/** Seconds by which a clock set to whole seconds may differ. */
const CLOCK_ROUNDING = 2

let devnet: TestDevnet
let chain: TestChain

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  chain = devnet.chain('ethereum')
})

afterAll(async () => devnet?.stop())

/** Sends a token call from the first account. */
function tokenCall(symbol: string, data: Hex): Promise<Hex> {
  return chain.send({ to: chain.token(symbol).address, data })
}

const transfer = (to: Hex, value: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] })

/** A route of one step that sells everything. */
function oneStep(kind: number, source: number, tokenIn: Hex, tokenOut: Hex): Hex {
  const step = { kind, source, portion: 2n ** 64n - 1n, tokenIn, tokenOut, data: '0x' } as const
  const components = [
    { name: 'kind', type: 'uint8' },
    { name: 'source', type: 'uint8' },
    { name: 'portion', type: 'uint64' },
    { name: 'tokenIn', type: 'address' },
    { name: 'tokenOut', type: 'address' },
    { name: 'data', type: 'bytes' },
  ] as const
  return encodeAbiParameters([{ type: 'tuple[]', components }], [[step]])
}

describe('the local chains', () => {
  it('have code at every address of the manifest', async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const { treasury: _, ...contracts } = manifest.contracts
      const addresses = [
        ...Object.values(contracts).flat(),
        ...[...manifest.tokens, ...manifest.pools].map(({ address }) => address),
        ...manifest.sources.map(({ factory }) => factory),
      ]
      const codes = await Promise.all(addresses.map((address) => publicClient.getCode({ address })))
      expect(addresses.filter((_, index) => codes[index] === undefined)).toEqual([])
    }
  })

  it('have Permit2 and Multicall3 at their canonical addresses', () => {
    expect(chain.manifest.contracts.permit2).toBe('0x000000000022D473030F116dDEE9F6B43aC78BA3')
    expect(chain.manifest.contracts.multicall3).toBe('0xcA11bde05977b3631167028862bE2a173976CA11')
  })

  it("have a Permit2 with the chain's own domain", async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const address = manifest.contracts.permit2
      const domain = { name: 'Permit2', chainId: manifest.id, verifyingContract: address }
      expect(
        await publicClient.readContract({ address, abi: permit2, functionName: 'DOMAIN_SEPARATOR' }),
      ).toBe(domainSeparator({ domain }))
    }
  })

  it('list the well-known tokens among the first eight by symbol, and every trait', () => {
    for (const { tokens } of devnet.manifest.chains) {
      const wellKnown = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC']
      const sorted = tokens
        .filter(({ claim }) => !claim)
        .map(({ symbol }) => symbol)
        .sort((a, b) => a.localeCompare(b, 'en'))
      expect(sorted.slice(0, 8)).toEqual(expect.arrayContaining(wellKnown))
      expect(tokens.slice(0, 5).map(({ symbol }) => symbol)).toEqual(wellKnown)
      const traits = tokens.flatMap(({ trait }) => trait ?? []).sort()
      expect(traits).toEqual(['blocklist', 'bytes32', 'fee-on-transfer', 'permit', 'usdt-like'])
    }
  })

  it('describe their tokens correctly', async () => {
    for (const token of chain.manifest.tokens.filter(({ trait }) => trait !== 'bytes32')) {
      const read = <Name extends 'symbol' | 'decimals'>(functionName: Name) =>
        chain.publicClient.readContract({ address: token.address, abi: erc20, functionName })
      expect([await read('symbol'), await read('decimals')]).toEqual([token.symbol, token.decimals])
    }
  })

  it('gave each account of the manifest some of every token, and ether', async () => {
    for (const { address } of devnet.manifest.accounts) {
      const holdings = [
        '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        ...chain.manifest.tokens.map((t) => t.symbol),
      ]
      for (const token of holdings) expect(await chain.balanceOf(token, address)).toBeGreaterThan(0n)
    }
  })

  it('have a settlement with these sources and the executor of the manifest', async () => {
    const { settlement: address, executor, treasury } = chain.manifest.contracts
    const read = (functionName: 'executor' | 'treasury') =>
      chain.publicClient.readContract({ address, abi: settlement, functionName })
    expect(await read('executor')).toBe(executor)
    expect(await read('treasury')).toBe(treasury)
    for (const source of chain.manifest.sources) {
      const { index, kind } = source
      const row = await chain.publicClient.readContract({
        address: executor,
        abi: sourceTable,
        functionName: 'source',
        args: [index],
      })
      expect(row).toMatchObject({
        kind: ROW_KINDS[kind],
        factory: getDeployer(source),
      })
    }
  })

  it("trade through the settlement on the fork, at the fork's fee", async () => {
    const [usdc, weth] = [chain.token('USDC').address, chain.token('WETH').address]
    const [pair] = chain.pools('USDC', 'WETH', 'delta-v2')
    const amount = 10_000_000_000n
    const [reserve0, reserve1] = await chain.publicClient.readContract({
      address: pair!.address,
      abi: pairView,
      functionName: 'getReserves',
    })
    const [reserveIn, reserveOut] = pair!.tokens[0] === usdc ? [reserve0, reserve1] : [reserve1, reserve0]
    const gross = (amount * 998n * reserveOut) / (reserveIn * 1000n + amount * 998n)

    const to = chain.manifest.contracts.settlement
    const receiver = '0x000000000000000000000000000000000000bEEF'
    await chain.approve('USDC', to, amount)
    const trade = {
      inputToken: usdc,
      outputToken: weth,
      inputAmount: amount,
      minOutputAmount: 1n,
      outputReceiver: receiver,
      partner: '0x0000000000000000000000000000000000000000',
      partnerFeeBps: 0n,
      settlementFee: 0n,
      surplusThreshold: 2n ** 256n - 1n,
      deadline: BigInt(Math.floor(Date.now() / 1000) + 120),
    } as const
    const data = encodeFunctionData({
      abi: settlement,
      functionName: 'swap',
      args: [trade, oneStep(0, 1, usdc, weth), '0x'],
    })
    await chain.send({ to, data })
    const received = await chain.balanceOf('WETH', receiver)
    expect(received).toBeLessThan(gross)
    expect(received).toBeGreaterThan((gross * 9996n) / 10_000n)
  })

  it('have similar ether prices on every tier and in the quoter', async () => {
    const [weth, usdc] = [chain.token('WETH').address, chain.token('USDC').address]
    for (const { fee } of chain.pools('WETH', 'USDC', 'uniswap-v3')) {
      const { result } = await chain.publicClient.simulateContract({
        address: chain.manifest.contracts.quoterV2,
        abi: quoter,
        functionName: 'quoteExactInputSingle',
        args: [{ tokenIn: weth, tokenOut: usdc, amountIn: 10n ** 17n, fee, sqrtPriceLimitX96: 0n }],
      })
      expect(Number(result[0]) / 1e5).toBeGreaterThan(2780)
      expect(Number(result[0]) / 1e5).toBeLessThan(2900)
    }
  })

  it('give the service the same data as the manifest gives clients', () => {
    const [config] = devnet.serviceConfig.chains
    expect(config).toMatchObject({ name: 'ethereum', id: 31337, settlementFeeBps: 3, fromBlock: 0 })
    expect(config?.referenceStable).toBe(chain.token('USDC').address)
    expect(config?.sources).toMatchObject([
      { index: 0, module: 'uniswap-v2', feeBps: 30 },
      { index: 1, module: 'delta-v2', feeBps: 20 },
      { index: 2, module: 'uniswap-v3', kind: 'v3' },
      { index: 3, module: 'aave-v3', kind: 'aave' },
      { index: 4, module: 'erc4626', kind: 'erc4626' },
      { index: 5, module: 'balancer-v2', kind: 'balancer' },
      { index: 6, module: 'uniswap-v4', kind: 'v4' },
      { index: 7, module: 'pancakeswap-v3', kind: 'v3' },
      { index: 8, module: 'dystopia', kind: 'solidly', feeBps: 5 },
      { index: 9, module: 'curve', kind: 'stableswap' },
      { index: 10, module: 'algebra', kind: 'algebra' },
    ])
    const stable = ['USDC', 'USDT', 'DAI'].map((symbol) => chain.token(symbol).address)
    expect(config?.stableTokens).toEqual(stable)
  })

  it('share no token, pool or factory address', () => {
    const [first, second] = devnet.manifest.chains.map(
      ({ tokens, pools, sources }) =>
        new Set([...tokens, ...pools].map(({ address }) => address).concat(sources.map((s) => s.factory))),
    )
    expect([...first!].filter((address) => second!.has(address))).toEqual([])
  })
})

describe('an odd token', () => {
  it('returns nothing and refuses to raise a standing allowance, if it is like USDT', async () => {
    const spender = chain.account(1)
    const approve = (value: bigint) =>
      encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, value] })
    const call = await chain.publicClient.call({
      account: chain.account(),
      to: chain.token('USDT').address,
      data: transfer(spender, 1n),
    })
    expect(call.data).toBeUndefined()
    await tokenCall('USDT', approve(5n))
    await expect(tokenCall('USDT', approve(6n))).rejects.toThrow('reverted')
    await tokenCall('USDT', approve(0n))
    await tokenCall('USDT', approve(6n))
  })

  it('keeps one percent of a transfer, if it takes a fee', async () => {
    const to = '0x00000000000000000000000000000000000070ff'
    await tokenCall('ZOLL', transfer(to, 10_000n))
    expect(await chain.balanceOf('ZOLL', to)).toBe(9_900n)
  })

  it('rejects transfers from and to a blocked address, if it has a blocklist', async () => {
    const to = chain.account(9)
    const block = (blocked: boolean) =>
      encodeFunctionData({ abi: erc20, functionName: 'setBlocked', args: [to, blocked] })
    await tokenCall('EURC', block(true))
    await expect(tokenCall('EURC', transfer(to, 1n))).rejects.toThrow('reverted')
    const data = transfer(chain.account(), 1n)
    await expect(chain.send({ to: chain.token('EURC').address, data }, 9)).rejects.toThrow('reverted')
    await tokenCall('EURC', block(false))
    await tokenCall('EURC', transfer(to, 1n))
  })

  it('returns its symbol as bytes32, if it is old', async () => {
    const address = chain.token('MKR').address
    const symbol = await chain.publicClient.readContract({
      address,
      abi: bytes32Metadata,
      functionName: 'symbol',
    })
    expect(hexToString(trim(symbol, { dir: 'right' }))).toBe('MKR')
  })

  it('accepts a signature once, if it has a permit', async () => {
    const { address, name } = chain.token('wstETH')
    const [owner, spender] = [chain.account(2), chain.account(3)]
    const deadline = (await chain.publicClient.getBlock()).timestamp + 120n
    const signature = await chain.wallet(2).signTypedData({
      domain: { name, version: '1', chainId: chain.manifest.id, verifyingContract: address },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner, spender, value: 77n, nonce: 0n, deadline },
    })
    const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, signature.slice(130)] as Hex[]
    const args = [owner, spender, 77n, deadline, Number.parseInt(v!, 16), r!, s!] as const
    const data = encodeFunctionData({ abi: erc20, functionName: 'permit', args })
    await tokenCall('wstETH', data)
    const read = { address, abi: erc20, functionName: 'allowance', args: [owner, spender] } as const
    expect(await chain.publicClient.readContract(read)).toBe(77n)
    await expect(tokenCall('wstETH', data)).rejects.toThrow('reverted')
  })
})

describe('the clock without a fixed time', () => {
  const startedAt = Date.now() / 1000
  let clocked: TestDevnet
  let there: TestChain

  beforeAll(async () => {
    clocked = await startTestDevnet({ now: undefined })
    there = clocked.chain()
  })
  afterAll(() => clocked?.stop())

  async function at(blockNumber?: bigint): Promise<number> {
    const which = blockNumber === undefined ? {} : { blockNumber }
    return Number((await there.publicClient.getBlock(which)).timestamp)
  }

  /** Expects the timestamp within a range, with tolerance for rounding. */
  function expectWithin(timestamp: number, from: number, to: number) {
    expect(timestamp).toBeGreaterThanOrEqual(from - CLOCK_ROUNDING)
    expect(timestamp).toBeLessThanOrEqual(to + CLOCK_ROUNDING)
  }

  it('begins 31 days ago, with blocks in between, and ends at the wall clock', async () => {
    const now = Date.now() / 1000
    expectWithin(await at(0n), startedAt - MONTH_SECONDS, now - MONTH_SECONDS)
    const week = await Promise.all(Array.from({ length: 100 }, (_, index) => at(BigInt(index))))
    expect(week.filter((timestamp) => timestamp < now - 7 * 24 * 60 * 60).length).toBeGreaterThan(90)
    await there.testClient.mine({ blocks: 1 })
    expectWithin(await at(), now, Date.now() / 1000)
  })

  it('does not run ahead of the wall clock when many blocks are mined together', async () => {
    const now = Date.now() / 1000
    for (let i = 0; i < 40; i += 1) await there.send({ to: there.account(1), value: 1n })
    expectWithin(await at(), now, Date.now() / 1000)
  })
})

describe('the committed artifact', () => {
  it('equals the compiled sources', () => {
    expect(loadArtifacts().own).toEqual(compileTokens())
  })
})
