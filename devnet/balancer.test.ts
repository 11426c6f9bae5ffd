import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from './testing/devnet.ts'

const vault = parseAbi([
  'struct SingleSwap { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct FundManagement { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'struct BatchSwapStep { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'function swap(SingleSwap single, FundManagement funds, uint256 limit, uint256 deadline) payable returns (uint256)',
  'function queryBatchSwap(uint8 kind, BatchSwapStep[] swaps, address[] assets, FundManagement funds) returns (int256[])',
  'function getPool(bytes32 poolId) view returns (address pool, uint8 specialization)',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
])
const pool = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function getNormalizedWeights() view returns (uint256[])',
  'function getSwapFeePercentage() view returns (uint256)',
])
const rates = parseAbi([
  'function getRate() view returns (uint256)',
  'function convertToAssets(uint256) view returns (uint256)',
])
const factory = parseAbi(['function isPoolFromFactory(address pool) view returns (bool)'])

let devnet: TestDevnet
let chain: TestChain

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  chain = devnet.chain('ethereum')
})

afterAll(async () => devnet?.stop())

describe('the stable pool', () => {
  it('matches the manifest and has the rate of the share, on both chains', async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const [described] = manifest.stablePools
      const { address, id, tokens, swapFee, rateProvider } = described!
      const source = manifest.sources.find(({ kind }) => kind === 'balancer')
      const [factoryAddress] = (source?.kind === 'balancer' && source.stableFactories) || []
      const made = { address: factoryAddress!, abi: factory, functionName: 'isPoolFromFactory' } as const
      expect(await publicClient.readContract({ ...made, args: [address] })).toBe(true)
      expect(await publicClient.readContract({ address, abi: pool, functionName: 'getPoolId' })).toBe(id)
      const fee = await publicClient.readContract({
        address,
        abi: pool,
        functionName: 'getSwapFeePercentage',
      })
      expect(String(fee)).toBe(swapFee)
      const vaultAddress = manifest.contracts.balancerVault
      const held = { address: vaultAddress, abi: vault, functionName: 'getPoolTokens', args: [id] } as const
      const [registered] = await publicClient.readContract(held)
      expect(registered.filter((token) => token !== address)).toEqual(tokens)
      expect(registered).toHaveLength(4)
      const share = manifest.tokens.find(({ claim }) => claim?.kind === 'vault-share')!
      const rate = { address: rateProvider, abi: rates, functionName: 'getRate' } as const
      const worth = { address: share.address, abi: rates, functionName: 'convertToAssets' } as const
      const told = await publicClient.readContract(rate)
      expect(told).toBe(await publicClient.readContract({ ...worth, args: [10n ** 18n] }))
      expect(told).toBeGreaterThan(10n ** 18n)
    }
  })
})

describe('the weighted pool', () => {
  it('matches the manifest on both chains', async () => {
    for (const { manifest, publicClient } of [devnet.chain('ethereum'), devnet.chain('base')]) {
      const [described] = manifest.weightedPools
      const { address, id, tokens, weights, swapFee } = described!
      const source = manifest.sources.find(({ kind }) => kind === 'balancer')
      const made = source?.kind === 'balancer' ? source.poolFactory : undefined
      const read = <Name extends 'getPoolId' | 'getNormalizedWeights' | 'getSwapFeePercentage'>(name: Name) =>
        publicClient.readContract({ address, abi: pool, functionName: name })
      expect(await read('getPoolId')).toBe(id)
      expect(((await read('getNormalizedWeights')) as bigint[]).map(String)).toEqual(weights)
      expect(String(await read('getSwapFeePercentage'))).toBe(swapFee)
      const args = [id] as const
      const vaultAddress = manifest.contracts.balancerVault
      const [held, balances] = await publicClient.readContract({
        address: vaultAddress,
        abi: vault,
        functionName: 'getPoolTokens',
        args,
      })
      expect(held).toEqual(tokens)
      expect(balances.every((balance) => balance > 0n)).toBe(true)
      const call = {
        address: made!,
        abi: factory,
        functionName: 'isPoolFromFactory',
        args: [address],
      } as const
      expect(await publicClient.readContract(call)).toBe(true)
    }
  })

  it('pays in a swap what its query returned', async () => {
    const { contracts, weightedPools } = chain.manifest
    const { id } = weightedPools[0]!
    const [assetIn, assetOut] = [chain.token('USDC').address, chain.token('WETH').address]
    const [person, amount] = [chain.account(), 25_000_000_000n]
    const funds = { sender: person, fromInternalBalance: false, recipient: person, toInternalBalance: false }
    const { result } = await chain.publicClient.simulateContract({
      address: contracts.balancerVault,
      abi: vault,
      functionName: 'queryBatchSwap',
      args: [
        0,
        [{ poolId: id, assetInIndex: 0n, assetOutIndex: 1n, amount, userData: '0x' }],
        [assetIn, assetOut],
        funds,
      ],
    })
    const promised = -result[1]!
    expect(Number(promised) / 1e18).toBeGreaterThan(8.5)
    expect(Number(promised) / 1e18).toBeLessThan(8.9)

    await chain.approve('USDC', contracts.balancerVault, amount)
    const before = await chain.balanceOf('WETH', person)
    const single = { poolId: id, kind: 0, assetIn, assetOut, amount, userData: '0x' } as const
    const args = [single, funds, promised, 2n ** 64n] as const
    const data = encodeFunctionData({ abi: vault, functionName: 'swap', args })
    await chain.send({ to: contracts.balancerVault, data })
    expect((await chain.balanceOf('WETH', person)) - before).toBe(promised)
  })
})
