import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts, ownContract } from '../../../devnet/bytecode/artifacts.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../../devnet/testing/devnet.ts'
import { until } from '../../../wire/testing/until.ts'
import { createBlockReader } from '../../chain/blocks/block-reader.ts'
import { type ChainFollower, createFollowedChain } from '../../chain/followed-chain.ts'
import type { Pool } from '../core/pool.ts'
import { createAlgebraModule } from './algebra-module.ts'
import type { AlgebraSourceConfig } from './announced-pools.ts'

const poolAbi = parseAbi([
  'function plugin() view returns (address)',
  'function setFee(uint16)',
  'function setPlugin(address)',
  'function setPluginConfig(uint8)',
])
const pluginAbi = parseAbi([
  'struct Config { uint16 alpha1; uint16 alpha2; uint32 beta1; uint32 beta2; uint16 gamma1; uint16 gamma2; uint16 baseFee; }',
  'function changeFeeConfiguration(Config)',
])
/** Varies the fee within the volatility of the devnet's market. */
const SENSITIVE = {
  alpha1: 2_900,
  alpha2: 12_000,
  beta1: 1,
  beta2: 60_000,
  gamma1: 20,
  gamma2: 8_500,
  baseFee: 100,
}
const factoryAbi = parseAbi(['function owner() view returns (address)'])
const STATE_SELECTOR = toFunctionSelector('globalState()')
const HOURS = 3_600
const [BEFORE_SWAP, DYNAMIC_FEE] = [1, 128]
/** Returns nothing, so no fee. */
const SILENT: Address = '0x00000000000000000000000000000000000000cc'
/** Loops until it runs out of gas. */
const ENDLESS: Hex = '0x5b600056'

let devnet: TestDevnet
let test: TestChain
let chain: ChainFollower
let source: AlgebraSourceConfig

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  const [config] = devnet.serviceConfig.chains
  source = config!.sources.find((one) => one.kind === 'algebra')!
  chain = createFollowedChain(config!, { pollMs: 50 })
  await chain.start()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

/** Returns the followed pools at the head. */
async function getPools(): Promise<Pool[]> {
  const { hash } = await test.publicClient.getBlock()
  await until(() => chain.snapshot()?.blockHash === hash)
  return chain
    .snapshot()!
    .pools()
    .filter(({ module }) => module === source.module)
}

/** Loads the same pools again at the same block. */
async function reload(pools: readonly Pool[]): Promise<Pool[]> {
  const { multicall3 } = test.manifest.contracts
  const read = createBlockReader(chain.client, { multicall3, blockHash: chain.snapshot()!.blockHash })
  return createAlgebraModule(source).load(
    pools.map(({ identity }) => identity),
    read,
  )
}

const print = (pools: readonly Pool[]) => pools.map((pool) => pool.fingerprint())

/** Returns the output of a sale by the pool itself. */
async function sell(pool: Pool, zeroForOne: boolean, amount: bigint): Promise<bigint> {
  const { abi, bytecode } = ownContract(loadArtifacts(), 'PoolQuoter')
  const address: Address = '0x00000000000000000000000000000000000000c7'
  const { data: code } = await chain.client.call({ data: bytecode })
  await test.testClient.setCode({ address, bytecode: code! })
  const args = [pool.address, zeroForOne, amount, STATE_SELECTOR]
  const { result } = await chain.client.simulateContract({ address, abi, functionName: 'quote', args })
  const [amount0, amount1] = result as [bigint, bigint, bigint]
  return zeroForOne ? -amount1 : -amount0
}

/** Sends a transaction as the owner of the factory. */
async function order(to: Address, data: Hex) {
  const account = await chain.client.readContract({
    address: source.factory,
    abi: factoryAbi,
    functionName: 'owner',
  })
  await test.testClient.impersonateAccount({ address: account })
  await test.testClient.setBalance({ address: account, value: 10n ** 20n })
  const hash = await test.testClient.request({
    method: 'eth_sendTransaction',
    params: [{ from: account, to, data, gas: '0x100000' }],
  } as never)
  await until(async () => {
    const receipt = await chain.client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt?.status === 'reverted') throw new Error('The transaction failed')
    return receipt !== undefined
  })
}

describe('Algebra pools', () => {
  it('match freshly loaded pools while plugins change their fees', async () => {
    for (const { address } of await getPools()) {
      const plugin = await chain.client.readContract({ address, abi: poolAbi, functionName: 'plugin' })
      const change = { abi: pluginAbi, functionName: 'changeFeeConfiguration', args: [SENSITIVE] } as const
      await order(plugin, encodeFunctionData(change))
    }
    const fees = new Set<number>()
    for (let i = 0; i < 6; i += 1) {
      await test.passTime(5 * HOURS)
      for (let round = 0; round < 3; round += 1) await devnet.market('ethereum').step()
      const pools = await getPools()
      expect(pools).toHaveLength(2)
      expect(print(pools)).toEqual(print(await reload(pools)))
      for (const pool of pools) {
        expect(pool.exactInput(true, 10n ** 18n)?.amountOut).toBe(await sell(pool, true, 10n ** 18n))
        fees.add(pool.fee)
      }
    }
    expect(fees.size).toBeGreaterThan(3)
  })

  it('trade at a fixed fee if no plugin is called before swaps, and do not trade otherwise', async () => {
    const [pool] = await getPools()
    const { address } = pool!
    const now = async () => (await getPools()).find((each) => each.address === address)!
    const set = (functionName: 'setPluginConfig' | 'setFee', value: number) =>
      order(address, encodeFunctionData({ abi: poolAbi, functionName, args: [value] }))

    await set('setPluginConfig', 0)
    await set('setFee', 1_234)
    expect(await now()).toMatchObject({ fee: 1_234, isHealthy: true })
    const sold = 3n * 10n ** 17n
    expect((await now()).exactInput(false, sold)?.amountOut).toBe(await sell(pool!, false, sold))

    await set('setPluginConfig', DYNAMIC_FEE)
    expect(await now()).toMatchObject({ fee: 1_234, isHealthy: true })
    expect((await now()).exactInput(false, sold)?.amountOut).toBe(await sell(pool!, false, sold))

    await set('setPluginConfig', BEFORE_SWAP)
    expect((await now()).isHealthy).toBe(false)
    expect((await now()).exactInput(true, sold)).toBeUndefined()

    await test.testClient.setCode({ address: SILENT, bytecode: '0x00' })
    await order(address, encodeFunctionData({ abi: poolAbi, functionName: 'setPlugin', args: [SILENT] }))
    expect(await now()).toMatchObject({ fee: 1_234, isHealthy: true })
    expect(print([await now()])).toEqual(print(await reload([pool!])))
    await set('setPluginConfig', BEFORE_SWAP | DYNAMIC_FEE)
    expect((await now()).isHealthy).toBe(false)
    expect(print([await now()])).toEqual(print(await reload([pool!])))

    await test.testClient.setCode({ address: SILENT, bytecode: ENDLESS })
    await test.passTime(1)
    expect((await getPools()).map(({ isHealthy }) => isHealthy).toSorted()).toEqual([false, true])
    expect(print(await getPools())).toEqual(print(await reload(await getPools())))

    await set('setPluginConfig', 0)
    expect(await now()).toMatchObject({ isHealthy: true })
  })
})
