import { type Address, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileOnce } from '../../../contracts/compile-once.ts'
import { createTrader } from '../../../contracts/testing/create-trader.ts'
import { readSettlement } from '../../../contracts/testing/read-settlement.ts'
import { encodeBuy, encodeRoute, type Step, WHOLE } from '../../../contracts/testing/route.ts'
import { protocolArtifacts } from '../../../devnet/bytecode/protocol-artifacts.ts'
import { deployCurrentAave } from '../../../devnet/deployers/aave/deploy-current-aave.ts'
import {
  BALANCER_V3_CODE_BYTES,
  deployBalancerV3,
} from '../../../devnet/deployers/balancer/deploy-balancer-v3.ts'
import { startTestChain } from '../../../devnet/setup/start-test-chain.ts'
import { trusted } from '../../../devnet/setup/test-source.ts'
import type { BlockReader, FollowedModule, SampledModule } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { createVaultModule } from '../erc4626/vault-module.ts'
import { createBalancerV3Module } from './balancer-v3-module.ts'

const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'
const WRAPPERS = [
  '0x00000000000000000000000000000000000057a1',
  '0x00000000000000000000000000000000000057a2',
] as const
const MUCH = parseEther('1000000')
const HELD = parseEther('100000')
const MONTH_SECONDS = 30n * 86_400n
const BLOCK_SECONDS = 12n
const depositAbi = parseAbi(['function deposit(uint256, address) returns (uint256)'])

let chain: Awaited<ReturnType<typeof startTestChain>>
let trader: ReturnType<typeof createTrader>
let assets: readonly [Address, Address]
let wrapped: readonly [SampledModule, SampledModule]
let vault: FollowedModule

const read: BlockReader = (calls) =>
  Promise.all(
    calls.map(async ({ to, data }) => (await chain.client.call({ to, data }).catch(() => undefined))?.data),
  )

/** Deploys a pool of the static wrappers of two tokens that Aave lends. */
beforeAll(async () => {
  chain = await startTestChain({ codeBytes: BALANCER_V3_CODE_BYTES })
  const { deployer } = chain.accounts
  await chain.client.setBalance({ address: deployer, value: 40n * MUCH })
  assets = [await newToken(), await newToken()]
  const aave = await deployCurrentAave(chain)
  for (const [i, asset] of assets.entries()) {
    const wrapper = WRAPPERS[i] ?? zeroAddress
    await aave.addWrapper(await aave.addReserve(asset), wrapper)
    await aave.supply(asset, 2n * MUCH)
    await chain.approve(asset, wrapper, 8n * MUCH)
  }
  for (const asset of assets) await aave.borrow(asset, MUCH / 2n)
  await chain.passTime(MONTH_SECONDS)

  const contracts = await compileOnce('test')
  const deploy = (name: string, args?: unknown[]) => {
    const artifact = contracts.get(name)
    if (!artifact) throw new Error(`There is no contract named ${name}.`)
    return chain.deploy(artifact, args)
  }
  const mint = (token: Address, to: Address, amount: bigint) =>
    assets.includes(token)
      ? chain.write(token, protocolArtifacts.weth.abi, 'transfer', [to, amount])
      : chain.write(token, depositAbi, 'deposit', [2n * amount, to])
  const balancer = await deployBalancerV3(chain, { mint, deploy })
  const rateProviders = [
    await deploy('WrapperRate', [WRAPPERS[0]]),
    await deploy('WrapperRate', [WRAPPERS[1]]),
  ]
  await balancer.addStablePool(
    WRAPPERS.map((token, i) => ({ token, amount: HELD, rateProvider: rateProviders[i] ?? zeroAddress })),
  )
  const sources = [trusted(4, WRAPPERS[0]), balancer.source, trusted(4, WRAPPERS[1])]
  const settlement = await chain.deploy(readSettlement(), [assets[0], zeroAddress, TREASURY, sources])
  trader = createTrader(chain, settlement, mint)
  const source = { kind: 'erc4626', name: 'Wrapped' } as const
  const [first, second] = WRAPPERS
  wrapped = [
    createVaultModule({ ...source, index: 0, module: 'first', factory: first }, settlement),
    createVaultModule({ ...source, index: 2, module: 'second', factory: second }, settlement),
  ]
  vault = createBalancerV3Module({
    kind: 'balancer-v3',
    index: 1,
    module: 'balancer-v3',
    name: 'Balancer V3',
    factory: balancer.vault,
    stableFactories: [balancer.factories.stable],
    rateProviders,
  })
})
afterAll(() => chain?.stop())

async function newToken(): Promise<Address> {
  const token = await chain.deploy(protocolArtifacts.weth)
  await chain.write(token, protocolArtifacts.weth.abi, 'deposit', [], { value: 8n * MUCH })
  return token
}

/** Returns the pools at the second of the next trade. */
async function load(): Promise<Pool[]> {
  const id = await chain.client.snapshot()
  await chain.passTime(BLOCK_SECONDS)
  const logs = await chain.client.getLogs({ address: vault.factory, fromBlock: 0n })
  const found = logs.flatMap(({ address, topics, data }) =>
    topics[0] === vault.createdTopic ? (vault.identify({ address, topics, data }) ?? []) : [],
  )
  const pools = [...(await wrapped[0].sample(read)), ...(await vault.load(found, read))]
  pools.push(...(await wrapped[1].sample(read)))
  await chain.client.revert({ id })
  expect(pools).toHaveLength(3)
  return pools
}

it('trades a boosted pool through its wrappers for the quotes of its three pools, in both order types', async () => {
  const amount = parseEther('1234') + 7n
  for (const isForward of [true, false]) {
    for (const isInput of [true, false]) {
      const path = [assets[0], WRAPPERS[0], WRAPPERS[1], assets[1]].map((token) => token.toLowerCase())
      if (!isForward) path.reverse()
      const [inputToken, outputToken] = isForward ? assets : ([assets[1], assets[0]] as const)
      const trade = { inputToken, outputToken, inputAmount: isInput ? amount : 2n * amount }
      await trader.fund(inputToken, trade.inputAmount)
      const pools = await load()
      if (!isForward) pools.reverse()
      const sides = pools.map((pool, i) => pool.tokens[0] === path[i])
      const steps = pools.map(
        (pool, i) =>
          ({
            ...pool.step(sides[i] ?? true),
            portion: WHOLE,
            tokenIn: path[i],
            tokenOut: path[i + 1],
          }) as Step,
      )
      const expected = isInput
        ? pools.reduce<bigint | undefined>(
            (sold, pool, i) => pool.exactInput(sides[i] ?? true, sold ?? 0n)?.amountOut,
            amount,
          )
        : pools.reduceRight<bigint | undefined>(
            (bought, pool, i) => pool.exactOutput(sides[i] ?? true, bought ?? 0n)?.amountIn,
            amount,
          )
      const route = isInput ? encodeRoute(...steps) : encodeBuy(amount, ...steps)
      const { inputSpent, outputReceived, treasuryPaid } = await trader.swap(trade, route)
      expect(isInput ? outputReceived + treasuryPaid : inputSpent).toBe(expected)
      expect(isInput ? inputSpent : outputReceived + treasuryPaid).toBe(amount)
    }
  }
})
