import { createWalletClient, type Hex, http, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deriveAccounts } from '../../devnet/node/accounts.ts'
import { compileOnce } from '../compile-once.ts'

interface Chain {
  publicClient: Pick<PublicClient, 'waitForTransactionReceipt'>
  manifest: { rpcUrl: string }
}

/**
 * Lets the wallet of the n-th account send batches: deploys the executor, and delegates to it in a
 * real EIP-7702 transaction.
 */
export async function delegateAccount({ publicClient, manifest }: Chain, index = 0): Promise<Hex> {
  const artifact = (await compileOnce('../testing/contracts')).get('BatchExecutor')
  const deployer = createAccountClient(manifest.rpcUrl, 9)
  if (!artifact) throw new Error('The contract BatchExecutor was not compiled')
  const deployed = await deployer.deployContract({ ...artifact, args: [], gas: 3_000_000n, chain: null })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash: deployed })
  if (!contractAddress) throw new Error('The executor was not deployed')
  const client = createAccountClient(manifest.rpcUrl, index)
  const authorization = await client.signAuthorization({ contractAddress, executor: 'self' })
  const hash = await client.sendTransaction({
    authorizationList: [authorization],
    to: client.account.address,
    gas: 200_000n,
    chain: null,
  })
  await publicClient.waitForTransactionReceipt({ hash })
  return contractAddress
}

function createAccountClient(rpcUrl: string, index: number) {
  const key = deriveAccounts().funded[index]?.privateKey
  if (!key) throw new Error(`The devnet has no account ${index}`)
  return createWalletClient({ account: privateKeyToAccount(key), transport: http(rpcUrl) })
}
