import { type Address, type Hex, parseEther, zeroAddress } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { protocolArtifacts } from '../devnet/bytecode/protocol-artifacts.ts'
import { deployCurrentAave } from '../devnet/deployers/aave/deploy-current-aave.ts'
import { deployBalancer } from '../devnet/deployers/balancer/deploy-balancer.ts'
import { type Anvil, startAnvil } from '../devnet/node/anvil.ts'
import { createTestChain, type TestChain } from '../devnet/setup/test-chain.ts'
import { trusted } from '../devnet/setup/test-source.ts'
import { createRandom } from '../wire/testing/random.ts'
import { createTrader } from './testing/create-trader.ts'
import { readSettlement } from './testing/read-settlement.ts'
import { balancer, encodeBuy, encodeRoute, supply, toPortion, withdraw } from './testing/route.ts'

const SEED = 20261121
const PURCHASES = 60
const GENESIS = 1_750_000_000
const YEAR_SECONDS = 31_536_000n
const SUPPLIED_BEYOND = 8n
const MUCH = parseEther('1000000')
const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'
/** Indexes of the settlement's sources. */
const [LENDING, POOLS] = [{ source: 0 }, { source: 1 }]

let anvil: Anvil
let chain: TestChain
let market: ReturnType<typeof createTrader>
let asset: Address
let aToken: Address
let other: Address
let addPool: () => Promise<Hex>

/** Aave 3.6, which rounds every conversion against its user, with accrued interest. */
beforeAll(async () => {
  anvil = await startAnvil({ chainId: foundry.id, port: 0, genesisTimestamp: GENESIS, accounts: 5 })
  chain = createTestChain(anvil.rpcUrl)
  const { client } = chain
  await client.setBlockTimestampInterval({ interval: 12 })
  await client.setAutomine(true)
  const aave = await deployCurrentAave(chain)
  ;[asset, other] = [await newToken(), await newToken()]
  aToken = await aave.addReserve(asset)
  await aave.supply(asset, MUCH)
  await aave.borrow(asset, (MUCH * 6n) / 10n)
  const { timestamp } = await client.getBlock()
  await client.setNextBlockTimestamp({ timestamp: timestamp + YEAR_SECONDS })

  const { vault, addWeightedPool } = await deployBalancer(chain, asset)
  addPool = () =>
    addWeightedPool([
      { token: aToken, percent: 50n, amount: MUCH / 100n },
      { token: other, percent: 50n, amount: MUCH / 100n },
    ])
  const sources = [trusted(2, aave.pool), trusted(6, vault)]
  const settlement = await chain.deploy(readSettlement(), [asset, zeroAddress, TREASURY, sources])
  market = createTrader(chain, settlement, (_, to, amount) => aave.supply(asset, amount, to))
  await market.approve(asset, settlement, MUCH)
  await market.fund(aToken, MUCH / 2n)
})
afterAll(() => anvil?.stop())

async function newToken(): Promise<Address> {
  const token = await chain.deploy(protocolArtifacts.weth)
  for (const from of [chain.accounts.deployer, chain.accounts.trader]) {
    await chain.client.setBalance({ address: from, value: 4n * MUCH })
    await chain.write(token, protocolArtifacts.weth.abi, 'deposit', [], { value: 2n * MUCH, from })
  }
  return token
}

it(`delivers the requested amount in ${PURCHASES} random purchases of an aToken`, async () => {
  const random = createRandom(SEED)
  const { partner } = chain.accounts
  for (let i = 0; i < PURCHASES; i += 1) {
    const gross = 10n ** BigInt(4 + random.below(14)) + BigInt(random.below(1_000_000))
    const partnerFeeBps = BigInt(random.below(1_001))
    const minOutputAmount = gross - (gross * 3n) / 10_000n - (gross * partnerFeeBps) / 10_000n
    const trade = { inputToken: asset, outputToken: aToken, inputAmount: 2n * gross, minOutputAmount }
    const shared = random.chance(70) ? { partner, partnerFeeBps } : {}
    const route = encodeBuy(gross, supply(asset, aToken, LENDING))
    const label = `${gross} with ${partnerFeeBps} bps`
    const swapped = await market.swap({ ...trade, ...shared }, route).catch((error: Error) => {
      throw new Error(`${label}: ${error.message}`)
    })
    expect(swapped.inputSpent, label).toBe(gross + SUPPLIED_BEYOND)
    expect(swapped.outputReceived, label).toBeGreaterThanOrEqual(minOutputAmount)
  }
})

it('delivers exactly the requested amount of a withdrawal', async () => {
  const random = createRandom(SEED)
  for (let i = 0; i < 20; i += 1) {
    const gross = 10n ** BigInt(4 + random.below(14)) + BigInt(random.below(1_000_000))
    const trade = { inputToken: aToken, outputToken: asset, inputAmount: 2n * gross }
    const swapped = await market.swap(trade, encodeBuy(gross, withdraw(aToken, asset, LENDING)))
    expect(swapped.outputReceived + swapped.treasuryPaid).toBe(gross)
  }
})

it('delivers all but a few units of a sale', async () => {
  const random = createRandom(SEED)
  const { partner } = chain.accounts
  for (let i = 0; i < 20; i += 1) {
    const inputAmount = 10n ** BigInt(4 + random.below(14)) + BigInt(random.below(1_000_000))
    const net = inputAmount - (inputAmount * 3n) / 10_000n - inputAmount / 100n
    const trade = { inputToken: asset, outputToken: aToken, inputAmount, partner, partnerFeeBps: 100n }
    const { outputReceived } = await market.swap(trade, encodeRoute(supply(asset, aToken, LENDING)))
    expect(outputReceived).toBeGreaterThanOrEqual(net - SUPPLIED_BEYOND)
    expect(outputReceived).toBeLessThanOrEqual(net + 2n)
  }
})

it('has enough of an aToken for the pools that sell it on', async () => {
  const [first, second, third] = [await addPool(), await addPool(), await addPool()]
  const half = { ...POOLS, portion: toPortion(50) }
  const steps = [
    supply(asset, aToken, LENDING),
    balancer(aToken, other, first, POOLS),
    balancer(aToken, other, second, half),
    balancer(aToken, other, third, half),
  ]
  for (let i = 0n; i < 12n; i += 1n) {
    const gross = parseEther('1') + i * 7_919n
    const trade = { inputToken: asset, outputToken: other, inputAmount: 2n * gross }
    const { outputReceived, treasuryPaid } = await market.swap(trade, encodeBuy(gross, ...steps))
    expect(outputReceived + treasuryPaid).toBe(gross)
  }
})
