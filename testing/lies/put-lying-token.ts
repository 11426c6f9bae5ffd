import { encodeFunctionData, type Hex, keccak256, stringToHex } from 'viem'
import { compileOnce } from '../../contracts/compile-once.ts'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { until } from '../../wire/testing/until.ts'
import { ACCOUNTS } from './swaps.ts'

const artifact = compileOnce('../testing/lies').then((compiled) => {
  const found = compiled.get('LyingToken')
  if (!found) throw new Error('The contract LyingToken was not compiled')
  return found
})

/** The storage slot from which the contract reads its lie. */
const SLOT = keccak256(stringToHex('lie'))

/** Runtime code by chain and decimals, which are immutables of the contract. */
const codes = new WeakMap<TestChain, Map<number, Hex>>()

/**
 * Replaces the code of a token, keeping its address and all balances. `url` is used in its
 * `OffchainLookup`.
 */
export async function putLyingToken(
  chain: TestChain,
  { token, lie, url }: { token: string; lie: string; url?: string },
): Promise<void> {
  const { address, decimals } = chain.token(token)
  await chain.testClient.setCode({ address, bytecode: await getCode(chain, decimals) })
  await chain.testClient.setStorageAt({ address, index: SLOT, value: stringToHex(lie, { size: 32 }) })
  if (url === undefined) return
  const { abi } = await artifact
  const data = encodeFunctionData({ abi, functionName: 'setUrl', args: [url] })
  await chain.send({ to: address, data }, ACCOUNTS.adversary)
}

/** Deploys a lying token at another address. */
async function deployLyingToken(chain: TestChain, decimals: number): Promise<Hex> {
  const { abi, bytecode } = await artifact
  const hash = await chain.wallet(ACCOUNTS.adversary).deployContract({
    abi,
    bytecode,
    args: [decimals, chain.account(ACCOUNTS.stranger)],
    gas: 8_000_000n,
  })
  let address: Hex | null | undefined
  await until(async () => {
    const receipt = await chain.publicClient.getTransactionReceipt({ hash }).catch(() => undefined)
    address = receipt?.contractAddress
    return receipt !== undefined
  })
  if (!address) throw new Error('The token was not deployed')
  return address
}

async function getCode(chain: TestChain, decimals: number): Promise<Hex> {
  const ofChain = codes.get(chain) ?? new Map<number, Hex>()
  codes.set(chain, ofChain)
  const known = ofChain.get(decimals)
  if (known) return known
  const code = await chain.publicClient.getCode({ address: await deployLyingToken(chain, decimals) })
  if (!code) throw new Error('The token has no code')
  ofChain.set(decimals, code)
  return code
}
