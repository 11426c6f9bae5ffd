import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, type PublicClient } from 'viem'
import type { Manifest, ManifestChain } from '../devnet/plan/manifest.ts'
import type { Address } from '../wire/lib/address.ts'
import { stackAddresses } from './stack.ts'

export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(stackAddresses().devnetDir, 'manifest.json'), 'utf8')) as Manifest
}

/** Reads the chain directly, independently of widget, wallet and service. */
export class ChainClient {
  readonly chain: ManifestChain
  readonly client: PublicClient

  constructor(name: 'ethereum' | 'base' = 'ethereum') {
    const chain = manifest().chains.find((one) => one.name === name)
    if (!chain) throw new Error(`The devnet has no chain ${name}`)
    this.chain = chain
    // The default polling interval is four seconds.
    this.client = createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 100 })
  }

  decimals(symbol: string): number {
    return symbol === 'ETH' ? 18 : this.token(symbol).decimals
  }

  async balance(symbol: string, account: Address): Promise<bigint> {
    if (symbol === 'ETH') return this.client.getBalance({ address: account })
    return this.client.readContract({
      abi: erc20Abi,
      address: this.token(symbol).address,
      functionName: 'balanceOf',
      args: [account],
    })
  }

  async allowance(symbol: string, owner: Address): Promise<bigint> {
    return this.client.readContract({
      abi: erc20Abi,
      address: this.token(symbol).address,
      functionName: 'allowance',
      args: [owner, this.chain.contracts.settlement],
    })
  }

  /** Revokes the settlement contract's allowance of an account that is unlocked on the node. */
  async revoke(symbol: string, owner: Address): Promise<void> {
    const args = [this.chain.contracts.settlement, 0n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    const hash = await this.request('eth_sendTransaction', [
      { from: owner, to: this.token(symbol).address, data },
    ])
    await this.client.waitForTransactionReceipt({ hash: hash as Hex })
  }

  /** Sends a call from an account that is unlocked on the node. */
  async send(call: object): Promise<void> {
    await this.request('eth_sendTransaction', [call])
  }

  async setCode(address: Address, code: Hex): Promise<void> {
    await this.request('anvil_setCode', [address, code])
  }

  /** Uses a nonce of an account that is unlocked on the node for an empty transaction. */
  async useNonce(account: Address, nonce: number): Promise<void> {
    await this.request('eth_sendTransaction', [
      { from: account, to: account, nonce: `0x${nonce.toString(16)}` },
    ])
  }

  /** Runs a function while no blocks are mined. */
  async withoutBlocks(run: () => Promise<void>): Promise<void> {
    await this.request('evm_setIntervalMining', [0])
    try {
      await run()
    } finally {
      await this.request('evm_setIntervalMining', [1])
    }
  }

  /** Resolves when another block has been mined. */
  async mined(): Promise<void> {
    const before = await this.client.getBlockNumber({ cacheTime: 0 })
    while ((await this.client.getBlockNumber({ cacheTime: 0 })) === before) await sleep(100)
  }

  token(symbol: string) {
    const token = this.chain.tokens.find((one) => one.symbol === symbol)
    if (!token) throw new Error(`${this.chain.name} has no ${symbol}`)
    return token
  }

  private request(method: string, params: unknown[]): Promise<unknown> {
    return (this.client.request as (call: unknown) => Promise<unknown>)({ method, params })
  }
}
