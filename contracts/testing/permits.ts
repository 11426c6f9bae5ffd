import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  type LocalAccount,
  parseAbiParameters,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { foundry } from 'viem/chains'

const PERMIT2_TYPES = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

const EIP2612_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

export const STANDING_PERMIT: Hex = '0x03'

interface Permission {
  signer: LocalAccount
  token: Address
  spender: Address
  amount: bigint
  deadline?: bigint
  nonce?: number
  /** Permit2 also accepts the 64 bytes of EIP-2098. */
  isCompact?: boolean
}

/** A Permit2 permit, signed and tagged, and the arguments of Permit2 itself. */
export async function signPermit2(permit2: Address, permission: Permission) {
  const expiration = Number(permission.deadline ?? 2n ** 40n)
  const single = {
    details: { token: permission.token, amount: permission.amount, expiration, nonce: permission.nonce ?? 0 },
    spender: permission.spender,
    sigDeadline: permission.deadline ?? 2n ** 40n,
  }
  const signed = await permission.signer.signTypedData({
    domain: { name: 'Permit2', chainId: foundry.id, verifyingContract: permit2 },
    types: PERMIT2_TYPES,
    primaryType: 'PermitSingle',
    message: single,
  })
  const signature = permission.isCompact
    ? serializeCompactSignature(signatureToCompactSignature(parseSignature(signed)))
    : signed
  const parameters = parseAbiParameters([
    'PermitSingle single, bytes signature',
    'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
    'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  ])
  const tagged = concat(['0x01', encodeAbiParameters(parameters, [single, signature])])
  return { single, signature, tagged }
}

/** An EIP-2612 permit of a `PlainToken`, signed and tagged, and the arguments of the token. */
export async function signEip2612({ signer, token, spender, amount, deadline, nonce }: Permission) {
  const until = deadline ?? 2n ** 40n
  const signature = await signer.signTypedData({
    domain: { name: 'Plain', version: '1', chainId: foundry.id, verifyingContract: token },
    types: EIP2612_TYPES,
    primaryType: 'Permit',
    message: { owner: signer.address, spender, value: amount, nonce: BigInt(nonce ?? 0), deadline: until },
  })
  const { r, s, yParity } = parseSignature(signature)
  const parts = [amount, until, yParity + 27, r, s] as const
  const parameters = parseAbiParameters('uint256, uint256, uint8, bytes32, bytes32')
  return { parts, tagged: concat(['0x02', encodeAbiParameters(parameters, parts)]) }
}
