import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../../../devnet/bytecode/artifacts.ts'
import { protocolArtifacts } from '../../../../devnet/bytecode/protocol-artifacts.ts'
import { currentPoolAbi, deployCurrentAave } from '../../../../devnet/deployers/aave/deploy-current-aave.ts'
import { startTestChain } from '../../../../devnet/setup/start-test-chain.ts'
import type { Address } from '../../../../wire/lib/address.ts'
import { versionDifferences } from '../../../chain/startup-checks/check-versions.ts'
import type { AaveSourceConfig } from '../../../modules/aave-v3/aave-module.ts'
import { createAaveModule } from '../../../modules/aave-v3/aave-module.ts'
import { AAVE_VERSIONS } from '../../../modules/aave-v3/aave-version.ts'
import { createChainReader, type YieldClient } from '../../chain-reader.ts'
import type { Reserve } from '../../core/adapter.ts'
import { apyPercent, getEarnings } from '../../core/earnings.ts'
import { describeAdapterConformance } from '../../testing/adapter-conformance.ts'
import { createAaveAdapter } from './aave-adapter.ts'

const UNIT = 10n ** 18n
const DAY_SECONDS = 86_400n
const MONTH_SECONDS = 30n * DAY_SECONDS
const YEAR_SECONDS = 31_536_000
const MAX_UINT = 2n ** 256n - 1n

const liquidation = parseAbi([
  'function liquidationCall(address collateral, address debt, address borrower, uint256 debtToCover, bool receiveAToken)',
  'function getReserveDeficit(address asset) view returns (uint256)',
  'function getVirtualUnderlyingBalance(address asset) view returns (uint128)',
])

let chain: Awaited<ReturnType<typeof startTestChain>>
let aave: Awaited<ReturnType<typeof deployCurrentAave>>
/** The collateral of borrowers, and the borrowed asset. */
let [collateral, asset]: [Address, Address] = ['0x', '0x']
let aToken: Address
let source: AaveSourceConfig
let before: bigint

/** Creates an aged market with accrued interest, a bad debt, and a donation to the aToken. */
beforeAll(async () => {
  chain = await startTestChain()
  const { client, accounts } = chain
  const { multicall3 } = loadArtifacts()
  for (const address of [accounts.deployer, accounts.trader]) {
    await client.setBalance({ address, value: 10n ** 8n * UNIT })
  }
  await client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode })
  aave = await deployCurrentAave(chain)
  before = await client.getBlockNumber()
  ;[collateral, asset] = [await newToken(), await newToken()]
  await aave.addReserve(collateral)
  aToken = await aave.addReserve(asset)
  for (const token of [collateral, asset]) {
    await aave.supply(token, 100_000n * UNIT)
    await aave.borrow(token, 60_000n * UNIT)
  }
  await leaveBadDebt()
  const present = [aToken, 7_000n * UNIT]
  await chain.write(asset, protocolArtifacts.weth.abi, 'transfer', present)
  for (let day = 0; day < 30; day += 1) await chain.passTime(DAY_SECONDS)
  const shared = { index: 3, module: 'aave-v3', name: 'Aave V3', kind: 'aave', version: '3.6' } as const
  source = { ...shared, factory: aave.pool, oracle: aave.oracle }
})

afterAll(() => chain?.stop())

const createReader = (client: YieldClient) =>
  createChainReader(client, { multicall3: loadArtifacts().multicall3.address, timeoutMs: 20_000 })

describeAdapterConformance('aave-v3 of the current version', async () => {
  const reader = createReader(chain.client)
  const latest = await reader.latest()
  const [start, earlier] = await Promise.all([reader.block(before), reader.block(latest.number - 20n)])
  return { adapter: createAaveAdapter(source), reader, earlier, latest, before: start }
})

describe('diluted rate of a current Aave pool', () => {
  it.each([20_003n, 250_000n * UNIT + 7n, 3n * UNIT + 1n])(
    'equals the rate after a deposit of %s, to the last digit of a ray',
    async (deposit) => {
      expect(await wordAt('getReserveDeficit')).toBeGreaterThan(0n)
      const lying = await chain.balanceOf(asset, aToken)
      expect(lying).toBeGreaterThan(await wordAt('getVirtualUnderlyingBalance'))
      const reserve = await toReserve(asset)
      const reader = createReader(chain.client)
      const header = await reader.latest()
      await chain.client.setNextBlockTimestamp({ timestamp: header.timestamp + DAY_SECONDS })
      const { blockNumber } = await aave.supply(asset, deposit)
      const [update] = await chain.client.getContractEvents({
        address: aave.pool,
        abi: currentPoolAbi,
        eventName: 'ReserveDataUpdated',
        fromBlock: blockNumber,
      })

      const { timestamp } = await chain.client.getBlock({ blockNumber })
      const read = createReader(clientAtTime(timestamp)).at(header)
      const state = await reserve.state(read)
      const earnings = await state.earningsAfter(deposit, { read, past: () => Promise.reject() })
      expect(earnings).toEqual({ rate: update!.args.liquidityRate, periodSeconds: 1n })
    },
  )
})

describe('history of a current Aave pool', () => {
  it('equals the earnings of a deposit within 0.01 %', async () => {
    const reserve = await toReserve(asset)
    const reader = createReader(chain.client)
    const [from, start] = [await reader.latest(), await chain.balanceOf(aToken, chain.accounts.deployer)]
    for (let month = 0; month < 12; month += 1) await chain.passTime(MONTH_SECONDS)
    const [to, end] = [await reader.latest(), await chain.balanceOf(aToken, chain.accounts.deployer)]
    const [first, last] = await Promise.all([reserve.index(reader.at(from)), reserve.index(reader.at(to))])
    const seconds = to.timestamp - from.timestamp
    const apy = apyPercent(getEarnings({ from: first!, to: last!, seconds }))
    const lived = 100 * ((Number(end) / Number(start)) ** (YEAR_SECONDS / Number(seconds)) - 1)
    expect(lived).toBeGreaterThan(0.1)
    expect(apy / lived).toBeCloseTo(1, 4)
  })

  it('counts all deposits and excludes the donation', async () => {
    const reader = createReader(chain.client)
    const state = await (await toReserve(asset)).state(reader.at(await reader.latest()))
    const totalSupply = await chain.client.readContract({
      address: aToken,
      abi: parseAbi(['function totalSupply() view returns (uint256)']),
      functionName: 'totalSupply',
    })
    expect(state.assets).toBe(totalSupply)
  })
})

describe('deposit limit of a current Aave pool', () => {
  it('equals the room under the supply cap within a few base units', async () => {
    const supplied = (await stateNow()).assets
    await aave.configure('setSupplyCap', asset, supplied / UNIT + 500n)
    const header = await createReader(chain.client).latest()
    const timestamp = header.timestamp + 86_400n
    const read = createReader(clientAtTime(timestamp)).at(header)
    const { limit } = await (await toReserve(asset)).state(read)
    expect(limit!.room).toBeGreaterThan(0n)

    await chain.approve(asset, aave.pool, MAX_UINT)
    const attempt = (amount: bigint) => supplyAt(amount, timestamp)
    await expect(attempt(limit!.room)).resolves.toBeDefined()
    await expect(attempt(limit!.room + 20n)).rejects.toThrow()
    await aave.configure('setSupplyCap', asset, 0n)
    expect((await stateNow()).limit).toBeUndefined()
  })

  it.each([
    ['paused', 'setReservePause'],
    ['frozen', 'setReserveFreeze'],
  ] as const)('is zero while the reserve is %s', async (closed, configure) => {
    await aave.configure(configure, asset, true)
    expect((await stateNow()).limit).toEqual({ room: 0n, closed })
    await aave.configure(configure, asset, false)
    expect((await stateNow()).limit).toBeUndefined()
  })
})

describe('route through a current Aave pool', () => {
  it('withdraws at most the accounted balance, without the donation', async () => {
    const reader = createReader(chain.client)
    const pools = await createAaveModule(source).sample(reader.at(await reader.latest()))
    const pool = pools.find(({ tokens }) => tokens[0] === asset.toLowerCase())!
    const paidIn = await wordAt('getVirtualUnderlyingBalance')
    expect(pool.exactInput(false, paidIn)?.amountOut).toBe(paidIn)
    expect(pool.exactInput(false, paidIn + 1n)).toBeUndefined()
  })
})

describe('config with another version than the chain', () => {
  it('is reported with the version of the chain', async () => {
    const reader = createReader(chain.client)
    const read = reader.at(await reader.latest())
    const results = await Promise.all(
      AAVE_VERSIONS.map((version) => versionDifferences([{ ...source, version }], read)),
    )
    const mistake = (version: string) => [
      `source 3 (aave-v3): version is ${version} in the config, 3.4 or later on chain`,
    ]
    expect(results).toEqual([mistake('3.0'), mistake('3.2'), mistake('3.3'), [], [], [], []])
  })
})

async function newToken(): Promise<Address> {
  const token = await chain.deploy(protocolArtifacts.weth)
  for (const from of [chain.accounts.deployer, chain.accounts.trader]) {
    await chain.write(token, protocolArtifacts.weth.abi, 'deposit', [], { value: 10n ** 7n * UNIT, from })
  }
  return token
}

/** Borrows the maximum against a deposit, which then loses nearly all its value. */
async function leaveBadDebt(): Promise<void> {
  const { accounts, write } = chain
  const from = accounts.trader
  const [deposit, borrowed] = [100n * UNIT, 70n * UNIT]
  const abi = [...currentPoolAbi, ...liquidation]
  await chain.approve(collateral, aave.pool, deposit, from)
  await write(aave.pool, abi, 'supply', [collateral, deposit, from, 0], { from })
  await write(aave.pool, abi, 'borrow', [asset, borrowed, 2, 0, from], { from })
  await aave.setPrice(collateral, '0.1')
  await chain.approve(asset, aave.pool, MAX_UINT)
  await write(aave.pool, abi, 'liquidationCall', [collateral, asset, from, MAX_UINT, false])
  await aave.setPrice(collateral, '1')
}

function wordAt(functionName: 'getReserveDeficit' | 'getVirtualUnderlyingBalance'): Promise<bigint> {
  return chain.client.readContract({ address: aave.pool, abi: liquidation, functionName, args: [asset] })
}

async function toReserve(token: Address): Promise<Reserve> {
  const reader = createReader(chain.client)
  const reserves = await createAaveAdapter(source).reserves(reader.at(await reader.latest()))
  return reserves.find(({ inputToken }) => inputToken.toLowerCase() === token.toLowerCase())!
}

async function stateNow() {
  const reader = createReader(chain.client)
  return (await toReserve(asset)).state(reader.at(await reader.latest()))
}

/** Simulates a deposit at a timestamp. */
function supplyAt(amount: bigint, time: bigint) {
  const args = [asset, amount, chain.accounts.deployer, 0] as const
  const data = encodeFunctionData({ abi: currentPoolAbi, functionName: 'supply', args })
  const { deployer: account } = chain.accounts
  return chain.client.call({ account, to: aave.pool, data, blockOverrides: { time } })
}

/** Creates a client whose calls run at a timestamp. */
function clientAtTime(time: bigint): YieldClient {
  return {
    getBlock: chain.client.getBlock,
    call: (call) => chain.client.call({ ...call, blockOverrides: { time } }),
  }
}
