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
  /** How long a transaction may wait to be mined. */
  waitMs: number
  /** After how long it is said why it may wait, and what to do. */
  hintMs: number
  /** How long the nodes behind one address may take to agree. */
  settleMs: number
}

export const PATIENCE: Patience = { pollMs: 1_000, waitMs: 600_000, hintMs: 60_000, settleMs: 30_000 }

export interface SendOptions {
  client: DeployClient
  fees: Fees
  patience: Patience
  /** The transaction whose nonce this one takes; either may be mined. */
  replaced?: PendingTransaction | undefined
  /** Default: the one after all that waits. */
  nonce?: number | undefined
  onSent(hash: Hex): void
  onWaiting(line: string): void
}

/** Sends a step and returns when it has succeeded by its receipt and what it creates stands. */
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
      `The node says that the transaction ${hash} (${step.name}) succeeded, and shows no such code where it should be. ` +
        'Nothing is written; ask another node.',
    )
  }
}

/**
 * Returns once no transaction of the payer is on its way: an earlier run may have been ended in between.
 * @returns the payer's next nonce. Sent with it, what a node without `pending` hides is not done twice
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
        `still, after ${hintMs / 1_000} s: that of nonce ${mined} may offer too low a fee. Wait, or end this and run it again with ` +
          '--replace and the hash that the earlier run printed, which sends it with a higher fee. A transaction of the same ' +
          'account and nonce with a higher fee, from a wallet, does as well: run this again after it.',
      )
    }
    await pause(pollMs)
  }
  throw new Error(
    `Transactions of ${address} are still waiting to be mined. Run this again when they are, or with --replace.`,
  )
}

/** After all that waits; after what is mined where the node refuses to tell of more, as those of HyperEVM do. */
async function readNextNonce(client: DeployClient, address: Hex): Promise<number> {
  try {
    return await client.getTransactionCount({ address, blockTag: 'pending' })
  } catch (error) {
    const isRefused = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
    if (!isRefused) throw error
    return client.getTransactionCount({ address, blockTag: 'latest' })
  }
}

/** What a transaction offers, what a block asks for now, and what to do. */
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
  const rest = `This waits for ${(waitMs - hintMs) / 1_000} s more.`
  if ('raw' in step)
    return `${start}. Its fee is signed and cannot be raised${asked}: run this again when fees are low. ${rest}`
  const offer = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  return (
    `${start}: it offers ${formatGwei(offer)} gwei for a unit of gas${asked}. ${rest} ` +
    `To send it with a higher fee, end this and run it again with --replace ${hash}`
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
    if (!account) throw new Error('No account pays.')
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
    return ' Some nodes take no transaction that names no chain: ask who runs the chain to put the deployer there, or use another node.'
  return /underpriced/i.test(words)
    ? ' That of an earlier run waits: run this again when it is mined, or with --replace and its hash.'
    : ''
}

/** The same bytes may be waiting already, from an earlier run. */
async function sendOnce(serializedTransaction: Hex, client: DeployClient): Promise<Hex> {
  try {
    return await client.sendRawTransaction({ serializedTransaction })
  } catch (error) {
    if (/already (?:known|imported)|known transaction/i.test(toSentence(error)))
      return keccak256(serializedTransaction)
    throw error
  }
}

/** The receipt of that of the transactions which is mined. */
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
  throw new Error(
    `The transaction ${hashes[0]} is not mined yet. Run this again later: it goes on from there.`,
  )
}

async function getReceipt(hash: Hex, client: DeployClient): Promise<TransactionReceipt | undefined> {
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  })
  if (receipt && receipt.transactionHash !== hash) {
    throw new Error(`The node answered with the receipt of another transaction than ${hash}.`)
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
