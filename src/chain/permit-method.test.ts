import { type Abi, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileOnce } from '../../contracts/compile-once.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

let devnet: TestDevnet
let chain: TestChain
let reader: ChainReader
let token: Hex
let abi: Abi

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  const { id, rpcUrl } = chain.manifest
  const config = resolveConfig({
    integrator: 'test',
    baseUrl: rpcUrl,
    tokensUrl: rpcUrl,
    exchangeRatesUrl: rpcUrl,
    chains: [{ id, name: 'ethereum', rpcUrls: [rpcUrl] }],
  })
  reader = createChainReader(() => config)
  const artifact = (await compileOnce('../testing/contracts')).get('PermitClaims')
  if (!artifact) throw new Error('The contract PermitClaims was not compiled')
  abi = artifact.abi as Abi
  const hash = await chain.wallet().deployContract({ ...artifact, abi, args: [], gas: 3_000_000n })
  const receipt = await chain.publicClient.waitForTransactionReceipt({ hash })
  token = receipt.contractAddress as Hex
})
afterAll(() => devnet.stop())

interface Claims {
  name?: string
  version?: string
  separatorVersion?: string
  chainId?: number
  contract?: Hex
  typehash?: Hex
}

const STANDARD = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'
const OF_DAI = '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'

/** Reads the permit method of a token with these claims. */
async function claim({
  name = 'Claims',
  version = '1',
  separatorVersion = version,
  chainId = chain.manifest.id,
  contract = token,
  typehash = STANDARD,
}: Claims = {}) {
  const args = [name, version, separatorVersion, BigInt(chainId), contract, typehash]
  await chain.send({ to: token, data: encodeFunctionData({ abi, functionName: 'claim', args }) })
  return reader.permitMethod({
    chainId: chain.manifest.id,
    token,
    owner: chain.account(),
    spender: chain.manifest.contracts.settlement,
    amount: 1n,
  })
}

describe('supported EIP-2612', () => {
  it.each<[string, Claims, string]>([
    ['with its own version', { version: '7' }, '7'],
    ['without a version, with the usual ones', { version: '', separatorVersion: '2' }, '2'],
    ['without a readable type hash', { typehash: `0x${'0'.repeat(64)}` }, '1'],
  ])('returns the method of a token %s', async (_, claims, version) => {
    expect(await claim(claims)).toMatchObject({ kind: 'eip2612', name: 'Claims', version, nonce: 5n })
  })
})

describe('unsupported permits', () => {
  it.each<[string, Claims]>([
    ['with the permit of DAI, which allows everything', { typehash: OF_DAI }],
    ['with a domain of another chain', { chainId: 1 }],
    ['with the domain of another contract', { contract: zeroAddress }],
    [
      'with a separator that its own name and version do not produce',
      { version: '1', separatorVersion: '2' },
    ],
  ])('returns undefined for a token %s', async (_, claims) => {
    expect(await claim(claims)).toBeUndefined()
  })

  it('returns undefined for a token that answers every call, and for an account without code', async () => {
    for (const address of [chain.token('WETH').address, chain.account(4)]) {
      const { settlement: spender } = chain.manifest.contracts
      const query = {
        chainId: chain.manifest.id,
        token: address,
        owner: chain.account(),
        spender,
        amount: 1n,
      }
      expect(await reader.permitMethod(query)).toBeUndefined()
    }
  })
})
