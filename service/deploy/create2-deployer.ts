import { type Address, concatHex, getContractAddress, type Hex } from 'viem'

/**
 * The deterministic deployment proxy, which one presigned transaction puts at the same address on
 * most chains. It takes a salt and creation code, which determine the new address.
 */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export const CREATE2_DEPLOYER_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** Signer of the transaction below. The signature consists of twos, so the key is unknown. */
export const PRESIGNER: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'

/** Creates the deployer. Signed without a chain id, for 100,000 gas at 100 gwei. */
export const PRESIGNED_TRANSACTION: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

/** Balance that the presigned transaction needs. */
export const PRESIGNED_COST_WEI = 100_000n * 100_000_000_000n

/** One salt for all deployments; they differ in the creation code. */
const SALT: Hex = `0x${'0'.repeat(64)}`

/** Calldata for the deployer. */
export function encodeCreation(initCode: Hex): Hex {
  return concatHex([SALT, initCode])
}

export function getCreatedAddress(initCode: Hex): Address {
  return getContractAddress({ from: CREATE2_DEPLOYER, opcode: 'CREATE2', salt: SALT, bytecode: initCode })
}
