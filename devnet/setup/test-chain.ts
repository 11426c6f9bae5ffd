import { setTimeout } from 'node:timers/promises'
import {
  type Abi,
  type Address,
  createTestClient,
  erc20Abi,
  getAddress,
  type Hex,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { Artifact } from '../bytecode/compiler-output.ts'
import { MNEMONIC } from '../node/accounts.ts'
import { nodeTransport } from '../node/node-transport.ts'

export const NATIVE: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** A fixed gas limit: an estimate could be too small for a later block. */
export const GAS = 12_000_000n
/** Sends without a request for the id of the chain, which is fixed. */
const UNCHECKED = { chain: null }
const RECEIPT_TRIES = 2_000
const RECEIPT_EVERY_MS = 5

export interface WriteOptions {
  /** Default: the deployer. */
  from?: Address
  value?: bigint
  gas?: bigint
}

export type TestChain = ReturnType<typeof createTestChain>

/**
 * Deploys, writes and reads on one node. Each write resolves once it is mined, and rejects if it
 * reverts.
 */
export function createTestChain(rpcUrl: string) {
  const client = createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: nodeTransport(rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)

  const signer = (index: number) => mnemonicToAccount(MNEMONIC, { addressIndex: index })
  const accounts = {
    deployer: signer(0).address,
    trader: signer(1).address,
    receiver: signer(2).address,
    partner: signer(3).address,
    stranger: signer(4).address,
  }

  // viem would wait for another block when it polls too early, and none is mined automatically.
  async function findReceipt(hash: Hex) {
    for (let i = 0; i < RECEIPT_TRIES; i += 1) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt) return receipt
      await setTimeout(RECEIPT_EVERY_MS)
    }
    throw new Error(`Transaction ${hash} was not mined.`)
  }

  async function mined(sent: Promise<Hex>) {
    const receipt = await findReceipt(await sent)
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted.`)
    return receipt
  }

  const send = (to: Address, data: Hex) =>
    mined(client.sendTransaction({ ...UNCHECKED, account: accounts.deployer, to, data, gas: GAS }))

  const write = (
    address: Address,
    abi: Abi,
    functionName: string,
    args: unknown[],
    { from = accounts.deployer, value = 0n, gas = GAS }: WriteOptions = {},
  ) =>
    mined(client.writeContract({ ...UNCHECKED, address, abi, functionName, args, account: from, value, gas }))

  async function deploy({ abi, bytecode }: Artifact, args: unknown[] = []): Promise<Address> {
    const deployment = { ...UNCHECKED, abi, bytecode, args, account: accounts.deployer, gas: GAS }
    const sent = client.deployContract(deployment)
    const { contractAddress } = await mined(sent)
    if (!contractAddress) throw new Error('The receipt has no contract address.')
    return getAddress(contractAddress)
  }

  /** Mines a block `seconds` after the last one. */
  async function passTime(seconds: bigint): Promise<void> {
    const { timestamp } = await client.getBlock()
    await client.setNextBlockTimestamp({ timestamp: timestamp + seconds })
    await client.mine({ blocks: 1 })
  }

  const balanceOf = (token: Address, holder: Address): Promise<bigint> =>
    token === NATIVE
      ? client.getBalance({ address: holder })
      : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })

  const approve = (token: Address, spender: Address, amount: bigint, from = accounts.deployer) =>
    write(token, erc20Abi, 'approve', [spender, amount], { from })

  const allowanceOf = (token: Address, owner: Address, spender: Address): Promise<bigint> =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })

  return { client, accounts, signer, mined, send, write, deploy, passTime, balanceOf, approve, allowanceOf }
}
