import type { Transaction } from 'viem'
import { readActivity } from '../../src/activity/activity-storage.ts'
import { toEntry } from '../../src/activity/to-entry.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { Replacement, ReplacementKind } from '../../src/execution/effects/replace-transaction.ts'
import { replaceOffered } from '../../src/hooks/replace-offered.ts'
import { findReplacementOffer, type ReplacementOffer } from '../../src/hooks/replacement-offer.ts'
import { report } from '../../src/lib/report.ts'
import type { ActivityEntry } from '../../src/store/types.ts'
import { type Address, type Hex, sameAddress } from '../../wire/lib/address.ts'
import type { LieStage, Session } from './lie-stage.ts'
import type { NodeLie } from './lying-node.ts'
import type { RequestedTransaction, WalletContext } from './lying-wallet.ts'
import type { Mode } from './modes.ts'
import { ACCOUNTS } from './swaps.ts'

/** The pending transaction that a replacement is for, read from the chain. */
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

export interface ReplacementRun extends Stuck {
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
export async function runReplacement(
  stage: LieStage,
  lie: ReplacementLie,
  { mode, kind }: { mode: Mode; kind: ReplacementKind },
): Promise<ReplacementRun> {
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
  const run: ReplacementRun = {
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
      if (run.offer) break
    }
  } catch (error) {
    run.thrown = error
  }
  stage.clearLies()
  await testClient.setAutomine(true)
  await testClient.mine({ blocks: 1 })
  return { ...run, requests: session.requests.slice(before) }

  async function replaceStored(stored: ActivityEntry): Promise<void> {
    const { chain, port: wallet } = session.bench
    const { config } = session
    run.offer = await findReplacementOffer(stored, { chain, config, reportError: report })
    await lie.meanwhile?.(stuck, session)
    stage.node.lie = node
    if (!run.offer || (kind === 'speed-up' && !run.offer.canSpeedUp)) return
    const left = new AbortController()
    run.result = await replaceOffered(run.offer, kind, {
      wallet,
      chain,
      signal: left.signal,
      reportError: report,
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

export type ReplacementOutcome = 'refused' | 'signed as shown' | 'signed differently'

/** Compares the wallet's requests with the screen and with the chain. */
export async function checkReplacement(
  run: ReplacementRun,
): Promise<{ outcome: ReplacementOutcome; differences: readonly string[] }> {
  const differences: string[] = []
  const report = (difference: string) => void differences.push(difference)
  if (run.thrown !== undefined && !(run.thrown instanceof SluiceError) && !isAbort(run.thrown)) {
    report(`threw ${String(run.thrown)}`)
  }
  if (run.requests.length > 1) report(`requested ${run.requests.length} transactions`)
  for (const { method, transaction } of run.requests) {
    if (transaction) checkRequest(transaction, run, report)
    else report(`requested ${method}`)
  }
  await checkChain(run, report)
  const faultless = run.requests.length > 0 ? 'signed as shown' : 'refused'
  return { outcome: differences.length > 0 ? 'signed differently' : faultless, differences }
}

type Report = (difference: string) => void

/** Fields of transactions that are not plain calls. */
const FOREIGN_FIELDS = ['accessList', 'authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas']
/** The highest multiple of the first signed fee per gas, whatever the network charges. */
const MAX_RAISE = 4n

function checkRequest(
  requested: RequestedTransaction,
  { original, account, offer, kind, stage }: ReplacementRun,
  report: Report,
) {
  const fee = BigInt((requested.maxFeePerGas ?? requested.gasPrice ?? '0x0') as Hex)
  const gas = BigInt(requested.gas ?? 0)
  const { shown } = offer ?? {}
  const shownFee = shown && ('gasPrice' in shown.fees ? shown.fees.gasPrice : shown.fees.maxFeePerGas)
  const signedFee = original.maxFeePerGas ?? original.gasPrice ?? 0n
  if (fee === 0n) report('requested no fee')
  if (!shown || gas * fee > (shownFee ?? 0n) * shown.gas)
    report(`may cost ${gas * fee}, above the shown maximum`)
  if (fee > signedFee * MAX_RAISE) report(`pays ${fee} per gas instead of ${signedFee}`)
  if (gas > original.gas) report(`requested ${gas} gas instead of ${original.gas}`)
  if (Number(requested.nonce) !== original.nonce) report(`requested nonce ${String(requested.nonce)}`)
  if (!sameAddress(requested.from, account)) report(`requested a transaction from ${requested.from}`)
  if (requested.chainId !== undefined && Number(requested.chainId) !== stage.chain.manifest.id)
    report('requested another chain')
  for (const field of FOREIGN_FIELDS)
    if (requested[field] !== undefined) report(`requested the field ${field}`)
  const isCancel = kind === 'cancel'
  const target = isCancel ? account : stage.chain.manifest.contracts.settlement
  if (!sameAddress(requested.to, target)) report(`called ${requested.to}`)
  if ((requested.data ?? '0x') !== (isCancel ? '0x' : original.input))
    report(`sent the data ${requested.data}`)
  if (BigInt(requested.value ?? 0) !== 0n) report(`sent ${requested.value} wei`)
  checkShown(offer, report)
}

/** The screen shows the effect of the pending swap: 1 WETH for USDC, to the account. */
function checkShown(offer: ReplacementOffer | undefined, report: Report): void {
  if (!offer) {
    report('sent a request without an offer')
    return
  }
  const { inputAmount, inputToken, outputToken, account, receiver } = offer.entry
  if (BigInt(inputAmount) !== 10n ** 18n || inputToken.decimals !== 18)
    report(`showed an input of ${inputAmount}`)
  if (outputToken.decimals !== 6) report(`showed an output with ${outputToken.decimals} decimals`)
  if (!sameAddress(account, receiver)) report(`showed the receiver ${receiver}`)
}

/** The swap must be executed at most once. */
async function checkChain(
  { stage: { chain }, account, original, result }: ReplacementRun,
  report: Report,
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
  if (new Set(swapped.map((receipt) => receipt?.transactionHash)).size > 1) report('swapped twice')
  if (!sameAddress(account, chain.account(ACCOUNTS.user))) report(`acted for ${account}`)
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError'
}
