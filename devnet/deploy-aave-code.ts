import type { Address } from '../src/lib/address.ts'
import { fromAave, type LinkableContract, linked } from './protocol-artifacts.ts'
import type { Setup } from './setup.ts'

/** Ordered, because one of them calls an earlier one. */
const LIBRARIES = [
  'BorrowLogic',
  'BridgeLogic',
  'ConfiguratorLogic',
  'EModeLogic',
  'FlashLoanLogic',
  'LiquidationLogic',
  'PoolLogic',
  'SupplyLogic',
]

/** The implementations of the pool and its configurator. */
export function deployAavePool(setup: Setup, registry: Address) {
  const libraries: Record<string, Address> = {}
  const deploy = (contract: LinkableContract, name: string, args: unknown[] = []) =>
    setup.deploy(`Aave ${name}`, linked(contract, libraries), args)
  for (const name of LIBRARIES) {
    libraries[name] = deploy(fromAave(`protocol/libraries/logic/${name}`), name)
  }
  const configurator = fromAave('protocol/pool/PoolConfigurator')
  return {
    pool: deploy(fromAave('protocol/pool/Pool'), 'Pool', [registry]),
    configurator: deploy(configurator, 'PoolConfigurator'),
    configuratorAbi: configurator.abi,
  }
}

/**
 * The implementations of deposits and debts, which read the registry from the pool in their
 * constructor.
 */
export function deployAaveTokens(setup: Setup, pool: Address) {
  const token = (name: string) =>
    setup.deploy(`Aave ${name}`, fromAave(`protocol/tokenization/${name}`), [pool])
  return {
    aTokenImpl: token('AToken'),
    stableDebtTokenImpl: token('StableDebtToken'),
    variableDebtTokenImpl: token('VariableDebtToken'),
  }
}
