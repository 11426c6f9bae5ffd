import { type Address, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTrader } from '../../../contracts/testing/create-trader.ts'
import { readSettlement } from '../../../contracts/testing/read-settlement.ts'
import { deposit, encodeBuy, encodeRoute, redeem } from '../../../contracts/testing/route.ts'
import { protocolArtifacts } from '../../../devnet/bytecode/protocol-artifacts.ts'
import { deployCurrentAave } from '../../../devnet/deployers/aave/deploy-current-aave.ts'
import { startTestChain } from '../../../devnet/setup/start-test-chain.ts'
import { trusted } from '../../../devnet/setup/test-source.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { createVaultModule } from './vault-module.ts'

const QUOTES = 120
const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'
const WRAPPER: Address = '0x00000000000000000000000000000000000057a7'
const MUCH = parseEther('1000000')
const [WEEK_SECONDS, YEAR_SECONDS] = [604_800n, 31_536_000n]
/** Block time of the chain. */
const BLOCK_SECONDS = 12n
/** The settlement's only source. */
const ONLY = { source: 0 }
const vaultAbi = parseAbi([
  'function deposit(uint256, address) returns (uint256)',
  'function previewDeposit(uint256) view returns (uint256)',
  'function previewMint(uint256) view returns (uint256)',
  'function previewRedeem(uint256) view returns (uint256)',
  'function previewWithdraw(uint256) view returns (uint256)',
  'function maxRedeem(address) view returns (uint256)',
])

let chain: Awaited<ReturnType<typeof startTestChain>>
let aave: Awaited<ReturnType<typeof deployCurrentAave>>
let market: ReturnType<typeof createTrader>
let module: ReturnType<typeof createVaultModule>
let asset: Address

const read: BlockReader = (calls) =>
  Promise.all(
    calls.map(async ({ to, data }) => (await chain.client.call({ to, data }).catch(() => undefined))?.data),
  )

/** A wrapper of a token that Aave has mostly lent out, one year old. */
beforeAll(async () => {
  chain = await startTestChain()
  const { deployer } = chain.accounts
  await chain.client.setBalance({ address: deployer, value: 20n * MUCH })
  asset = await newToken()
  const collateral = await newToken()
  aave = await deployCurrentAave(chain)
  const aToken = await aave.addReserve(asset)
  await aave.addWrapper(aToken, WRAPPER)
  await aave.addReserve(collateral)
  await aave.supply(collateral, 8n * MUCH)
  await aave.supply(asset, MUCH)
  await aave.borrow(asset, (MUCH * 7n) / 10n)
  await chain.passTime(YEAR_SECONDS)
  await chain.approve(asset, WRAPPER, 8n * MUCH)
  await wrap(deployer, MUCH)
  await aave.borrow(asset, (MUCH * 8n) / 10n)
  const args = [asset, zeroAddress, TREASURY, [trusted(4, WRAPPER)]]
  const settlement = await chain.deploy(readSettlement(), args)
  market = createTrader(chain, settlement, (token, to, amount) =>
    token === asset
      ? chain.write(asset, protocolArtifacts.weth.abi, 'transfer', [to, amount])
      : wrap(to, 2n * amount),
  )
  const source = { kind: 'erc4626', index: 0, module: 'wrapped', name: 'Wrapped', factory: WRAPPER } as const
  module = createVaultModule(source, settlement)
})
afterAll(() => chain?.stop())

async function newToken(): Promise<Address> {
  const token = await chain.deploy(protocolArtifacts.weth)
  await chain.write(token, protocolArtifacts.weth.abi, 'deposit', [], { value: 8n * MUCH })
  return token
}

const wrap = (to: Address, assets: bigint) => chain.write(WRAPPER, vaultAbi, 'deposit', [assets, to])

async function load(): Promise<Pool> {
  const [pool] = await module.sample(read)
  if (!pool) throw new Error('No wrapper was loaded')
  return pool
}

async function preview(isDeposit: boolean, isInput: boolean, amount: bigint): Promise<bigint> {
  const [sold, bought] = isDeposit
    ? (['previewDeposit', 'previewMint'] as const)
    : (['previewRedeem', 'previewWithdraw'] as const)
  const functionName = isInput ? sold : bought
  return chain.client.readContract({ address: WRAPPER, abi: vaultAbi, functionName, args: [amount] })
}

it(`quotes ${QUOTES} amounts as the wrapper itself, while time passes`, async () => {
  const random = createRandom(20261123)
  const rates = new Set<bigint>()
  for (let i = 0; i < QUOTES; i += 1) {
    if (i % 20 === 0) await chain.passTime(WEEK_SECONDS)
    const pool = await load()
    rates.add(pool.spot.denominator)
    const [isDeposit, isInput] = [random.chance(50), random.chance(50)]
    const amount = 10n ** BigInt(1 + random.below(22)) + BigInt(random.below(1_000_000))
    const swap = isInput ? pool.exactInput(isDeposit, amount) : pool.exactOutput(isDeposit, amount)
    const quoted = isInput ? swap?.amountOut : swap?.amountIn
    expect(quoted, `${amount}`).toBe(await preview(isDeposit, isInput, amount))
  }
  expect(rates.size).toBe(QUOTES / 20)
})

it('trades through the settlement at the quote for the second of the trade', async () => {
  const amount = parseEther('1234') + 7n
  for (const isDeposit of [true, false]) {
    for (const isInput of [true, false]) {
      const [inputToken, outputToken] = isDeposit ? [asset, WRAPPER] : [WRAPPER, asset]
      const inputAmount = isInput ? amount : 2n * amount
      await market.fund(inputToken, inputAmount)
      const id = await chain.client.snapshot()
      await chain.passTime(BLOCK_SECONDS)
      const pool = await load()
      await chain.client.revert({ id })
      const swap = isInput ? pool.exactInput(isDeposit, amount) : pool.exactOutput(isDeposit, amount)
      const step = (isDeposit ? deposit : redeem)(inputToken, outputToken, ONLY)
      const params = { inputToken, outputToken, inputAmount }
      const route = isInput ? encodeRoute(step) : encodeBuy(amount, step)
      const { inputSpent, outputReceived, treasuryPaid } = await market.swap(params, route)
      expect([inputSpent, outputReceived + treasuryPaid]).toEqual([swap?.amountIn, swap?.amountOut])
    }
  }
})

it("pays out Aave's liquidity, not the wrapper's own balance, and no more", async () => {
  const pool = await load()
  const most = await chain.client.readContract({
    address: WRAPPER,
    abi: vaultAbi,
    functionName: 'maxRedeem',
    args: [chain.accounts.deployer],
  })
  expect(most).toBeLessThan(await chain.balanceOf(WRAPPER, chain.accounts.deployer))
  expect(pool.exactInput(false, most)).toBeDefined()
  expect(pool.exactInput(false, most + 2n)).toBeUndefined()
  expect(pool.curve(false)).toBeDefined()
})

it('accepts what Aave accepts, and does nothing while it or Aave is paused', async () => {
  const state = async () => {
    const pool = await load().catch(() => undefined)
    return [pool?.exactInput(true, 1_000n) !== undefined, pool?.exactInput(false, 1_000n) !== undefined]
  }
  expect(await state()).toEqual([true, true])
  await aave.pauseWrapper(WRAPPER, true)
  expect(await state()).toEqual([false, false])
  await aave.pauseWrapper(WRAPPER, false)
  await aave.configure('setReservePause', asset, true)
  expect(await state()).toEqual([false, false])
  await aave.configure('setReservePause', asset, false)
  await aave.configure('setReserveFreeze', asset, true)
  expect(await state()).toEqual([false, true])
  await aave.configure('setReserveFreeze', asset, false)
  await aave.configure('setSupplyCap', asset, 1n)
  expect(await state()).toEqual([false, true])
})
