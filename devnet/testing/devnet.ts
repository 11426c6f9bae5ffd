import {
  type Account,
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
  type TestClient,
  type Transport,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Address, isAddress, isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { nodeTransport } from '../node/node-transport.ts'
import type { DevnetChainName } from '../plan/chains.ts'
import type { ManifestChain, ManifestPool, ManifestToken } from '../plan/manifest.ts'
import { type Devnet, type DevnetOptions, startDevnet } from '../start-devnet.ts'

/** One chain of a test devnet, with the common actions of tests. */
export interface TestChain {
  manifest: ManifestChain
  publicClient: PublicClient<Transport, Chain>
  /** Mine, warp, snapshot, impersonate. */
  testClient: TestClient<'anvil', Transport, Chain>
  /** Signs with the n-th funded account of the manifest. */
  wallet(account?: number): WalletClient<Transport, Chain, Account>
  account(index?: number): Address
  token(symbol: string): ManifestToken
  /** Pools holding both tokens, by symbol; of one module when given. */
  pools(a: string, b: string, module?: string): ManifestPool[]
  /** Base units of a token given by symbol or address; the native address reads the native balance. */
  balanceOf(token: string, holder: Address): Promise<bigint>
  /** Sets a balance without a transaction. The native address sets the native balance. */
  deal(token: string, holder: Address, amount: bigint): Promise<void>
  /** Approves from the n-th account, resetting a non-zero allowance first (USDT). Resolves when mined. */
  approve(token: string, spender: Address, amount: bigint, account?: number): Promise<void>
  /** Sends from the n-th account with explicit gas and waits; rejects when it reverts. */
  send(transaction: { to: Address; data?: Hex; value?: bigint }, account?: number): Promise<Hex>
  /** Sets the timestamp of the next block to this much later than the last. */
  passTime(seconds: number | bigint): Promise<void>
}

export interface TestDevnet extends Devnet {
  /** The first chain when no name is given. */
  chain(name?: DevnetChainName): TestChain
}

const erc20 = parseAbi([
  'function balanceOf(address holder) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value)',
])

/** A gas limit that is enough for any transaction of a test. Estimates may be too low for the next block. */
const GAS = 8_000_000n
const RECEIPT_TRIES = 2_000
const RECEIPT_EVERY_MS = 10

/** The start time of test chains in Unix seconds: before any wall clock from which a deadline may be computed. */
const NOW = 1_750_000_000

/** A devnet for one test file: free ports, no market activity, one block and second per transaction, no files. */
export async function startTestDevnet(options: DevnetOptions = {}): Promise<TestDevnet> {
  const devnet = await startDevnet({
    chains: ['ethereum'],
    market: false,
    blockSeconds: 0,
    now: NOW,
    ...options,
  })
  const chains = devnet.manifest.chains.map((chain) => createTestChain(chain, devnet.manifest.accounts))
  return {
    ...devnet,
    chain: (name) => {
      const found = chains.find(({ manifest }) => name === undefined || manifest.name === name)
      if (!found) throw new Error(`The chain ${name} was not started`)
      return found
    },
  }
}

function createTestChain(
  manifest: ManifestChain,
  accounts: { address: Address; privateKey: Hex }[],
): TestChain {
  const chain = defineChain({
    id: manifest.id,
    name: manifest.label,
    nativeCurrency: manifest.nativeCurrency,
    rpcUrls: { default: { http: [manifest.rpcUrl] } },
    contracts: { multicall3: { address: manifest.contracts.multicall3 } },
  })
  const transport = nodeTransport(manifest.rpcUrl)
  const publicClient = createPublicClient({
    chain,
    transport,
    pollingInterval: 50,
    cacheTime: 0,
    ccipRead: false,
  })
  const testClient = createTestClient({ chain, transport, mode: 'anvil' })

  const accountAt = (index: number) => {
    const found = accounts[index]
    if (!found) throw new Error(`There are ${accounts.length} funded accounts, so no account ${index}`)
    return found
  }
  const wallet = (index = 0) =>
    createWalletClient({ account: privateKeyToAccount(accountAt(index).privateKey), chain, transport })
  const token = (symbol: string) => {
    const found = manifest.tokens.find((candidate) => candidate.symbol === symbol)
    if (!found) throw new Error(`No token ${symbol} on ${manifest.name}`)
    return found
  }
  const getAddress = (tokenOrSymbol: string): Address =>
    isAddress(tokenOrSymbol) ? tokenOrSymbol : token(tokenOrSymbol).address

  async function send(transaction: { to: Address; data?: Hex; value?: bigint }, index = 0): Promise<Hex> {
    const hash = await wallet(index).sendTransaction({ ...transaction, gas: GAS })
    const receipt = await findReceipt(publicClient, hash)
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`)
    return hash
  }

  async function approve(tokenOrSymbol: string, spender: Address, amount: bigint, index = 0): Promise<void> {
    const address = getAddress(tokenOrSymbol)
    const owner = accountAt(index).address
    const current = await publicClient.readContract({
      address,
      abi: erc20,
      functionName: 'allowance',
      args: [owner, spender],
    })
    for (const value of current > 0n && amount > 0n ? [0n, amount] : [amount]) {
      const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, value] })
      await send({ to: address, data }, index)
    }
  }

  return {
    manifest,
    publicClient,
    testClient,
    wallet,
    account: (index = 0) => accountAt(index).address,
    token,
    pools: (a, b, module) => {
      const [wantedA, wantedB] = [getAddress(a), getAddress(b)]
      return manifest.pools.filter(
        (pool) =>
          (module === undefined || pool.module === module) &&
          pool.tokens.some((held) => sameAddress(held, wantedA)) &&
          pool.tokens.some((held) => sameAddress(held, wantedB)),
      )
    },
    balanceOf: (tokenOrSymbol, holder) =>
      isNativeToken(tokenOrSymbol)
        ? publicClient.getBalance({ address: holder })
        : publicClient.readContract({
            address: getAddress(tokenOrSymbol),
            abi: erc20,
            functionName: 'balanceOf',
            args: [holder],
          }),
    deal: async (tokenOrSymbol, holder, amount) => {
      if (isNativeToken(tokenOrSymbol)) {
        await testClient.setBalance({ address: holder, value: amount })
        return
      }
      const call = {
        method: 'anvil_dealERC20',
        params: [holder, getAddress(tokenOrSymbol), `0x${amount.toString(16)}`],
      }
      await (testClient.request as (call: unknown) => Promise<unknown>)(call)
    },
    approve,
    send,
    passTime: async (seconds) => {
      const { timestamp } = await publicClient.getBlock()
      await testClient.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) })
    },
  }
}

/**
 * Polls for a receipt. viem's own function may wait for another block, and no block is mined here
 * without a transaction.
 */
async function findReceipt(client: PublicClient<Transport, Chain>, hash: Hex) {
  for (let i = 0; i < RECEIPT_TRIES; i += 1) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt) return receipt
    await sleep(RECEIPT_EVERY_MS)
  }
  throw new Error(`Transaction ${hash} was not mined`)
}
