import { type Address, getAddress, parseUnits, zeroAddress } from 'viem'
import { link } from '../../bytecode/link.ts'
import { fromAave } from '../../bytecode/load-artifact.ts'
import type { TestChain } from '../../setup/test-chain.ts'

const RAY = 10n ** 27n
const LIBRARIES = ['SupplyLogic', 'BorrowLogic', 'LiquidationLogic', 'EModeLogic', 'BridgeLogic', 'PoolLogic']
/** Optimal use, base and slopes of the variable rate; the stable rate is disabled. */
const RATES = [(RAY * 8n) / 10n, 0n, RAY / 20n, RAY, 0n, 0n, 0n, 0n, 0n]
const YEAR_SECONDS = 31_536_000n

/** Deploys Aave V3 without reserves. */
export async function deployAave(chain: TestChain) {
  const { client, write, accounts } = chain
  const libraries: Record<string, Address> = {}
  const deploy = (path: string, args?: unknown[]) => chain.deploy(link(fromAave(path), libraries), args)
  const read = async (address: Address, path: string, functionName: string, args: unknown[] = []) =>
    client.readContract({ address, abi: fromAave(path).abi, functionName, args }) as Promise<never>

  for (const name of [...LIBRARIES, 'FlashLoanLogic', 'ConfiguratorLogic']) {
    libraries[name] = await deploy(`protocol/libraries/logic/${name}`)
  }
  const PROVIDER = 'protocol/configuration/PoolAddressesProvider'
  const provider = await deploy(PROVIDER, ['Test', accounts.deployer])
  const configure = (functionName: string, value: Address) =>
    write(provider, fromAave(PROVIDER).abi, functionName, [value])
  await configure('setACLAdmin', accounts.deployer)
  const acl = await deploy('protocol/configuration/ACLManager', [provider])
  await configure('setACLManager', acl)
  const aclAbi = fromAave('protocol/configuration/ACLManager').abi
  for (const role of ['addPoolAdmin', 'addAssetListingAdmin']) {
    await write(acl, aclAbi, role, [accounts.deployer])
  }
  const oracle = await deploy('mocks/oracle/PriceOracle')
  await configure('setPriceOracle', oracle)
  await configure('setPoolImpl', await deploy('protocol/pool/Pool', [provider]))
  await configure('setPoolConfiguratorImpl', await deploy('protocol/pool/PoolConfigurator'))
  const pool: Address = getAddress(await read(provider, PROVIDER, 'getPool'))
  const configurator: Address = await read(provider, PROVIDER, 'getPoolConfigurator')

  const implementations = {
    aTokenImpl: await deploy('protocol/tokenization/AToken', [pool]),
    stableDebtTokenImpl: await deploy('protocol/tokenization/StableDebtToken', [pool]),
    variableDebtTokenImpl: await deploy('protocol/tokenization/VariableDebtToken', [pool]),
    interestRateStrategyAddress: await deploy('protocol/pool/DefaultReserveInterestRateStrategy', [
      provider,
      ...RATES,
    ]),
  }
  const configuratorAbi = fromAave('protocol/pool/PoolConfigurator').abi
  const poolAbi = fromAave('protocol/pool/Pool').abi

  /** Lists an asset that can be borrowed against itself, and returns its aToken. */
  async function addReserve(underlyingAsset: Address): Promise<Address> {
    const reserve = {
      ...implementations,
      underlyingAssetDecimals: 18,
      underlyingAsset,
      treasury: accounts.stranger,
      incentivesController: zeroAddress,
      aTokenName: 'a',
      aTokenSymbol: 'a',
      variableDebtTokenName: 'v',
      variableDebtTokenSymbol: 'v',
      stableDebtTokenName: 's',
      stableDebtTokenSymbol: 's',
      params: '0x',
    }
    await write(configurator, configuratorAbi, 'initReserves', [[reserve]])
    const collateral = [underlyingAsset, 8_000n, 8_500n, 10_500n]
    await write(configurator, configuratorAbi, 'configureReserveAsCollateral', collateral)
    await write(configurator, configuratorAbi, 'setReserveBorrowing', [underlyingAsset, true])
    const oracleAbi = fromAave('mocks/oracle/PriceOracle').abi
    await write(oracle, oracleAbi, 'setAssetPrice', [underlyingAsset, parseUnits('1', 8)])
    const data = await client.readContract({
      address: pool,
      abi: poolAbi,
      functionName: 'getReserveData',
      args: [underlyingAsset],
    })
    return getAddress((data as { aTokenAddress: Address }).aTokenAddress)
  }

  /** Supplies the deployer's tokens on behalf of an account. */
  async function supply(asset: Address, to: Address, amount: bigint) {
    await chain.approve(asset, pool, amount)
    return write(pool, poolAbi, 'supply', [asset, amount, to, 0])
  }

  /** Supplies, borrows half of it, and accrues interest for a year. */
  async function earn(asset: Address, amount: bigint) {
    await supply(asset, accounts.deployer, amount)
    await write(pool, poolAbi, 'borrow', [asset, amount / 2n, 2, 0, accounts.deployer])
    await chain.passTime(YEAR_SECONDS)
  }

  return { pool, addReserve, supply, earn }
}
