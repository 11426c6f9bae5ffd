import type { PublicClient, TestClient, WalletClient } from 'viem'
import type { ManifestChain, ManifestPool, ManifestToken } from '../devnet/manifest.ts'
import { type Devnet, type DevnetChainName, type DevnetOptions, startDevnet } from '../devnet/start-devnet.ts'
import type { Address } from '../src/lib/address.ts'

/** One chain of a test devnet, with what tests do to it all the time. */
export interface TestChain {
  manifest: ManifestChain
  publicClient: PublicClient
  /** Mine, warp, snapshot, impersonate. */
  testClient: TestClient
  /** Signs with the n-th funded account of the manifest. */
  wallet(account?: number): WalletClient
  account(index?: number): Address
  token(symbol: string): ManifestToken
  /** Pools holding both tokens, by symbol; of one module when given. */
  pools(a: string, b: string, module?: string): ManifestPool[]
  /** Base units of a token given by symbol or address; the native address reads the native balance. */
  balanceOf(token: string, holder: Address): Promise<bigint>
  /** Sets a balance: mints or burns what differs. The native address sets the native balance. */
  deal(token: string, holder: Address, amount: bigint): Promise<void>
  /** Approves from the n-th account, resetting a USDT-like allowance first. Resolves when mined. */
  approve(token: string, spender: Address, amount: bigint, account?: number): Promise<void>
}

export interface TestDevnet extends Devnet {
  chain(name?: DevnetChainName): TestChain
}

/** A devnet for one test file: free ports, no market, a block per transaction, nothing written. */
export async function startTestDevnet(options: DevnetOptions = {}): Promise<TestDevnet> {
  await startDevnet({ chains: ['ethereum'], market: false, blockSeconds: 0, quiet: true, ...options })
  throw new Error('The devnet is not built yet')
}
