import { concatHex, encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import type { Lie } from './lie.ts'
import type { NodeLie } from './lying-node.ts'
import type { ServiceLie } from './lying-service.ts'
import type { SignatureLie, TypedData } from './lying-wallet.ts'
import { decodes, type Mode } from './modes.ts'
import { halfRoute, oneUnit, understated } from './quote-lies.ts'
import { ACCOUNTS } from './swaps.ts'
import { call, field, secondly, stranger, trade } from './tampering.ts'

const STRANGER: Hex = `0x${'5'.repeat(40)}`
const permitting: Partial<Lie> = {
  swap: 'permit',
  // These modes differ in whether the node simulates.
  modes: (mode: Mode) => decodes(mode) && (mode.verification === 'enforce' || !mode.simulates),
}

const wallet = (name: string, signature: SignatureLie): Lie => ({
  name: `a wallet that ${name}`,
  signature,
  ...permitting,
})

const node = (name: string, lie: NodeLie): Lie => ({ name: `a node ${name}`, node: lie, ...permitting })

const quote = (name: string, lie: ServiceLie): Lie => ({
  name: `a quote that ${name}`,
  quote: lie,
  ...permitting,
})

/** Signs a changed message and returns that signature. */
const signing = (change: (data: TypedData) => void): SignatureLie => {
  return ({ sign }) => sign(change)
}

const answering = (change: (signature: Hex) => unknown): SignatureLie => {
  return async ({ sign }) => change(await sign())
}

const refusing = (code: number, message = 'no'): SignatureLie => {
  return () => Promise.reject(Object.assign(new Error(message), { code }))
}

const reads = (selector: string, answer: Hex | undefined): NodeLie => {
  return (_, { method, params }) => {
    const data = String(params[0]?.data ?? params[0]?.input ?? '')
    if (method !== 'eth_call' || !data.startsWith(selector)) return undefined
    return answer ? { result: answer } : { error: { code: 3, message: 'execution reverted' } }
  }
}

const says = (name: string, answer: unknown): NodeLie => {
  return (_, { method }) => (method === name ? { result: answer } : undefined)
}

const word = (value: bigint): Hex => pad(toHex(value), { size: 32 })
const text = (value: string): Hex =>
  concatHex([word(32n), word(BigInt(value.length)), pad(toHex(value), { dir: 'right', size: 32 })])

const SELECTORS = {
  separator: '0x3644e515',
  typehash: '0x30adf81f',
  nonces: '0x7ecebe00',
  name: '0x06fdde03',
  version: '0x54fd4d50',
}
const TYPEHASH_OF_DAI = '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'
const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

/** A third party uses the signature before the swap does. */
const usedFirst =
  (change?: (data: TypedData) => void): SignatureLie =>
  async ({ data, sign, chain }) => {
    const used = structuredClone(data)
    change?.(used)
    const signature = await sign(change)
    const { owner, spender, value, deadline } = used.message
    const [r, s] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`] as [Hex, Hex]
    const args = [owner, spender, value, deadline, Number.parseInt(signature.slice(130), 16), r, s] as const
    await chain.send(
      { to: data.domain.verifyingContract, data: encodeFunctionData({ abi: permitAbi, args }) },
      ACCOUNTS.adversary,
    )
    return sign()
  }

const forged = concatHex(['0x02', word(2n ** 255n), word(2n ** 40n), word(27n), word(1n), word(1n)])

/**
 * False permits: signed by the wallet, reported by the chain, or added to the call by the service.
 */
export const PERMIT_LIES: readonly Lie[] = [
  // The wallet signs something else.
  wallet(
    'signs a permit for another spender',
    signing(({ message }) => Object.assign(message, { spender: STRANGER })),
  ),
  wallet(
    'signs for another owner',
    signing(({ message }) => Object.assign(message, { owner: STRANGER })),
  ),
  wallet(
    'signs ten times the amount',
    signing(({ message }) => Object.assign(message, { value: `${message.value}0` })),
  ),
  wallet(
    'signs one unit',
    signing(({ message }) => Object.assign(message, { value: '1' })),
  ),
  wallet(
    'signs an unlimited amount',
    signing(({ message }) => Object.assign(message, { value: `${2n ** 256n - 1n}` })),
  ),
  wallet(
    'signs the next nonce',
    signing(({ message }) => Object.assign(message, { nonce: '1' })),
  ),
  wallet(
    'signs a deadline that has passed',
    signing(({ message }) => Object.assign(message, { deadline: '1' })),
  ),
  wallet(
    'signs an unlimited deadline',
    signing(({ message }) => Object.assign(message, { deadline: `${2n ** 64n}` })),
  ),
  wallet('signs for another token', ({ sign, chain }) =>
    sign(({ domain }) => Object.assign(domain, { verifyingContract: chain.token('WETH').address })),
  ),
  wallet(
    'signs for another chain',
    signing(({ domain }) => Object.assign(domain, { chainId: 1 })),
  ),
  wallet(
    'signs for another version',
    signing(({ domain }) => Object.assign(domain, { version: '9' })),
  ),
  wallet(
    'signs with another token name',
    signing(({ domain }) => Object.assign(domain, { name: 'Other' })),
  ),
  // The wallet returns something else.
  wallet('returns null', async () => null),
  wallet('returns an empty signature', async () => '0x'),
  wallet('returns a number', async () => 7),
  wallet('returns zeros', async () => `0x${'0'.repeat(130)}`),
  wallet(
    'returns three signatures',
    answering((signature) => `${signature}${signature.slice(2).repeat(2)}`),
  ),
  wallet(
    'returns a truncated signature',
    answering((signature) => signature.slice(0, 100)),
  ),
  wallet(
    'returns another recovery id',
    answering((signature) => `${signature.slice(0, 130)}${signature.endsWith('1b') ? '1c' : '1b'}`),
  ),
  wallet(
    'returns a recovery id of 0 or 1',
    answering((signature) => `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`),
  ),
  wallet(
    'returns a recovery id of 255',
    answering((signature) => `${signature.slice(0, 130)}ff`),
  ),
  wallet(
    'returns a signature with a flipped bit',
    answering((signature) => `0x${signature[2] === 'a' ? 'b' : 'a'}${signature.slice(3)}`),
  ),
  wallet(
    'returns a signature in capitals',
    answering((signature) => `0x${signature.slice(2).toUpperCase()}`),
  ),
  // The wallet rejects.
  wallet('has no such method', refusing(-32_601, 'the method eth_signTypedData_v4 does not exist')),
  wallet('does not support the method', refusing(4_200)),
  wallet('does not authorize the method', refusing(4_100)),
  wallet('fails within', refusing(-32_603)),
  wallet('throws nothing', () => Promise.reject(undefined)),
  wallet('throws a text', () => Promise.reject('locked')),
  wallet('is rejected by its user', refusing(4_001, 'User rejected the request.')),
  // A third party is faster.
  wallet('leaks the signature, which is used first', usedFirst()),
  wallet(
    'leaks the nonce, which is used for one unit',
    usedFirst(({ message }) => Object.assign(message, { value: '1' })),
  ),
  // The node reports something else about the token.
  node('of a token with another separator', reads(SELECTORS.separator, word(1n))),
  node('of a token without a separator', reads(SELECTORS.separator, undefined)),
  node('of a token with a short separator', reads(SELECTORS.separator, '0x01')),
  node('of a token with the permit of DAI', reads(SELECTORS.typehash, TYPEHASH_OF_DAI)),
  node('of a token without a type hash', reads(SELECTORS.typehash, undefined)),
  node('of a token with another name', reads(SELECTORS.name, text('Other'))),
  node('of a token with an unreadable name', reads(SELECTORS.name, word(2n ** 255n))),
  node('of a token with another version', reads(SELECTORS.version, text('2'))),
  node('of a token without a version', reads(SELECTORS.version, undefined)),
  node('of a token with the next nonce', reads(SELECTORS.nonces, word(1n))),
  node('of a token with the last nonce', reads(SELECTORS.nonces, word(2n ** 256n - 1n))),
  node('of a token without nonces', reads(SELECTORS.nonces, undefined)),
  node('of an account that is a contract', says('eth_getCode', '0x6001')),
  node('of an account that delegates', says('eth_getCode', `0xef0100${'5'.repeat(40)}`)),
  node('that does not return the code of the account', (_, { method }) =>
    method === 'eth_getCode' ? { error: { code: -32_000, message: 'missing trie node' } } : undefined,
  ),
  // The service adds a permit, or lies once the permit is signed.
  quote(
    'carries an existing Permit2 allowance',
    call((honest) => ({ ...honest, permit: '0x03' })),
  ),
  quote(
    'carries a forged permit',
    call((honest) => ({ ...honest, permit: forged })),
  ),
  quote(
    'carries a forged permit once one is signed',
    secondly(call((honest) => ({ ...honest, permit: forged }))),
  ),
  quote('claims and enforces one unit once a permit is signed', secondly(oneUnit)),
  quote('claims and enforces half once a permit is signed', secondly(understated(5_000))),
  quote('sells half of the input once a permit is signed', secondly(halfRoute)),
  quote(
    'sells twice the amount once a permit is signed',
    secondly(trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n }))),
  ),
  quote(
    'pays a stranger once a permit is signed',
    secondly(trade((_, context) => ({ outputReceiver: stranger(_, context) }))),
  ),
  quote('contains another router once a permit is signed', secondly(field('router', stranger))),
  {
    ...quote(
      'takes more than agreed once a permit for a purchase is signed',
      secondly(trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n }))),
    ),
    swap: 'permittedPurchase',
  },
  {
    ...wallet(
      'signs ten times the amount of a purchase',
      signing(({ message }) => Object.assign(message, { value: `${message.value}0` })),
    ),
    swap: 'permittedPurchase',
  },
]
