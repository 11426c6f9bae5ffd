import { type Address, parseAbi } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { createTestChain } from '../../devnet/setup/test-chain.ts'
import type { PriceRequest } from '../../wire/price-request.ts'
import { until } from '../../wire/testing/until.ts'
import { setupRoutedDevnet, TRADER } from '../modules/testing/routed-devnet.ts'
import { createRouterEngine } from './router-engine.ts'
import { solveUnlimited } from './testing/unlimited-solver.ts'

const UNIT = 10n ** 18n
const DEPTH = 100_000n * UNIT
const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'
const DEAD: Address = '0x000000000000000000000000000000000000dEaD'
const abi = parseAbi([
  'function answerTransfersTo(address refused, bytes answer, bool reverts)',
  'function mint(address to, uint256 amount)',
  'function deposit(uint256, address) returns (uint256)',
  'function pause(bool entry, bool exit, bool honest)',
  'function setHiddenLimit(uint256 limit)',
  'function transfer(address, uint256) returns (bool)',
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
])
const pairAbi = parseAbi(['function mint(address to) returns (uint256)'])

let node: ReturnType<typeof createTestChain>
let asset: Address
let vault: Address
/** A token that can block an account, and the larger of its two pairs. */
let listing: Address
let blockedPair: Address

/** A vault and a pair of its shares and its asset, which pays slightly less. */
const devnet = setupRoutedDevnet(async (tools, index) => {
  node = tools.node
  const { deployer } = node.accounts
  asset = await tools.deploy('PlainToken')
  vault = await tools.deploy('PausableVault', [asset])
  await node.write(asset, abi, 'mint', [deployer, 4n * DEPTH])
  await node.write(asset, abi, 'mint', [tools.test.account(TRADER), DEPTH])
  await node.approve(asset, vault, 4n * DEPTH)
  await node.write(vault, abi, 'deposit', [2n * DEPTH, deployer])
  await node.write(vault, abi, 'transfer', [DEAD, 1_000n])
  await node.write(vault, abi, 'transfer', [tools.test.account(TRADER), DEPTH / 10n])
  const addPair = async (module: string, [a, b]: [Address, Address], depth: bigint) => {
    const { factory } = tools.config.sources.find((source) => source.module === module)!
    await node.write(factory, abi, 'createPair', [a, b])
    const getPair = { address: factory, abi, functionName: 'getPair' } as const
    const pair = await node.client.readContract({ ...getPair, args: [a, b] })
    await node.write(a, abi, 'transfer', [pair, depth])
    await node.write(b, abi, 'transfer', [pair, depth])
    await node.write(pair, pairAbi, 'mint', [deployer])
    return pair
  }
  await addPair('uniswap-v2', [asset, vault], DEPTH)
  listing = await tools.deploy('AnsweringToken')
  await node.write(listing, abi, 'mint', [deployer, DEPTH])
  blockedPair = await addPair('uniswap-v2', [asset, listing], DEPTH / 2n)
  await addPair('delta-v2', [asset, listing], DEPTH / 200n)
  const source = { kind: 'erc4626', index, module: 'vault', name: 'A vault', factory: vault } as const
  return { sources: [source], baseTokens: [asset] }
})

beforeAll(async () => {
  for (const token of [asset, vault]) {
    await devnet.test.approve(token, devnet.chain.config.settlement, 4n * DEPTH, TRADER)
  }
})

let router: ReturnType<typeof createRouterEngine>
let now = 0
beforeEach(async () => {
  now = 0
  router = createRouterEngine({ chains: [devnet.chain], solver: solveUnlimited, elapsedMs: () => now })
  await devnet.reachesHead()
})

const exit = (changes: Partial<PriceRequest> = {}) =>
  devnet.toRequest(vault, asset, { inputAmount: `${UNIT}`, slippage: 100, ...changes })
const entry = (changes: Partial<PriceRequest> = {}) =>
  devnet.toRequest(asset, vault, { inputAmount: `${UNIT}`, slippage: 100, ...changes })
const modulesOf = ({ liquidityModules }: { liquidityModules: readonly { module: string }[] }) => [
  ...new Set(liquidityModules.map(({ module }) => module)),
]

async function pause(isEntry: boolean, isExit: boolean, isHonest: boolean) {
  await node.write(vault, abi, 'pause', [isEntry, isExit, isHonest])
  await devnet.reachesHead()
}

describe('a vault that reports its limits', () => {
  it.each([
    ['left', exit, [false, true]],
    ['entered', entry, [true, false]],
  ] as const)('is not %s while its limit is 0, also in prices', async (_, ask, [isEntry, isExit]) => {
    expect(modulesOf(await router.price(ask()))).toEqual(['vault'])
    await pause(isEntry, isExit, true)
    expect(modulesOf(await router.price(ask()))).toEqual(['uniswap-v2'])
    const other = ask === exit ? entry : exit
    expect(modulesOf(await router.price(other()))).toEqual(['vault'])
    await pause(false, false, true)
    expect(modulesOf(await router.price(ask()))).toEqual(['vault'])
  })
})

describe('a source that reverts without reporting a limit', () => {
  it.each([
    ['sold', exit, {}],
    ['bought', exit, { orderType: 'BUY', inputAmount: undefined, outputAmount: `${UNIT}` }],
    ['entered', entry, {}],
  ] as const)('is excluded when it is %s', async (_, ask, changes) => {
    await pause(true, true, false)
    expect(modulesOf(await router.price(ask(changes as Partial<PriceRequest>)))).toEqual(['vault'])
    const quote = await router.quote(ask(changes as Partial<PriceRequest>))
    expect(quote).toMatchObject({ revert: false, error: null })
    expect(modulesOf(quote)).toEqual(['uniswap-v2'])
    expect(modulesOf(await router.price(ask(changes as Partial<PriceRequest>)))).toEqual(['uniswap-v2'])
  })

  it('is excluded in one direction only', async () => {
    await pause(false, true, false)
    await router.quote(exit())
    expect(modulesOf(await router.price(exit()))).toEqual(['uniswap-v2'])
    expect(modulesOf(await router.quote(entry()))).toEqual(['vault'])
  })

  it('is tried again after a minute, and excluded for longer each time', async () => {
    await pause(false, true, false)
    await router.quote(exit())
    now += 61_000
    expect(modulesOf(await router.price(exit()))).toEqual(['vault'])
    expect(modulesOf(await router.quote(exit()))).toEqual(['uniswap-v2'])
    now += 61_000
    expect(modulesOf(await router.price(exit()))).toEqual(['uniswap-v2'])
    now += 61_000
    await pause(false, false, false)
    expect(modulesOf(await router.quote(exit()))).toEqual(['vault'])
  })

  it('returns a quote with the revert reason without another route', async () => {
    await pause(false, true, false)
    const quote = await router.quote(exit({ modulesFilter: ['vault'] }))
    expect(quote).toMatchObject({ revert: true, error: expect.stringContaining('paused') })
  })
})

describe('failures that callers cause', () => {
  it('exclude a pool that fails only at large amounts only from such trades', async () => {
    await node.write(vault, abi, 'setHiddenLimit', [1_000n * UNIT])
    await devnet.reachesHead()
    const large = exit({ inputAmount: `${2_000n * UNIT}` })
    expect(modulesOf(await router.quote(large))).toEqual(['uniswap-v2'])
    expect(modulesOf(await router.price(large))).toEqual(['uniswap-v2'])
    expect(modulesOf(await router.price(exit()))).toEqual(['vault'])
    expect(modulesOf(await router.quote(exit()))).toEqual(['vault'])
  })

  it.each([
    ['a sender without funds or allowance', { userAddress: '0x00000000000000000000000000000000000b0b01' }],
    ['a receiver that is the vault', { outputReceiver: undefined }],
  ] as const)('exclude no pool because of %s', async (_, changes) => {
    const outputReceiver = 'outputReceiver' in changes ? vault : undefined
    const request = exit({ ...changes, ...(outputReceiver && { outputReceiver }) } as Partial<PriceRequest>)
    await router.quote(request).catch(() => undefined)
    expect(modulesOf(await router.price(exit()))).toEqual(['vault'])
  })
})

describe('a token that blocks the account of its largest pool', () => {
  const ask = () => devnet.toRequest(listing, asset, { inputAmount: `${30n * UNIT}`, slippage: 100 })
  const reprobe = async () => {
    await devnet.test.testClient.mine({ blocks: 40 })
    await devnet.reachesHead()
  }

  it('is traded in its other pool, and in its largest pool after the block ends', async () => {
    expect(modulesOf(await router.price(ask()))).toContain('uniswap-v2')
    await node.write(listing, abi, 'answerTransfersTo', [blockedPair, '0x', true])
    await devnet.reachesHead()
    const quoted = await router.quote(ask())
    expect([quoted.revert, quoted.error]).toEqual([false, null])
    expect(modulesOf(quoted)).toEqual(['delta-v2'])
    devnet.chain.suspect([blockedPair])
    await until(async () => {
      await reprobe()
      return !devnet.chain.snapshot()?.poolIndex.contract(blockedPair.toLowerCase())
    })
    expect(devnet.chain.tradableTokens().has(listing.toLowerCase())).toBe(true)
    expect(modulesOf(await router.price(ask()))).toEqual(['delta-v2'])
    await node.write(listing, abi, 'answerTransfersTo', [TREASURY, '0x', true])
    await until(async () => {
      await reprobe()
      return devnet.chain.snapshot()?.poolIndex.contract(blockedPair.toLowerCase()) !== undefined
    })
    now += 3_600_000
    expect(modulesOf(await router.quote(ask()))).toContain('uniswap-v2')
  }, 120_000)
})
