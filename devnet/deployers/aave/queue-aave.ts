import type { Address } from '../../../wire/lib/address.ts'
import { link, type UnlinkedArtifact } from '../../bytecode/link.ts'
import { fromAave } from '../../bytecode/load-artifact.ts'
import type { Setup } from '../../setup/setup.ts'

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
export function queueAavePool(setup: Setup, registry: Address) {
  const libraries: Record<string, Address> = {}
  const deploy = (contract: UnlinkedArtifact, name: string, args: unknown[] = []) =>
    setup.deploy(`Aave ${name}`, link(contract, libraries), args)
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
export function queueAaveTokens(setup: Setup, pool: Address) {
  const token = (name: string) =>
    setup.deploy(`Aave ${name}`, fromAave(`protocol/tokenization/${name}`), [pool])
  return {
    aTokenImpl: token('AToken'),
    stableDebtTokenImpl: token('StableDebtToken'),
    variableDebtTokenImpl: token('VariableDebtToken'),
  }
}
