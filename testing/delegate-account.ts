import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compile } from '../contracts/compile.ts'
import { deriveAccounts } from '../devnet/accounts.ts'
import type { TestChain } from './devnet.ts'

/** So that the wallet of the n-th account can send batches: deploys the executor, and delegates to it by a real EIP-7702 transaction. */
export async function delegateAccount(chain: TestChain, index = 0): Promise<Hex> {
  const artifact = (await compile('../testing/contracts', false)).get('BatchExecutor')
  const key = deriveAccounts().funded[index]?.privateKey
  if (!artifact || !key) throw new Error('There is no contract BatchExecutor, or no such account')
  const deployed = await chain.wallet(9).deployContract({ ...artifact, args: [], gas: 3_000_000n })
  const { contractAddress } = await chain.publicClient.waitForTransactionReceipt({ hash: deployed })
  if (!contractAddress) throw new Error('The executor was not deployed')
  const account = privateKeyToAccount(key)
  const client = createWalletClient({
    account,
    chain: chain.publicClient.chain,
    transport: http(chain.manifest.rpcUrl),
  })
  const authorization = await client.signAuthorization({ contractAddress, executor: 'self' })
  const hash = await client.sendTransaction({
    authorizationList: [authorization],
    to: account.address,
    gas: 200_000n,
  })
  await chain.publicClient.waitForTransactionReceipt({ hash })
  return contractAddress
}
