import { erc20Abi } from '../../wire/abi/erc20.ts'
import { permit2Abi, permitTokenAbi } from '../../wire/abi/permit.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { PERMIT2, PERMIT2_MAX_AMOUNT } from '../lib/permit2.ts'
import { anyCase, callView, firstWord } from './call-view.ts'
import type { ReadClient } from './read-actions.ts'
import type { ChainReader, PermitMethod } from './types.ts'

type Query = Parameters<ChainReader['permitMethod']>[0]

/** The code of an account that delegates to a contract (EIP-7702) and still has its key. */
const DELEGATION_PREFIX = '0xef0100'
/**
 * keccak256 of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256
 * deadline)`. DAI uses another.
 */
const PERMIT_TYPEHASH = 0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9n
/** The versions tried if a token does not return its own. */
const USUAL_VERSIONS = ['1', '2']

/** How the owner can allow the amount by a signature; undefined if the chain confirms no way. */
export async function permitMethod(client: ReadClient, query: Query): Promise<PermitMethod | undefined> {
  const code = (await client.getCode({ address: anyCase(query.owner) })) ?? '0x'
  const isDelegated = code.toLowerCase().startsWith(DELEGATION_PREFIX)
  // A contract account has no key that a token could recover.
  if (code !== '0x' && !isDelegated) return undefined
  const eip2612 = await readEip2612(client, query)
  if (eip2612) return eip2612
  // Permit2 calls the code of an account that has some, which may verify signatures in another way.
  return isDelegated ? undefined : readPermit2(client, query)
}

/**
 * The domain counts only if it hashes to the separator of the token, so none of it is taken on
 * trust.
 */
async function readEip2612(
  client: ReadClient,
  { chainId, token, owner }: Query,
): Promise<PermitMethod | undefined> {
  const { decodeFunctionResult, domainSeparator, encodeFunctionData } = await import('./viem.ts')
  const read = (functionName: 'DOMAIN_SEPARATOR' | 'PERMIT_TYPEHASH' | 'name' | 'version') =>
    callView(client, { to: token, data: encodeFunctionData({ abi: permitTokenAbi, functionName }) })
  const text = (functionName: 'name' | 'version', data: Hex | undefined) => {
    try {
      return data && decodeFunctionResult({ abi: permitTokenAbi, functionName, data })
    } catch {
      return undefined
    }
  }
  const [separator, typehash, nameData, versionData, nonceData] = await Promise.all([
    read('DOMAIN_SEPARATOR'),
    read('PERMIT_TYPEHASH'),
    read('name'),
    read('version'),
    callView(client, {
      to: token,
      data: encodeFunctionData({ abi: permitTokenAbi, functionName: 'nonces', args: [anyCase(owner)] }),
      blockTag: 'pending',
    }),
  ])
  const [name, nonce] = [text('name', nameData), firstWord(nonceData)]
  if (name === undefined || nonce === undefined || separator?.length !== 66) return undefined
  if (typehash !== undefined && firstWord(typehash) !== PERMIT_TYPEHASH) return undefined
  const named = text('version', versionData)
  const version = (named === undefined ? USUAL_VERSIONS : [named]).find(
    (candidate) =>
      domainSeparator({
        domain: { name, version: candidate, chainId, verifyingContract: anyCase(token) },
      }) === separator.toLowerCase(),
  )
  return version === undefined ? undefined : { kind: 'eip2612', name, version, nonce }
}

/** Only if the token is already approved to Permit2: approving that first would save nothing. */
async function readPermit2(
  client: ReadClient,
  { token, owner, spender, amount }: Query,
): Promise<PermitMethod | undefined> {
  const { decodeFunctionResult, encodeFunctionData } = await import('./viem.ts')
  const blockTag = 'pending'
  const [ownPermit2, approved, allowance] = await Promise.all([
    callView(client, { to: spender, data: encodeFunctionData({ abi: permit2Abi, functionName: 'permit2' }) }),
    callView(client, {
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [anyCase(owner), anyCase(PERMIT2)],
      }),
      blockTag,
    }),
    callView(client, {
      to: PERMIT2,
      data: encodeFunctionData({
        abi: permit2Abi,
        functionName: 'allowance',
        args: [anyCase(owner), anyCase(token), anyCase(spender)],
      }),
      blockTag,
    }),
  ])
  const isUsed = firstWord(ownPermit2) === BigInt(PERMIT2)
  const isApproved = (firstWord(approved) ?? 0n) >= amount && amount < PERMIT2_MAX_AMOUNT
  if (!isUsed || !isApproved || allowance?.length !== 2 + 3 * 64) return undefined
  const [, , nonce] = decodeFunctionResult({ abi: permit2Abi, functionName: 'allowance', data: allowance })
  return { kind: 'permit2', nonce: BigInt(nonce) }
}
