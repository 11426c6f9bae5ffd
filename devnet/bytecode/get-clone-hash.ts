import { type Address, concat, type Hex, keccak256 } from 'viem'

/** The init code hash of minimal proxies (ERC-1167) of a contract. */
export function getCloneHash(implementation: Address): Hex {
  return keccak256(
    concat([
      '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
      implementation,
      '0x5af43d82803e903d91602b57fd5bf3',
    ]),
  )
}
