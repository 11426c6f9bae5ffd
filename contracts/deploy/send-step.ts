import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, keccak256, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { DeployClient } from './deploy-client.ts'
import { type Fees, type Step, toSentence } from './inspect-chain.ts'

export interface Patience {
  pollMs: number
  /** How long a transaction may wait to be mined. */
  waitMs: number
  /** How long the nodes behind one address may take to agree. */
  settleMs: number
}

export const PATIENCE: Patience = { pollMs: 1_000, waitMs: 600_000, settleMs: 30_000 }

/** Sends a step and returns when it has succeeded by its receipt and what it creates stands. */
export async function sendStep(
  step: Step,
  {
    client,
    fees,
    patience,
    onSent,
  }: { client: DeployClient; fees: Fees; patience: Patience; onSent(hash: Hex): void },
): Promise<void> {
  const hash = await send(step, client, fees)
  onSent(hash)
  const receipt = await awaitReceipt(hash, client, patience)
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

/** Returns once no transaction of the payer is on its way: an earlier run may have been ended in between. */
export async function awaitPending(
  client: DeployClient,
  { pollMs, waitMs }: Patience,
  onWaiting: (count: number) => void,
): Promise<void> {
  const address = client.account?.address
  if (!address) return
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    const [mined, known] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ])
    if (known <= mined) return
    if (waited === 0) onWaiting(known - mined)
    await pause(pollMs)
  }
  throw new Error(`Transactions of ${address} are still waiting to be mined. Run this again when they are.`)
}

async function send(step: Step, client: DeployClient, fees: Fees): Promise<Hex> {
  try {
    if ('raw' in step) return await sendOnce(step.raw, client)
    const { account, chain } = client
    if (!account) throw new Error('No account pays.')
    const { to, gas } = step
    const data = 'data' in step ? { data: step.data } : { value: step.value }
    return await client.sendTransaction({ account, chain, to, gas, ...data, ...fees })
  } catch (error) {
    const hint =
      'raw' in step
        ? ` Some nodes take no transaction that names no chain: ask who runs the chain to put the deployer there, or use another node.`
        : ''
    throw new Error(`The node refused the transaction (${step.name}): ${toSentence(error)}.${hint}`, {
      cause: error,
    })
  }
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

async function awaitReceipt(
  hash: Hex,
  client: DeployClient,
  patience: Patience,
): Promise<TransactionReceipt> {
  const { pollMs, waitMs } = patience
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt && receipt.transactionHash !== hash) {
      throw new Error(`The node answered with the receipt of another transaction than ${hash}.`)
    }
    if (receipt) return receipt
    await pause(pollMs)
  }
  throw new Error(`The transaction ${hash} is not mined yet. Run this again later: it goes on from there.`)
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
