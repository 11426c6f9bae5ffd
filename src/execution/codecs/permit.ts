import type { Address, Hex } from '../../../wire/lib/address.ts'
import { PERMIT2 } from '../../lib/permit2.ts'
import type { TypedDataRequest } from '../../wallet/types.ts'
import type { ApprovalPlan, PermitPlan } from '../machine/types.ts'

const EIP2612_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

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

/**
 * The subject of a permit. Comes from the intent, the config and the chain, never from the service.
 */
export interface PermitRequest {
  chainId: number
  account: Address
  approval: Pick<ApprovalPlan, 'token' | 'spender' | 'amount'>
  permit: PermitPlan
}

export function permitTypedData({ chainId, account, approval, permit }: PermitRequest): TypedDataRequest {
  const { method, deadline } = permit
  const { amount } = approval
  const [token, spender, owner] = [lowerCase(approval.token), lowerCase(approval.spender), lowerCase(account)]
  const from = account
  if (method.kind === 'permit2') {
    return {
      from,
      domain: { name: 'Permit2', chainId, verifyingContract: lowerCase(PERMIT2) },
      types: PERMIT2_TYPES,
      primaryType: 'PermitSingle',
      message: toPermitSingle({ token, spender, amount, nonce: method.nonce, deadline }),
    }
  }
  const { name, version, nonce } = method
  return {
    from,
    domain: { name, version, chainId, verifyingContract: token },
    types: EIP2612_TYPES,
    primaryType: 'Permit',
    message: { owner, spender, value: amount, nonce, deadline },
  }
}

/**
 * Encodes the `permit` argument of the settlement; undefined if no private key made the signature.
 * Loads viem.
 */
export async function encodePermit(
  { approval, permit: { method, deadline } }: PermitRequest,
  signature: Hex,
): Promise<Hex | undefined> {
  const { encodeAbiParameters } = await import('../../chain/viem.ts')
  const parts = splitSignature(signature)
  if (!parts) return undefined
  const { token, spender, amount } = approval
  if (method.kind === 'permit2') {
    const single = toPermitSingle({ token, spender, amount, nonce: method.nonce, deadline })
    return `0x01${encodeAbiParameters(PERMIT2_PARAMETERS, [single, withRecoveryId(signature)]).slice(2)}`
  }
  const { r, s, v } = parts
  return `0x02${encodeAbiParameters(EIP2612_PARAMETERS, [amount, deadline, v, r, s]).slice(2)}`
}

const EIP2612_PARAMETERS = [
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint8' },
  { type: 'bytes32' },
  { type: 'bytes32' },
] as const

const PERMIT2_PARAMETERS = [
  {
    type: 'tuple',
    components: [
      { name: 'details', type: 'tuple', components: PERMIT2_TYPES.PermitDetails },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
  },
  { type: 'bytes' },
] as const

interface Single {
  token: Address
  spender: Address
  amount: bigint
  nonce: bigint
  deadline: bigint
}

/** The Permit2 allowance expires with the signature, so an unused rest is gone soon after. */
function toPermitSingle({ token, spender, amount, nonce, deadline }: Single) {
  return {
    details: {
      token: lowerCase(token),
      amount,
      expiration: Number(deadline),
      nonce: Number(nonce),
    },
    spender: lowerCase(spender),
    sigDeadline: deadline,
  }
}

const HALF = 2n ** 255n

/** Splits a 65-byte signature or a compact 64-byte EIP-2098 signature. */
function splitSignature(signature: Hex): { r: Hex; s: Hex; v: number } | undefined {
  const digits = /^0x([0-9a-fA-F]{128})([0-9a-fA-F]{2})?$/.exec(signature)
  if (!digits) return undefined
  const [, body = '', last] = digits
  const r: Hex = `0x${body.slice(0, 64)}`
  if (last === undefined) {
    const packed = BigInt(`0x${body.slice(64)}`)
    const s = packed % HALF
    return { r, s: `0x${s.toString(16).padStart(64, '0')}`, v: packed >= HALF ? 28 : 27 }
  }
  const v = Number.parseInt(last, 16)
  return { r, s: `0x${body.slice(64)}`, v: v < 27 ? v + 27 : v }
}

/**
 * Raises a recovery id of 0 or 1, which some wallets return, to 27 or 28: Permit2 accepts no other.
 * Safe because Permit2 is offered only to accounts without code, so no contract parses the
 * signature.
 */
function withRecoveryId(signature: Hex): Hex {
  const digits = /^(0x[0-9a-fA-F]{128})0([01])$/.exec(signature)
  return digits ? `${digits[1] as Hex}${digits[2] === '0' ? '1b' : '1c'}` : signature
}

function lowerCase(address: Address): Address {
  return address.toLowerCase() as Address
}
