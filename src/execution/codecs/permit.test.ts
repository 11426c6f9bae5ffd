import {
  decodeAbiParameters,
  type Hex,
  hexToBigInt,
  parseAbiParameters,
  recoverTypedDataAddress,
  slice,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { SETTLEMENT, WETH } from '../../../wire/fixtures/addresses.ts'
import { encodePermit, type PermitRequest, permitTypedData } from './permit.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const METHODS = {
  permit2: { kind: 'permit2', nonce: 0n },
  eip2612: { kind: 'eip2612', name: 'T', version: '1', nonce: 0n },
} as const

function setUp(kind: keyof typeof METHODS) {
  const request: PermitRequest = {
    chainId: 1,
    account: account.address,
    approval: { token: WETH, spender: SETTLEMENT, amount: 5n },
    permit: { method: METHODS[kind], deadline: 2_000_000_000n },
  }
  const { from: _, ...typed } = permitTypedData(request)
  const typedData = typed as Parameters<typeof account.signTypedData>[0]
  return { request, typedData }
}

/** Returns the signature that the contract passes to `ecrecover`. */
function readSignature(kind: keyof typeof METHODS, permit: Hex): Hex {
  const body = slice(permit, 1)
  if (kind === 'permit2') {
    const types = '((address, uint160, uint48, uint48), address, uint256), bytes'
    return decodeAbiParameters(parseAbiParameters(types), body)[1]
  }
  const types = 'uint256, uint256, uint8, bytes32, bytes32'
  const [, , v, r, s] = decodeAbiParameters(parseAbiParameters(types), body)
  return `${r}${s.slice(2)}${v.toString(16)}`
}

describe.each(['permit2', 'eip2612'] as const)('permit calldata for %s', (kind) => {
  it.each([0n, 27n])('encodes a recovery id of 27 or 28 when the wallet counts from %s', async (first) => {
    const { request, typedData } = setUp(kind)
    const signature = await account.signTypedData(typedData)
    const parity = hexToBigInt(slice(signature, 64)) - 27n
    const written = `${signature.slice(0, -2)}${(first + parity).toString(16).padStart(2, '0')}` as Hex
    const permit = (await encodePermit(request, written)) ?? '0x'
    expect(readSignature(kind, permit)).toBe(signature)
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)
  })

  it('returns undefined for the signature of a contract account', async () => {
    expect(await encodePermit(setUp(kind).request, `0x${'ab'.repeat(130)}`)).toBeUndefined()
  })
})

it('passes a compact EIP-2098 signature to Permit2 unchanged', async () => {
  const short: Hex = `0x${'ab'.repeat(63)}00`
  const permit = (await encodePermit(setUp('permit2').request, short)) ?? '0x'
  expect(readSignature('permit2', permit)).toBe(short)
})
