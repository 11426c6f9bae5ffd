import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManifestToken } from './plan/manifest.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from './testing/devnet.ts'

const lending = parseAbi([
  'function getReserveNormalizedIncome(address asset) view returns (uint256)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
  'function borrow(address asset, uint256 amount, uint256 rateMode, uint16 referralCode, address onBehalfOf)',
])
const data = parseAbi([
  'function getReserveTokensAddresses(address asset) view returns (address aToken, address stable, address variable)',
  'function getATokenTotalSupply(address asset) view returns (uint256)',
  'function getTotalDebt(address asset) view returns (uint256)',
])
const oracle = parseAbi(['function getAssetPrice(address asset) view returns (uint256)'])
const vault = parseAbi([
  'function asset() view returns (address)',
  'function totalAssets() view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
  'function previewDeposit(uint256 assets) view returns (uint256)',
  'function previewMint(uint256 shares) view returns (uint256)',
  'function previewWithdraw(uint256 assets) view returns (uint256)',
  'function previewRedeem(uint256 shares) view returns (uint256)',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function mint(uint256 shares, address receiver) returns (uint256)',
  'function withdraw(uint256 assets, address receiver, address owner) returns (uint256)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256)',
])

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** The block after the setup, one for each week, and the last of the history. */
const WEEKS = [3n, 30n, 58n, 86n, 114n, 125n]
const MAX_UINT = 2n ** 256n - 1n

let devnet: TestDevnet
let chain: TestChain

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  chain = devnet.chain('ethereum')
})

afterAll(async () => devnet?.stop())

const reserves = ({ manifest }: TestChain): ManifestToken[] =>
  manifest.tokens.filter(({ claim }) => claim?.kind === 'a-token')

/** The underlying token of a claim. */
const underlying = (token: ManifestToken): Hex => token.claim!.underlying

function incomeAt({ manifest, publicClient }: TestChain, asset: Hex, blockNumber: bigint): Promise<bigint> {
  const address = manifest.contracts.aavePool
  const functionName = 'getReserveNormalizedIncome'
  return publicClient.readContract({ address, abi: lending, functionName, args: [asset], blockNumber })
}

/** Growth of a value between the blocks, as yearly rates. */
async function yearlyRates(on: TestChain, read: (blockNumber: bigint) => Promise<bigint>): Promise<number[]> {
  const points = await Promise.all(
    WEEKS.map(async (blockNumber) => ({
      value: Number(await read(blockNumber)),
      seconds: Number((await on.publicClient.getBlock({ blockNumber })).timestamp),
    })),
  )
  return points.slice(1).map(({ value, seconds }, index) => {
    const before = points[index]!
    return ((value / before.value - 1) * YEAR_SECONDS) / (seconds - before.seconds)
  })
}

describe('the lending pool', () => {
  it('has three reserves, with tokens at the addresses of the manifest', async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const claims = reserves(devnet.chain(manifest.name as 'ethereum'))
      expect(claims).toHaveLength(3)
      for (const token of claims) {
        const [aToken] = await publicClient.readContract({
          address: manifest.contracts.aaveDataProvider,
          abi: data,
          functionName: 'getReserveTokensAddresses',
          args: [underlying(token)],
        })
        expect(aToken).toBe(token.address)
      }
    }
  })

  it('has 40 to 80 percent of each reserve lent out, now and at any time in the past', async () => {
    for (const name of ['ethereum', 'base'] as const) {
      const { manifest, publicClient } = devnet.chain(name)
      const address = manifest.contracts.aaveDataProvider
      for (const token of reserves(devnet.chain(name))) {
        for (const blockNumber of WEEKS) {
          const args = [underlying(token)] as const
          const read = (functionName: 'getATokenTotalSupply' | 'getTotalDebt') =>
            publicClient.readContract({ address, abi: data, functionName, args, blockNumber })
          const usage = Number(await read('getTotalDebt')) / Number(await read('getATokenTotalSupply'))
          expect(usage).toBeGreaterThan(0.4)
          expect(usage).toBeLessThan(0.8)
        }
      }
    }
  })

  it('earned a positive and varying amount in each week', async () => {
    for (const name of ['ethereum', 'base'] as const) {
      for (const token of reserves(devnet.chain(name))) {
        const on = devnet.chain(name)
        const rates = await yearlyRates(on, (block) => incomeAt(on, underlying(token), block))
        for (const rate of rates) {
          expect(rate).toBeGreaterThan(0.005)
          expect(rate).toBeLessThan(0.06)
        }
        expect(Math.max(...rates) / Math.min(...rates)).toBeGreaterThan(1.05)
      }
    }
  })

  it('prices its reserves as the market does', async () => {
    const address = chain.manifest.contracts.aaveOracle
    const asset = chain.token('WETH').address
    const read = () =>
      chain.publicClient.readContract({ address, abi: oracle, functionName: 'getAssetPrice', args: [asset] })
    expect(Number(await read()) / 1e8).toBe(2840)
    for (let round = 0; round < 20; round += 1) await devnet.market('ethereum').step()
    expect(Number(await read()) / 1e8).not.toBe(2840)
    expect(Math.abs(Number(await read()) / 1e8 / 2840 - 1)).toBeLessThan(0.03)
  })

  it('accepts deposits, lends against them, and repays them with interest', async () => {
    const to = chain.manifest.contracts.aavePool
    const [usdc, weth] = [chain.token('USDC').address, chain.token('WETH').address]
    const [person, amount] = [chain.account(4), 100_000_000_000n]
    const act = (call: Hex) => chain.send({ to, data: call }, 4)
    const before = await chain.balanceOf('aEthUSDC', person)
    await chain.approve('USDC', to, amount, 4)
    await act(encodeFunctionData({ abi: lending, functionName: 'supply', args: [usdc, amount, person, 0] }))
    // Interest-bearing balances round, so a unit may be missing.
    expect(await chain.balanceOf('aEthUSDC', person)).toBeGreaterThanOrEqual(before + amount - 1n)

    const wethBefore = await chain.balanceOf('WETH', person)
    await act(
      encodeFunctionData({ abi: lending, functionName: 'borrow', args: [weth, 10n ** 18n, 2n, 0, person] }),
    )
    expect(await chain.balanceOf('WETH', person)).toBe(wethBefore + 10n ** 18n)

    const usdcBefore = await chain.balanceOf('USDC', person)
    await act(encodeFunctionData({ abi: lending, functionName: 'withdraw', args: [usdc, amount, person] }))
    expect(await chain.balanceOf('USDC', person)).toBe(usdcBefore + amount)
    expect(await chain.balanceOf('aEthUSDC', person)).toBeGreaterThanOrEqual(before - 1n)
  })
})

describe('the vault', () => {
  it('exists on each chain, with the asset in the manifest', async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const share = manifest.tokens.find(({ claim }) => claim?.kind === 'vault-share')!
      expect(manifest.contracts.vaults).toEqual([share.address])
      const asset = await publicClient.readContract({
        address: share.address,
        abi: vault,
        functionName: 'asset',
      })
      expect(asset).toBe(underlying(share))
    }
  })

  it('earned between 3 and 9 percent a year in each week', async () => {
    for (const name of ['ethereum', 'base'] as const) {
      const on = devnet.chain(name)
      const [address] = on.manifest.contracts.vaults
      const rates = await yearlyRates(on, (blockNumber) => {
        const functionName = 'convertToAssets'
        const args = [10n ** 18n] as const
        return on.publicClient.readContract({
          address: address!,
          abi: vault,
          functionName,
          args,
          blockNumber,
        })
      })
      for (const rate of rates) {
        expect(rate).toBeGreaterThan(0.03)
        expect(rate).toBeLessThan(0.09)
      }
    }
  })

  it('earns until the last harvest is used up, and again after the next', async () => {
    const rateAfter = async (seconds: number) => {
      if (seconds > 0) await chain.passTime(seconds)
      await chain.testClient.mine({ blocks: 1 })
      return vaultRead('convertToAssets', 10n ** 30n)
    }
    const [first, second] = [await rateAfter(0), await rateAfter(60)]
    expect(second).toBeGreaterThan(first)
    const all = await rateAfter(2 * 24 * 60 * 60)
    expect(all).toBeGreaterThan(second)
    expect(await rateAfter(60)).toBe(all)
    for (let round = 0; round < 20; round += 1) await devnet.market('ethereum').step()
    expect(await rateAfter(60)).toBeGreaterThan(all)
  })

  it('matches its previews to the wei, and allows no profit from depositing and withdrawing', async () => {
    const address = chain.manifest.contracts.vaults[0]!
    const person = chain.account(5)
    const [before, sharesBefore] = [
      await chain.balanceOf('DAI', person),
      await chain.balanceOf('sDAI', person),
    ]
    await chain.approve('DAI', address, MAX_UINT, 5)
    const odd = 1_000_000_000_000_000_007n
    // Each preview and its action share a timestamp.
    const shares = async () => (await chain.balanceOf('sDAI', person)) - sharesBefore
    await inOneBlock('deposit', [odd, person], 'previewDeposit')
    await inOneBlock('mint', [odd, person], 'previewMint')
    await inOneBlock('withdraw', [odd / 2n, person, person], 'previewWithdraw')
    await inOneBlock('redeem', [await shares(), person, person], 'previewRedeem')
    expect(await shares()).toBe(0n)
    const change = (await chain.balanceOf('DAI', person)) - before
    // A few seconds of interest, and no gain from rounding.
    expect(change).toBeLessThan(10n ** 13n)
  })

  it('ignores donations', async () => {
    const address = chain.manifest.contracts.vaults[0]!
    const held = await vaultRead('totalAssets')
    await chain.deal('DAI', address, 10n ** 30n)
    expect((await vaultRead('totalAssets')) - held).toBeLessThan(10n ** 20n)
  })
})

function vaultRead(
  functionName: 'convertToAssets' | 'totalAssets' | `preview${'Deposit' | 'Mint' | 'Withdraw' | 'Redeem'}`,
  ...args: bigint[]
): Promise<bigint> {
  const call = encodeFunctionData({ abi: vault, functionName, args } as never)
  const to = chain.manifest.contracts.vaults[0]!
  return chain.publicClient.call({ to, data: call }).then(({ data: answer }) => BigInt(answer!))
}

/** Acts in a block with the timestamp of the preview, and compares the results. */
async function inOneBlock(
  functionName: 'deposit' | 'mint' | 'withdraw' | 'redeem',
  args: readonly unknown[],
  preview: `preview${'Deposit' | 'Mint' | 'Withdraw' | 'Redeem'}`,
): Promise<void> {
  const to = chain.manifest.contracts.vaults[0]!
  const call = encodeFunctionData({ abi: vault, functionName, args } as never)
  const hash = await chain.send({ to, data: call }, 5)
  const { blockNumber } = await chain.publicClient.getTransactionReceipt({ hash })
  const { timestamp } = await chain.publicClient.getBlock({ blockNumber })
  const before = { blockNumber: blockNumber - 1n, blockOverrides: { time: timestamp } }
  const read = async (data_: Hex) => (await chain.publicClient.call({ to, data: data_, ...before })).data
  const promised = await read(
    encodeFunctionData({ abi: vault, functionName: preview, args: [args[0]] } as never),
  )
  const account = chain.account(5)
  const done = await chain.publicClient.call({ account, to, data: call, ...before })
  expect(done.data).toBe(promised)
}
