import {
  type Address,
  encodeAbiParameters,
  getAddress,
  type Hex,
  parseAbi,
  parseUnits,
  zeroAddress,
} from 'viem'
import { link } from '../../bytecode/link.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { compileAave } from './compile-aave.ts'

const LIBRARIES = [
  'BorrowLogic',
  'ConfiguratorLogic',
  'FlashLoanLogic',
  'LiquidationLogic',
  'PoolLogic',
  'SupplyLogic',
]
/** Basis points: optimal use, base, slope below it and above. */
const RATES = [8_000, 100, 500, 6_000] as const
const RATE_WORDS = [{ type: 'uint16' }, { type: 'uint32' }, { type: 'uint32' }, { type: 'uint32' }] as const
/** Answers every call with an empty list; replaces the rewards controller. */
const NO_REWARDS: Hex = '0x602060005260406000f3'
const NOBODY_AT: Address = '0x00000000000000000000000000000000000000cb'
const RESERVE_FACTOR = 1_000n

export const currentPoolAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function borrow(address asset, uint256 amount, uint256 rateMode, uint16 referralCode, address onBehalfOf)',
  'function getReserveAToken(address asset) view returns (address)',
  'event ReserveDataUpdated(address indexed reserve, uint256 liquidityRate, uint256 stableBorrowRate, uint256 variableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex)',
])

/** Deploys Aave 3.6 without reserves. */
export async function deployCurrentAave(chain: TestChain) {
  const { client, write, accounts } = chain
  const artifact = await compileAave()
  const libraries: Record<string, Address> = {}
  const deploy = (name: string, args?: unknown[]) => chain.deploy(link(artifact(name), libraries), args)

  for (const name of LIBRARIES) libraries[name] = await deploy(name)
  const provider = await deploy('PoolAddressesProvider', ['Test', accounts.deployer])
  const registry = artifact('PoolAddressesProvider').abi
  const registered = async (functionName: string) =>
    getAddress((await client.readContract({ address: provider, abi: registry, functionName })) as Address)
  const register = (functionName: string, value: Address) => write(provider, registry, functionName, [value])

  await register('setACLAdmin', accounts.deployer)
  const acl = await deploy('ACLManager', [provider])
  await register('setACLManager', acl)
  for (const role of ['addPoolAdmin', 'addAssetListingAdmin', 'addEmergencyAdmin']) {
    await write(acl, artifact('ACLManager').abi, role, [accounts.deployer])
  }
  const oracle = await deploy('PriceOracle')
  await register('setPriceOracle', oracle)
  const strategy = await deploy('DefaultReserveInterestRateStrategyV2', [provider])
  await register('setPoolImpl', await deploy('PoolInstance', [provider, strategy]))
  const pool = await registered('getPool')
  await register('setPoolConfiguratorImpl', await deploy('PoolConfiguratorInstance'))
  const configurator = await registered('getPoolConfigurator')
  const aTokenImpl = await deploy('ATokenInstance', [pool, zeroAddress, accounts.stranger])
  const variableDebtTokenImpl = await deploy('VariableDebtTokenInstance', [pool, zeroAddress])

  /** Functions restricted to the market's administrator. */
  const configure = (functionName: string, ...args: unknown[]) =>
    write(configurator, artifact('PoolConfiguratorInstance').abi, functionName, args)

  const setPrice = (asset: Address, usd: string) =>
    write(oracle, artifact('PriceOracle').abi, 'setAssetPrice', [asset, parseUnits(usd, 8)])

  /** Lists an asset that can be borrowed against itself, and returns its aToken. */
  async function addReserve(underlyingAsset: Address): Promise<Address> {
    await configure('initReserves', [
      {
        aTokenImpl,
        variableDebtTokenImpl,
        underlyingAsset,
        aTokenName: 'a',
        aTokenSymbol: 'a',
        variableDebtTokenName: 'v',
        variableDebtTokenSymbol: 'v',
        params: '0x',
        interestRateData: encodeAbiParameters(RATE_WORDS, RATES),
      },
    ])
    await configure('configureReserveAsCollateral', underlyingAsset, 8_000n, 8_500n, 10_500n)
    await configure('setReserveBorrowing', underlyingAsset, true)
    await configure('setReserveFactor', underlyingAsset, RESERVE_FACTOR)
    await setPrice(underlyingAsset, '1')
    const args = [underlyingAsset] as const
    return client.readContract({
      address: pool,
      abi: currentPoolAbi,
      functionName: 'getReserveAToken',
      args,
    })
  }

  /** Deploys the static wrapper of an aToken; only the administrator may pause it. */
  async function addWrapper(aToken: Address, at: Address): Promise<Address> {
    const made = artifact('StataTokenV2')
    await client.setCode({ address: NOBODY_AT, bytecode: NO_REWARDS })
    const code = await client.getCode({ address: await deploy('StataTokenV2', [pool, NOBODY_AT]) })
    // The implementation blocks its initializer, so its code is copied to an account with empty
    // storage.
    await client.setCode({ address: at, bytecode: code ?? '0x' })
    await write(at, made.abi, 'initialize', [aToken, 'Wrapped', 'w'])
    return at
  }
  const pauseWrapper = (wrapper: Address, isPaused: boolean) =>
    write(wrapper, artifact('StataTokenV2').abi, 'setPaused', [isPaused])

  /** Supplies tokens of the deployer on behalf of an account. */
  async function supply(asset: Address, amount: bigint, to = accounts.deployer) {
    await chain.approve(asset, pool, amount)
    return write(pool, [...currentPoolAbi], 'supply', [asset, amount, to, 0])
  }

  const borrow = (asset: Address, amount: bigint) =>
    write(pool, [...currentPoolAbi], 'borrow', [asset, amount, 2, 0, accounts.deployer])

  return { pool, oracle, configure, setPrice, addReserve, addWrapper, pauseWrapper, supply, borrow }
}
