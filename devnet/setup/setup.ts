import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { CompiledContract } from '../bytecode/compile-tokens.ts'
import { type Rpc, type RpcCall, toQuantity } from '../node/rpc.ts'

/** A queue of transactions of one deployer, whose results are known before they are sent. */
export interface Setup {
  deployer: Address
  /** Queues a deployment; the address follows from the deployer's nonce. */
  deploy(label: string, contract: CompiledContract, args?: readonly unknown[]): Address
  /** Address of a deployment queued this many transactions from now; 0: the next one. */
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
  /** Sends the queue in one block, and mines empty blocks up to the given number. */
  flush(blocks?: number): Promise<void>
  /** Rejects with the label of the first failed transaction. */
  verify(): Promise<void>
}

interface Queued {
  label: string
  to?: Address
  data: Hex
}

/**
 * Gas limit of one transaction. Fixed, because an estimate may be too low for the block that
 * includes it.
 */
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
