import { type Address, concatHex, getContractAddress, type Hex } from 'viem'

/**
 * The deployer that most chains have at one address, because one presigned transaction puts it there: what is sent to it
 * is a salt and creation code, and where that goes depends on these two alone.
 */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export const CREATE2_DEPLOYER_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** Whoever signed the transaction below. Nobody knows the key: the signature is a row of twos. */
export const PRESIGNER: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'

/** Creates the deployer. Signed for no chain in particular, for 100,000 gas at 100 gwei. */
export const PRESIGNED_TRANSACTION: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

/** What the presigned transaction must have to pay for itself. */
export const PRESIGNED_COST_WEI = 100_000n * 100_000_000_000n

/** One salt for everybody: what differs is in the creation code. */
const SALT: Hex = `0x${'0'.repeat(64)}`

/** Calldata for the deployer. */
export function encodeCreation(initCode: Hex): Hex {
  return concatHex([SALT, initCode])
}

export function getCreatedAddress(initCode: Hex): Address {
  return getContractAddress({ from: CREATE2_DEPLOYER, opcode: 'CREATE2', salt: SALT, bytecode: initCode })
}
