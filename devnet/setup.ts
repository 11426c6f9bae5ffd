import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import type { Address, Hex } from '../src/lib/address.ts'
import type { CompiledContract } from './compile-tokens.ts'
import { type Rpc, type RpcCall, toQuantity } from './rpc.ts'

/** A queue of transactions of one deployer, whose outcome is known before any is sent. */
export interface Setup {
  deployer: Address
  /** Queues a deployment; the address follows from the deployer's nonce. */
  deploy(label: string, contract: CompiledContract, args?: readonly unknown[]): Address
  /** Where what is queued this many transactions from now is deployed to; 0: the next one. */
  nextAddress(after: number): Address
  /** Queues a call. */
  call(
    label: string,
    to: Address,
    contract: { abi: Abi },
    functionName: string,
    args: readonly unknown[],
  ): void
  /** Queues bare calldata. */
  send(label: string, to: Address, data: Hex): void
  /** Sends what is queued and mines it in one block, and as many empty blocks after it as make up the number. */
  flush(blocks?: number): Promise<void>
  /** Rejects with the label of the first of all transactions so far that failed. */
  verify(): Promise<void>
}

interface Queued {
  label: string
  to?: Address
  data: Hex
}

/** Explicit, because an estimate before the block it lands in may fall short. The limit of one transaction. */
const GAS = 16_000_000n

export function createSetup(rpc: Rpc, deployer: Address): Setup {
  let queue: Queued[] = []
  const sent: { label: string; hash: Hex }[] = []

  function deploy(label: string, contract: CompiledContract, args: readonly unknown[] = []): Address {
    queue.push({
      label,
      data: encodeDeployData({ abi: contract.abi, bytecode: contract.bytecode, args: [...args] }),
    })
    return nextAddress(-1)
  }

  function nextAddress(after: number): Address {
    return getContractAddress({ from: deployer, nonce: BigInt(sent.length + queue.length + after) })
  }

  async function flush(blocks = 1): Promise<void> {
    const labels = queue.map(({ label }) => label)
    const calls = queue.map(({ to, data }, index): RpcCall => {
      const nonce = toQuantity(sent.length + index)
      return {
        method: 'eth_sendTransaction',
        params: [{ from: deployer, to, data, nonce, gas: toQuantity(GAS) }],
      }
    })
    queue = []
    const hashes = await rpc.batch<Hex>(calls)
    sent.push(...hashes.map((hash, index) => ({ label: labels[index] ?? '', hash })))
    await rpc.request('anvil_mine', toQuantity(blocks))
  }

  async function verify(): Promise<void> {
    const receipts = await rpc.batch<{ status: Hex } | null>(
      sent.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const failed = receipts.findIndex((receipt) => receipt?.status !== '0x1')
    if (failed >= 0) throw new Error(`The devnet could not be set up: ${sent[failed]?.label} failed`)
  }

  return {
    deployer,
    deploy,
    nextAddress,
    call: (label, to, { abi }, functionName, args) => {
      queue.push({ label, to, data: encodeFunctionData({ abi, functionName, args }) })
    },
    send: (label, to, data) => {
      queue.push({ label, to, data })
    },
    flush,
    verify,
  }
}
