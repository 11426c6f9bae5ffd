import type { Transaction } from 'viem'
import { readActivity } from '../../src/activity/activity-storage.ts'
import { toEntry } from '../../src/activity/to-entry.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Replacement, ReplacementKind } from '../../src/execution/effects/replace-transaction.ts'
import { replaceOffered } from '../../src/hooks/replace-offered.ts'
import { findReplacementOffer, type ReplacementOffer } from '../../src/hooks/replacement-offer.ts'
import { type Address, type Hex, sameAddress } from '../../src/lib/address.ts'
import type { ActivityEntry } from '../../src/store/types.ts'
import type { LieStage, Session } from './lie-stage.ts'
import type { NodeLie } from './lying-node.ts'
import type { RequestedTransaction, WalletContext } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import { ACCOUNTS } from './swaps.ts'

/** The transaction that a replacement is for, as the chain itself returns it. */
export interface Stuck {
  stage: LieStage
  /** The swap that was signed first. */
  original: Transaction
  account: Address
}

/** One false response, action or record around the replacement of a pending swap. */
export interface ReplacementLie {
  /** The title of the test. */
  name: string
  /** Default: both. */
  kind?: ReplacementKind
  node?: (stuck: Stuck) => NodeLie
  /** True if the node is honest until the click. */
  sinceClick?: boolean
  /** Replaces the wallet's handling of the replacement. */
  wallet?: (context: WalletContext) => Promise<unknown>
  /** The stored text, or the record or records, in place of the honest record. */
  stored?: (entry: ActivityEntry, stuck: Stuck) => unknown
  /** Runs between the moment the offer is shown and the click. */
  meanwhile?: (stuck: Stuck, session: Session) => Promise<unknown>
}

export interface ReplacementPlay extends Stuck {
  kind: ReplacementKind
  /** The offer on the screen, if any. */
  offer: ReplacementOffer | undefined
  /** The wallet's requests after the swap. */
  requests: readonly { method: string; transaction: RequestedTransaction | undefined }[]
  result: Replacement | 'changed' | undefined
  thrown: unknown
}

const STORAGE_KEY = 'sluice:lies:activity'
const LONG_AGO_MS = 86_400_000

/** A swap of WETH is sent and stays pending; then its replacement is offered and clicked. */
export async function playReplacement(
  stage: LieStage,
  lie: ReplacementLie,
  { mode, kind }: { mode: Mode; kind: ReplacementKind },
): Promise<ReplacementPlay> {
  const { testClient } = stage.chain
  await testClient.setAutomine(true)
  await testClient.mine({ blocks: 1 })
  await stage.reset()
  stage.node.simulates = mode.simulates
  let isArmed = false
  const session = await stage.openSession(mode, {
    swap: 'approval',
    wallet: (context) => (isArmed ? lie.wallet?.(context) : undefined),
    signature: undefined,
  })
  const { entry, original } = await sendStuck(stage, session)
  const account = session.bench.account
  const stuck = { stage, original, account }
  const before = session.requests.length
  const play: ReplacementPlay = {
    ...stuck,
    kind,
    offer: undefined,
    requests: [],
    result: undefined,
    thrown: undefined,
  }
  const node = lie.node?.(stuck)
  stage.node.lie = lie.sinceClick ? undefined : node
  isArmed = true
  try {
    for (const stored of store(entry, lie, stuck)) {
      await replaceStored(stored)
      if (play.offer) break
    }
  } catch (error) {
    play.thrown = error
  }
  stage.clearLies()
  await testClient.setAutomine(true)
  await testClient.mine({ blocks: 1 })
  return { ...play, requests: session.requests.slice(before) }

  async function replaceStored(stored: ActivityEntry): Promise<void> {
    const { chain, port: wallet } = session.bench
    const { config } = session
    play.offer = await findReplacementOffer(stored, { chain, config })
    await lie.meanwhile?.(stuck, session)
    stage.node.lie = node
    if (!play.offer || (kind === 'speed-up' && !play.offer.canSpeedUp)) return
    const left = new AbortController()
    play.result = await replaceOffered(play.offer, kind, {
      wallet,
      chain,
      signal: left.signal,
      config: { getState: () => config },
      // One read is enough: nodes never return a transaction that the wallet changed.
      onSent: () => void setTimeout(() => left.abort(), 50),
    })
  }
}

async function sendStuck({ chain }: LieStage, { bench }: Session) {
  const { settlement } = chain.manifest.contracts
  const amount = 10n ** 18n
  await chain.approve('WETH', settlement, amount)
  const intent = await bench.intent({ input: 'WETH', output: 'USDC', amount })
  await chain.testClient.setAutomine(false)
  bench.execution.subscribe(() => {
    if (bench.execution.getState().stage === 'reconfirm') setImmediate(() => bench.execution.accept())
  })
  bench.execution.start(intent)
  const state = await bench.reaches('watching')
  const { hash } = state
  const entry = toEntry(state, undefined, Date.now() - LONG_AGO_MS)
  bench.execution.stopWatching()
  if (!hash || !entry) throw new Error('The swap was not sent')
  return { entry, original: await chain.publicClient.getTransaction({ hash }) }
}

/** The entries that the page reads from storage for this account. */
function store(entry: ActivityEntry, lie: ReplacementLie, stuck: Stuck): ActivityEntry[] {
  const stored = lie.stored ? lie.stored(entry, stuck) : entry
  const text =
    typeof stored === 'string'
      ? stored
      : JSON.stringify({ version: 1, entries: Array.isArray(stored) ? stored : [stored] })
  globalThis.localStorage.setItem(STORAGE_KEY, text)
  return readActivity(STORAGE_KEY).filter(({ account }) => sameAddress(account, stuck.account))
}

export type ReplacementOutcome = 'refused' | 'signed and true' | 'signed and different'

/** Compares the wallet's requests with the screen and with the chain. */
export async function judgeReplacement(
  play: ReplacementPlay,
): Promise<{ outcome: ReplacementOutcome; complaints: readonly string[] }> {
  const complaints: string[] = []
  const say = (complaint: string) => void complaints.push(complaint)
  if (play.thrown !== undefined && !(play.thrown instanceof SluiceError) && !isAbort(play.thrown)) {
    say(`threw ${String(play.thrown)}`)
  }
  if (play.requests.length > 1) say(`asked for ${play.requests.length} transactions`)
  for (const { method, transaction } of play.requests) {
    if (transaction) judgeRequest(transaction, play, say)
    else say(`asked for ${method}`)
  }
  await judgeChain(play, say)
  const quiet = play.requests.length > 0 ? 'signed and true' : 'refused'
  return { outcome: complaints.length > 0 ? 'signed and different' : quiet, complaints }
}

type Say = (complaint: string) => void

/** Fields of transactions that are not plain calls. */
const FOREIGN_FIELDS = ['accessList', 'authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas']
/** The highest multiple of the first signed fee per gas, whatever the network charges. */
const MAX_RAISE = 4n

function judgeRequest(
  asked: RequestedTransaction,
  { original, account, offer, kind, stage }: ReplacementPlay,
  say: Say,
) {
  const fee = BigInt((asked.maxFeePerGas ?? asked.gasPrice ?? '0x0') as Hex)
  const gas = BigInt(asked.gas ?? 0)
  const { shown } = offer ?? {}
  const shownFee = shown && ('gasPrice' in shown.fees ? shown.fees.gasPrice : shown.fees.maxFeePerGas)
  const signedFee = original.maxFeePerGas ?? original.gasPrice ?? 0n
  if (fee === 0n) say('named no fee')
  if (!shown || gas * fee > (shownFee ?? 0n) * shown.gas) say(`may cost ${gas * fee}, more than was shown`)
  if (fee > signedFee * MAX_RAISE) say(`pays ${fee} per gas, after ${signedFee}`)
  if (gas > original.gas) say(`asked for ${gas} gas, after ${original.gas}`)
  if (Number(asked.nonce) !== original.nonce) say(`asked for nonce ${String(asked.nonce)}`)
  if (!sameAddress(asked.from, account)) say(`asked for ${asked.from}`)
  if (asked.chainId !== undefined && Number(asked.chainId) !== stage.chain.manifest.id) say('another chain')
  for (const field of FOREIGN_FIELDS) if (asked[field] !== undefined) say(`named ${field}`)
  const isCancel = kind === 'cancel'
  const target = isCancel ? account : stage.chain.manifest.contracts.settlement
  if (!sameAddress(asked.to, target)) say(`called ${asked.to}`)
  if ((asked.data ?? '0x') !== (isCancel ? '0x' : original.input)) say(`sent the data ${asked.data}`)
  if (BigInt(asked.value ?? 0) !== 0n) say(`sent ${asked.value} wei`)
  judgeNamed(offer, say)
}

/** The screen shows the effect of the pending swap: 1 WETH for USDC, to the account. */
function judgeNamed(offer: ReplacementOffer | undefined, say: Say): void {
  if (!offer) {
    say('asked without an offer')
    return
  }
  const { inputAmount, inputToken, outputToken, account, receiver } = offer.entry
  if (BigInt(inputAmount) !== 10n ** 18n || inputToken.decimals !== 18)
    say(`named an input of ${inputAmount}`)
  if (outputToken.decimals !== 6) say(`named an output with ${outputToken.decimals} decimals`)
  if (!sameAddress(account, receiver)) say(`named the receiver ${receiver}`)
}

/** The swap is executed at most once, and nothing else leaves the account. */
async function judgeChain(
  { stage: { chain }, account, original, result }: ReplacementPlay,
  say: Say,
): Promise<void> {
  const receipts = await Promise.all(
    [original.hash, ...(result && result !== 'changed' ? [result.hash] : [])].map((hash) =>
      chain.publicClient.getTransactionReceipt({ hash }).catch(() => undefined),
    ),
  )
  const swapped = receipts.filter(
    (receipt) =>
      receipt?.status === 'success' && sameAddress(receipt.to ?? '', chain.manifest.contracts.settlement),
  )
  if (new Set(swapped.map((receipt) => receipt?.transactionHash)).size > 1) say('swapped twice')
  if (!sameAddress(account, chain.account(ACCOUNTS.person))) say(`acted for ${account}`)
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError'
}
