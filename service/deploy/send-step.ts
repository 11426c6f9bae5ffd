import { setTimeout as pause } from 'node:timers/promises'
import {
  BaseError,
  formatGwei,
  type Hex,
  keccak256,
  RpcRequestError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { DeployClient } from './deploy-client.ts'
import { type Fees, type Step, toSentence } from './inspect-chain.ts'
import type { PendingTransaction } from './replacement.ts'

export interface Patience {
  pollMs: number
  waitMs: number
  /** Time until a pending transaction is explained. */
  hintMs: number
  /** Time in which the nodes behind one URL may catch up. */
  settleMs: number
}

export const PATIENCE: Patience = { pollMs: 1_000, waitMs: 600_000, hintMs: 60_000, settleMs: 30_000 }

export interface SendOptions {
  client: DeployClient
  fees: Fees
  patience: Patience
  /** The transaction whose nonce this one takes; either may be mined. */
  replaced?: PendingTransaction | undefined
  /** Default: the next nonce after all pending transactions. */
  nonce?: number | undefined
  onSent(hash: Hex): void
  onWaiting(line: string): void
}

/**
 * Sends a step, and returns once its receipt reports success and its contract has the expected
 * code.
 */
export async function sendStep(step: Step, options: SendOptions): Promise<void> {
  const { client, fees, patience, replaced, nonce = replaced?.nonce, onSent, onWaiting } = options
  const sent = await send(step, client, { fees, nonce })
  onSent(sent)
  const onLong = async () => onWaiting(await describeWait(step, sent, options))
  const receipt = await awaitReceipt([sent, ...(replaced ? [replaced.hash] : [])], client, {
    ...patience,
    onLong,
  })
  const hash = receipt.transactionHash
  const created = 'creates' in step ? await hasCode(step.creates, client, patience) : true
  if (receipt.status !== 'success' && !('creates' in step && created)) {
    throw new Error(`The transaction ${hash} (${step.name}) was mined and failed.`)
  }
  if (!created) {
    throw new Error(
      `The node reports success of the transaction ${hash} (${step.name}), but does not return the expected code. ` +
        'The config was not changed. Use another node.',
    )
  }
}

/**
 * Waits until the payer has no pending transaction, because an earlier run may have been killed.
 * @returns the payer's next nonce; reusing it prevents a duplicate of a transaction that the node
 * does not list
 */
export async function awaitPending(
  client: DeployClient,
  { pollMs, waitMs, hintMs }: Patience,
  onWaiting: (line: string) => void,
): Promise<number | undefined> {
  const address = client.account?.address
  if (!address) return undefined
  let isHinted = false
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    const [mined, known] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      readNextNonce(client, address),
    ])
    if (known <= mined) return mined
    if (waited === 0) onWaiting(`for ${known - mined} of the payer's earlier transactions`)
    if (waited >= hintMs && !isHinted) {
      isHinted = true
      onWaiting(
        `for more than ${hintMs / 1_000} s: the one with nonce ${mined} may offer too low a fee. Wait, or stop and run this again with ` +
          '--replace and the hash that the earlier run printed, to raise its fee. Alternatively send a transaction with the same ' +
          'account and nonce and a higher fee from a wallet, and run this again.',
      )
    }
    await pause(pollMs)
  }
  throw new Error(
    `Transactions of ${address} are still waiting to be mined. Run this again when they are, or with --replace.`,
  )
}

/**
 * Counts pending transactions, or only mined ones if the node does not support `pending`, such as
 * on HyperEVM.
 */
async function readNextNonce(client: DeployClient, address: Hex): Promise<number> {
  try {
    return await client.getTransactionCount({ address, blockTag: 'pending' })
  } catch (error) {
    const isRefused = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
    if (!isRefused) throw error
    return client.getTransactionCount({ address, blockTag: 'latest' })
  }
}

/** Describes the offered fee, the current base fee and a remedy. */
async function describeWait(
  step: Step,
  hash: Hex,
  { client, fees, patience: { hintMs, waitMs } }: SendOptions,
): Promise<string> {
  const baseFee = await client.getBlock().then(
    ({ baseFeePerGas }) => baseFeePerGas,
    () => undefined,
  )
  const asked = baseFee ? `, and the last block took ${formatGwei(baseFee)} gwei` : ''
  const start = `for ${hash}, which is not mined after ${hintMs / 1_000} s`
  const rest = `Waiting for another ${(waitMs - hintMs) / 1_000} s.`
  if ('raw' in step)
    return `${start}. Its fee is signed and cannot be raised${asked}. Run this again when fees are low. ${rest}`
  const offer = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  return (
    `${start}: it offers ${formatGwei(offer)} gwei per gas${asked}. ${rest} ` +
    `To raise the fee, stop and run this again with --replace ${hash}`
  )
}

async function send(
  step: Step,
  client: DeployClient,
  { fees, nonce }: { fees: Fees; nonce: number | undefined },
): Promise<Hex> {
  try {
    if ('raw' in step) return await sendOnce(step.raw, client)
    const { account, chain } = client
    if (!account) throw new Error('No deployer account. Set SLUICE_DEPLOYER_KEY or pass --from <address>.')
    const { to, gas } = step
    const data = 'data' in step ? { data: step.data } : { value: step.value }
    const transaction = { account, chain, to, gas, ...data, ...fees }
    if (account.type === 'json-rpc') {
      return await client.sendTransaction({ ...transaction, ...(nonce !== undefined && { nonce }) })
    }
    const next = nonce ?? (await readNextNonce(client, account.address))
    return await sendOnce(await client.signTransaction({ ...transaction, nonce: next }), client)
  } catch (error) {
    const words = toSentence(error)
    throw new Error(`The node refused the transaction (${step.name}): ${words}.${getHint(step, words)}`, {
      cause: error,
    })
  }
}

function getHint(step: Step, words: string): string {
  if ('raw' in step)
    return " Some nodes reject transactions without a chain id. Use another node, or ask the chain's operator to create the deployer."
  return /underpriced/i.test(words)
    ? ' A transaction of an earlier run is pending. Run this again when it is mined, or pass --replace and its hash.'
    : ''
}

/** Accepts that the node already has the same bytes from an earlier run. */
async function sendOnce(serializedTransaction: Hex, client: DeployClient): Promise<Hex> {
  try {
    return await client.sendRawTransaction({ serializedTransaction })
  } catch (error) {
    if (/already (?:known|imported)|known transaction/i.test(toSentence(error)))
      return keccak256(serializedTransaction)
    throw error
  }
}

/** Waits for the receipt of whichever transaction is mined. */
async function awaitReceipt(
  hashes: readonly [Hex, ...Hex[]],
  client: DeployClient,
  { pollMs, waitMs, hintMs, onLong }: Patience & { onLong(): Promise<void> },
): Promise<TransactionReceipt> {
  let isHinted = false
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    for (const hash of hashes) {
      const receipt = await getReceipt(hash, client)
      if (receipt) return receipt
    }
    if (waited >= hintMs && !isHinted) {
      isHinted = true
      await onLong()
    }
    await pause(pollMs)
  }
  throw new Error(`The transaction ${hashes[0]} is not mined yet. Run this again later to continue.`)
}

async function getReceipt(hash: Hex, client: DeployClient): Promise<TransactionReceipt | undefined> {
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  })
  if (receipt && receipt.transactionHash !== hash) {
    throw new Error(`The node returned the receipt of another transaction than ${hash}.`)
  }
  return receipt
}

async function hasCode(
  { address, code }: { address: Hex; code: Hex },
  client: DeployClient,
  { pollMs, settleMs }: Patience,
): Promise<boolean> {
  for (let waited = 0; ; waited += pollMs) {
    if ((await client.getCode({ address }))?.toLowerCase() === code) return true
    if (waited >= settleMs) return false
    await pause(pollMs)
  }
}
