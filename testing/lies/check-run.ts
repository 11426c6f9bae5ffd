import { encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEventLogs } from 'viem'
import { decodeSwap, encodeSwap } from '../../contracts/testing/settlement-calldata.ts'
import { createRpc } from '../../devnet/node/rpc.ts'
import { tokenPlan } from '../../devnet/plan/tokens.ts'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { StateOf, SwapIntent } from '../../src/execution/machine/types.ts'
import {
  type Address,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
  ZERO_ADDRESS,
} from '../../wire/lib/address.ts'
import { maxBigInt } from '../../wire/lib/amount.ts'
import { readAllowances, readSpenders } from './holdings.ts'
import type { LieStage } from './lie-stage.ts'
import type { RequestedTransaction, WalletRequest } from './lying-wallet.ts'
import { type Effect, findReceipt, type Moment, replay } from './replay.ts'
import type { Agreement, LieRun } from './run-lie.ts'
import { ACCOUNTS } from './swaps.ts'

export type Outcome = 'refused' | 'shown again' | 'signed as shown' | 'signed differently'

export interface Verdict {
  outcome: Outcome
  /** Differences to what the screen showed. */
  differences: readonly string[]
  /** The last stage or error, for the table. */
  end: string
}

type SwapRequest = WalletRequest & Moment

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const APPROVE = '0x095ea7b3'
/** How much worse than the shown price a firm quote may be without another confirmation. */
const TOLERANCE_BPS = 10n
/** Longer than the deadline the widget requests, including clock skew. */
const LATEST_DEADLINE_SECONDS = 600n
const MAX_GAS_FACTOR = 4n
const SHARING_OFF = 2n ** 256n - 1n
const MAX_FEE_BPS = 5n
/** The minimum settlement fee is 0.2 cent; the price may be slightly off. */
const MAX_FLOOR_USD = 0.004

/**
 * Compares the screen, the wallet's requests and the effect of the transaction on the chain,
 * with and without an attack before it. Independent of the widget's own verification.
 */
export async function checkRun(stage: LieStage, run: LieRun): Promise<Verdict> {
  const differences: string[] = []
  const report = (difference: string) => void differences.push(difference)
  const { intent, reconfirmations } = run
  for (const request of run.strayRequests) report(`requested an unconfigured host: ${request}`)
  checkError(run, report)
  const swaps = run.requests.filter(isSwap)
  if (intent) {
    for (const request of run.requests)
      if (!isSwap(request)) checkApproval(stage, request, run, intent, report)
    const sent = swaps.filter(({ hashes }) => hashes.length > 0)
    const distinct = new Set(swaps.map(({ transaction }) => JSON.stringify(transaction)))
    if (sent.length > 1 || distinct.size > 1) report(`requested ${swaps.length} swaps`)
    await checkAllowances(stage, run, report)
    await checkEnd(stage, run, swaps, report)
    // Reverting to the first snapshot would remove the later ones.
    for (const swap of [...swaps].reverse()) await checkSwap(stage, run, swap, intent, report)
  } else if (run.requests.length > 0) report('sent a wallet request without a price')

  const isShownAgain = reconfirmations.length > 0
  const [first] = swaps
  const faultless: Outcome = isShownAgain ? 'shown again' : first ? 'signed as shown' : 'refused'
  return {
    outcome: differences.length > 0 ? 'signed differently' : faultless,
    differences,
    end: runToEnd(run),
  }
}

type Report = (difference: string) => void

/** The widget must throw a `SluiceError` with a specific code, whatever the responses are. */
function checkError({ thrown, final }: LieRun, report: Report): void {
  const error = final.stage === 'failed' ? final.error : thrown
  if (error === undefined) return
  if (!(error instanceof SluiceError)) report(`threw ${String(error)}`)
  else if (error.code === 'UNKNOWN') report(`has no error code for ${String(error.cause ?? error.details)}`)
}

function checkApproval(
  stage: LieStage,
  request: WalletRequest,
  run: LieRun,
  intent: SwapIntent,
  report: Report,
) {
  const { method, transaction } = request
  if (method === 'eth_signTypedData_v4') return checkPermit(stage, request, run, intent, report)
  if (!transaction) return report(`requested ${method}`)
  const { settlement } = stage.chain.manifest.contracts
  const allowed = [0n, agreedBefore(request, run).maxInputAmount].map((amount) =>
    encodeFunctionData({ abi: erc20, functionName: 'approve', args: [settlement, amount] }).toLowerCase(),
  )
  if (!sameAddress(transaction.to, intent.inputToken.address)) report(`approved at ${transaction.to}`)
  if (!allowed.includes(transaction.data.toLowerCase())) report(`requested the approval ${transaction.data}`)
  if (BigInt(transaction.value ?? 0) !== 0n) report(`sent ${transaction.value} with an approval`)
}

/** A permit allows the settlement exactly the agreed amount of the input token, for a short time. */
function checkPermit(
  stage: LieStage,
  request: WalletRequest,
  run: LieRun,
  intent: SwapIntent,
  report: Report,
) {
  const { domain, primaryType, message } = JSON.parse(String(request.params[1]))
  const { contracts } = stage.chain.manifest
  const isPermit2 = primaryType === 'PermitSingle'
  const amount = isPermit2 ? message.details.amount : message.value
  const token = isPermit2 ? message.details.token : domain.verifyingContract
  const deadline = Number(isPermit2 ? message.sigDeadline : message.deadline)
  const { maxInputAmount } = agreedBefore(request, run)
  if (isPermit2 && !sameAddress(domain.verifyingContract, contracts.permit2))
    report('requested a permit of a false Permit2')
  if (isPermit2 && Number(message.details.expiration) > deadline)
    report('requested a Permit2 allowance that outlives its signature')
  if (!isPermit2 && primaryType !== 'Permit') report(`requested the permit type ${primaryType}`)
  if (!isPermit2 && !sameAddress(message.owner, intent.account))
    report(`requested a permit of the owner ${message.owner}`)
  if (!sameAddress(String(request.params[0]), intent.account))
    report(`requested a signature of ${request.params[0]}`)
  if (!sameAddress(token, intent.inputToken.address)) report(`requested a permit of the token ${token}`)
  if (!sameAddress(message.spender, contracts.settlement))
    report(`requested a permit for the spender ${message.spender}`)
  if (BigInt(amount) !== maxInputAmount)
    report(`requested a permit of ${amount} instead of ${maxInputAmount}`)
  if (Number(domain.chainId) !== intent.chainId) report(`requested a permit on chain ${domain.chainId}`)
  if (deadline > request.atMs / 1_000 + Number(LATEST_DEADLINE_SECONDS))
    report(`requested a permit until ${deadline}`)
}

/** Only the settlement may have received an allowance, and only of the input token. */
async function checkAllowances(stage: LieStage, run: LieRun, report: Report): Promise<void> {
  const { intent, lie, requests } = run
  // A wallet that changes an approval is out of scope.
  if (!intent || lie.wallet || requests.length === 0) return
  const { chain, baseBlock, baseAllowances } = stage
  const { settlement } = chain.manifest.contracts
  const logged = await readSpenders(chain, intent.account, baseBlock)
  const spenders = [settlement, chain.account(ACCOUNTS.stranger), ...logged]
  for (const { token, spender, amount } of await readAllowances(chain, intent.account, spenders)) {
    const before =
      baseAllowances.find((known) => known.token === token && known.spender === spender)?.amount ?? 0n
    if (amount <= before) continue
    const isMeant = sameAddress(spender, settlement) && sameAddress(token, intent.inputToken.address)
    // A token with false allowances only affects itself.
    const last = requests.at(-1)
    const most = last ? agreedBefore(last, run).maxInputAmount : 0n
    if (!isMeant || (amount > most && !lie.onChain)) report(`${spender} may take ${amount} of ${token}`)
  }
}

/** Success may only be reported for this swap, and only after it was mined. */
async function checkEnd(
  { chain }: LieStage,
  { final, lie, intent }: LieRun,
  swaps: readonly SwapRequest[],
  report: Report,
): Promise<void> {
  const isSent = final.stage === 'watching' || final.stage === 'approving'
  if (isSent && final.hash !== undefined && !/^0x[0-9a-fA-F]{64}$/.test(final.hash)) {
    report(`watches ${JSON.stringify(final.hash)}`)
  }
  if (final.stage !== 'completed' || lie.skipsResult || !intent) return
  const { hash } = final.outcome.receipt
  const mined = await chain.publicClient.getTransaction({ hash }).catch(() => undefined)
  if (!mined) return report(`reports that ${hash} was mined`)
  const receipt = await findReceipt(chain, hash)
  if (receipt?.status !== 'success') report('reports success of a reverted transaction')
  const isRequested = swaps.some(
    ({ transaction: { to, data, value = '0x0' } }) =>
      sameAddress(to, mined.to ?? '') && isSameTrade(data, mined.input) && BigInt(value) === mined.value,
  )
  if (!isRequested || !sameAddress(mined.from, intent.account))
    report('reports success of another transaction')
  const { received } = final.outcome
  const arrived = await receivedIn(chain, hash, intent)
  if (received !== undefined && arrived !== undefined && received !== arrived) {
    report(`reports ${received} received instead of ${arrived}`)
  }
  if (intent.outputAmount !== undefined) await checkPaid(chain, final, intent, report)
}

/** The receipt of a purchase must report the amount paid after the refund. */
async function checkPaid(
  chain: TestChain,
  { outcome: { paid, receipt } }: StateOf<'completed'>,
  { inputToken, account }: SwapIntent,
  report: Report,
): Promise<void> {
  if (paid === undefined) return report('does not report the paid amount')
  const { blockNumber, gasUsed, effectiveGasPrice } = await chain.publicClient.getTransactionReceipt(receipt)
  const [before, after] = await Promise.all(
    [blockNumber - 1n, blockNumber].map((block) =>
      isNativeToken(inputToken.address)
        ? chain.publicClient.getBalance({ address: account, blockNumber: block })
        : chain.publicClient.readContract({
            abi: erc20Abi,
            address: inputToken.address,
            functionName: 'balanceOf',
            args: [account],
            blockNumber: block,
          }),
    ),
  )
  const gas = isNativeToken(inputToken.address) ? gasUsed * effectiveGasPrice : 0n
  const left = (before ?? 0n) - (after ?? 0n) - gas
  if (left !== paid) report(`reports ${paid} paid instead of ${left}`)
}

/** Returns true for calls of the same trade. Wallets may append a suffix or change the minimum. */
function isSameTrade(requested: Hex, mined: Hex): boolean {
  if (mined.startsWith(requested.toLowerCase())) return true
  const plain = [requested, mined].map((data) => {
    const call = decodeSwap(data)
    return call && encodeSwap({ ...call, trade: { ...call.trade, minOutputAmount: 0n } })
  })
  return plain[0] !== undefined && plain[0] === plain[1]
}

/** Sums the output token's logs. Returns undefined for the native token, which has no logs. */
async function receivedIn(chain: TestChain, hash: Hex, intent: SwapIntent): Promise<bigint | undefined> {
  const { address } = intent.outputToken
  if (isNativeToken(address)) return undefined
  const { logs } = await chain.publicClient.getTransactionReceipt({ hash })
  return parseEventLogs({ abi: erc20, eventName: 'Transfer', logs })
    .filter((log) => sameAddress(log.address, address) && sameAddress(log.args.to, intent.receiver))
    .reduce((sum, { args }) => sum + args.value, 0n)
}

async function checkSwap(
  stage: LieStage,
  run: LieRun,
  swap: SwapRequest,
  intent: SwapIntent,
  report: Report,
): Promise<void> {
  const { mode, lie } = run
  const { transaction } = swap
  const agreed = agreedBefore(swap, run)
  checkTarget(stage, transaction, { intent, agreed }, report)
  checkFreshness(swap, run, report)
  await checkDecimals(stage, intent, report)
  if (mode.codec === 'sluice') checkTrade(swap, { intent, agreed }, report)
  if (mode.codec === 'sluice') checkCarried(swap, run, report)
  // Without a codec no minimum is enforced, so the first prompt needs an acknowledgement.
  if (mode.codec === 'none' && isFirstRequestUnconfirmed(run))
    report('opened the wallet without an acknowledgement or a minimum')
  if (mode.codec === 'none' && !mode.simulates) return

  const effect = await getEffect(stage, run, swap, { attacked: false })
  checkEffect(effect, { intent, agreed }, report)
  checkGas(swap, effect, run, report)
  const fee = decodeSwap(transaction.data)?.trade.settlementFee ?? 0n
  const amounts = [agreed.outputAmount, getDelta(effect, intent.outputToken.address)]
  if (mode.codec === 'sluice') checkFee(stage, fee, { intent, amounts }, report)
  if (mode.codec === 'sluice') checkShownFee(fee, { intent, run, amounts }, report)
  if (effect.receipt.status === 'success') {
    const received = getDelta(effect, intent.outputToken.address)
    // The service's figures do not account for a lying node, wallet or token.
    const isMeasured = mode.simulates && !lie.node && !lie.onChain
    if (isMeasured) {
      const min = agreed.outputAmount - (agreed.outputAmount * TOLERANCE_BPS) / 10_000n - 1n
      if (received < min) report(`delivered ${received} although ${agreed.outputAmount} was shown`)
      const spent = -getDelta(effect, intent.inputToken.address)
      const most = agreed.inputAmount + (agreed.inputAmount * TOLERANCE_BPS) / 10_000n + 1n
      if (spent > most) report(`took ${spent} although ${agreed.inputAmount} was shown`)
    }
    if (mode.codec === 'none') checkShown(run, received, report)
  }
  if (agreed.minOutputAmount === undefined) return
  for (const possible of [effect, await getEffect(stage, run, swap, { attacked: true })]) {
    const received = getDelta(possible, intent.outputToken.address)
    if (possible.receipt.status === 'success' && received < agreed.minOutputAmount) {
      report(`can deliver ${received} although ${agreed.minOutputAmount} is the agreed minimum`)
    }
    if (intent.outputAmount !== undefined) checkEffect(possible, { intent, agreed }, report)
  }
}

/** Replays the call. Cached if the lie leaves the chain unchanged: the effect is then the same. */
async function getEffect(
  { chain, effects }: LieStage,
  { lie: { swap = 'existingAllowance', wallet, onChain } }: LieRun,
  moment: SwapRequest,
  { attacked }: { attacked: boolean },
): Promise<Effect> {
  const isUnchanged = wallet === undefined && onChain === undefined
  const call = decodeSwap(moment.transaction.data)
  if (!isUnchanged || !call) return replay(chain, moment, { attacked })
  const data = encodeSwap({ ...call, trade: { ...call.trade, deadline: 0n } })
  const key = JSON.stringify([swap, attacked, data, { ...moment.transaction, data: undefined }])
  const known = effects.get(key) ?? (await replay(chain, moment, { attacked }))
  effects.set(key, known)
  return known
}

/** The figures the user last agreed to before this request. */
function agreedBefore(swap: WalletRequest, { requests, reconfirmations, agreed }: LieRun): Agreement {
  const position = requests.indexOf(swap)
  const last = reconfirmations.filter(({ afterRequests }) => afterRequests <= position).at(-1) ?? agreed
  if (!last) throw new Error('A swap was requested without a price')
  return last
}

function isFirstRequestUnconfirmed({ reconfirmations }: LieRun): boolean {
  return reconfirmations.every(({ afterRequests }) => afterRequests > 0)
}

function checkTarget(
  stage: LieStage,
  transaction: RequestedTransaction,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  report: Report,
): void {
  const { to, from, value = '0x0', chainId, data } = transaction
  // A purchase may send less than the agreed maximum: the input amount of its call.
  const most = intent.outputAmount === undefined ? intent.inputAmount : decodeSwap(data)?.trade.inputAmount
  const expected = isNativeToken(intent.inputToken.address) ? (most ?? 0n) : 0n
  if (expected > agreed.maxInputAmount) report(`sends ${expected} of at most ${agreed.maxInputAmount}`)
  if (!sameAddress(to, stage.chain.manifest.contracts.settlement)) report(`called ${to}`)
  if (!sameAddress(from, intent.account)) report(`requested a transaction from ${from}`)
  if (BigInt(value) !== expected) report(`sent ${BigInt(value)} wei`)
  if (chainId !== undefined && Number(chainId) !== intent.chainId)
    report(`requested chain ${String(chainId)}`)
}

/** A quote may only be used until its own expiry, counted from its request. */
function checkFreshness({ atMs }: SwapRequest, { quotes }: LieRun, report: Report): void {
  const last = quotes.filter(({ requestedAtMs }) => requestedAtMs <= atMs).at(-1)
  if (!last?.expiresAt) return
  const dateMs = Date.parse(last.date ?? '')
  const validMs = Date.parse(last.expiresAt) - (Number.isNaN(dateMs) ? last.requestedAtMs : dateMs)
  // The `Date` header has whole seconds.
  if (atMs - last.requestedAtMs > validMs + 1_000)
    report(`used a quote after ${atMs - last.requestedAtMs} ms that is valid for ${validMs} ms`)
}

/** The shown decimals must equal the token's decimals. */
async function checkDecimals({ chain }: LieStage, intent: SwapIntent, report: Report): Promise<void> {
  const { tokens, nativeCurrency } = chain.manifest
  for (const shown of [intent.inputToken, intent.outputToken]) {
    if (isNativeToken(shown.address)) {
      // The native token is defined by the host's config.
      const { symbol, decimals } = nativeCurrency
      if (shown.symbol !== symbol) report(`called ${symbol} ${shown.symbol}`)
      if (shown.decimals !== decimals) report(`showed ${symbol} with ${shown.decimals} decimals`)
      continue
    }
    const listed = tokens.find(({ address }) => sameAddress(address, shown.address))
    const onChain = await readDecimals(chain, shown.address)
    const isRight = onChain.includes(BigInt(Math.trunc(shown.decimals))) && Number.isInteger(shown.decimals)
    if (!isRight || (listed && listed.decimals !== shown.decimals)) {
      report(`showed ${shown.symbol} with ${shown.decimals} decimals`)
    }
  }
}

/** The decimals the token returns in the last two blocks, which may differ. */
async function readDecimals(chain: TestChain, token: Address): Promise<bigint[]> {
  const latest = await chain.publicClient.getBlockNumber()
  const rpc = createRpc(chain.manifest.rpcUrl)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  const answers = await Promise.all(
    [latest, latest - 1n].map((block) =>
      rpc.request<Hex>('eth_call', { to: token, data }, `0x${block.toString(16)}`).catch(() => '0x' as Hex),
    ),
  )
  return answers.filter((answer) => answer.length >= 66).map((answer) => BigInt(answer.slice(0, 66)))
}

/** The parameters of the call, decoded from the wallet request. */
function checkTrade(
  { transaction: { data }, atMs }: SwapRequest,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  report: Report,
): void {
  const call = decodeSwap(data)
  if (!call) {
    report('requested a call that is not a swap')
    return
  }
  if (encodeSwap(call).toLowerCase() !== data.toLowerCase()) report('requested additional calldata')
  const { trade } = call
  const partner = intent.partner?.address ?? ZERO_ADDRESS
  if (!sameAddress(trade.inputToken, intent.inputToken.address)) report(`sells ${trade.inputToken}`)
  if (!sameAddress(trade.outputToken, intent.outputToken.address)) report(`buys ${trade.outputToken}`)
  if (intent.outputAmount === undefined) {
    if (trade.inputAmount !== intent.inputAmount) report(`sells ${trade.inputAmount}`)
  } else {
    const { maxInputAmount } = agreed
    if (trade.inputAmount > maxInputAmount)
      report(`may take ${trade.inputAmount} of at most ${maxInputAmount}`)
    if (trade.minOutputAmount !== intent.outputAmount) report(`buys at least ${trade.minOutputAmount}`)
  }
  if (!sameAddress(trade.outputReceiver, intent.receiver)) report(`pays ${trade.outputReceiver}`)
  if (!sameAddress(trade.partner, partner)) report(`has the partner ${trade.partner}`)
  if (trade.partnerFeeBps !== BigInt(intent.partner?.feeBps ?? 0))
    report(`has a partner fee of ${trade.partnerFeeBps} bps`)
  if (trade.surplusThreshold !== SHARING_OFF) report('shares surplus')
  const latest = BigInt(Math.ceil(atMs / 1_000)) + LATEST_DEADLINE_SECONDS
  if (trade.deadline > latest) report(`expires at ${trade.deadline}, ${trade.deadline - latest} s too late`)
  const agreedMin = agreed.minOutputAmount ?? 0n
  if (trade.minOutputAmount < agreedMin) report(`enforces ${trade.minOutputAmount} instead of ${agreedMin}`)
}

/** A permit in the call must have the amount and the deadline of the last requested permit. */
function checkCarried({ transaction }: SwapRequest, { requests }: LieRun, report: Report): void {
  const permit = decodeSwap(transaction.data)?.permit ?? '0x'
  if (permit === '0x') return
  const permitRequest = requests.filter(({ method }) => method === 'eth_signTypedData_v4').at(-1)
  if (!permitRequest) {
    report(`carries the permit ${permit}`)
    return
  }
  const { message } = JSON.parse(String(permitRequest.params[1]))
  const terms = [message.value, message.deadline].map((value) => BigInt(value).toString(16).padStart(64, '0'))
  if (!permit.startsWith(`0x02${terms.join('')}`)) report(`carries the permit ${permit}`)
}

/** A fee above its share of the shown or received amount must be below the minimum fee. */
function checkFee(
  { chain }: LieStage,
  fee: bigint,
  { intent, amounts }: { intent: SwapIntent; amounts: readonly bigint[] },
  report: Report,
): void {
  const most = amounts.reduce(maxBigInt, 0n)
  // With a margin, because the share is of the gross amount.
  const share = (most * MAX_FEE_BPS * 110n) / (10_000n * 100n) + 1n
  const { priceUsd, decimals } = tokenPlan(getSymbol(chain, intent.outputToken.address))
  const usd = (Number(fee) / 10 ** decimals) * priceUsd
  if (fee > share && usd > MAX_FLOOR_USD) {
    report(`allows a fee of ${fee} ($${usd.toFixed(3)}) of ${most}`)
  }
}

/** The fee may exceed the shown fee, in proportion to the output, by at most a fifth. */
function checkShownFee(
  fee: bigint,
  { intent, run, amounts }: { intent: SwapIntent; run: LieRun; amounts: readonly bigint[] },
  report: Report,
): void {
  const shown = [intent.price, ...run.reconfirmations.map(({ state }) => state.verified.quote)]
    .filter(({ feeToken }) => sameAddress(feeToken, intent.outputToken.address))
    .map(({ settlementFee = '0', effectiveOutputAmount }) => ({
      fee: BigInt(settlementFee),
      output: BigInt(effectiveOutputAmount),
    }))
  const got = amounts.reduce(maxBigInt, 0n)
  const most = shown.map(
    (one) => (one.fee * 12n * maxBigInt(got, one.output)) / (10n * maxBigInt(one.output, 1n)) + 1n,
  )
  if (fee > most.reduce(maxBigInt, 0n)) report(`allows a fee of ${fee} above the shown maximum of ${most}`)
}

function getSymbol(chain: TestChain, address: Address): string {
  const token = chain.manifest.tokens.find((known) => sameAddress(known.address, address))
  return token?.symbol ?? 'WETH'
}

/** At most the agreed input leaves the account. */
function checkEffect(
  { deltas, receipt }: Effect,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  report: Report,
): void {
  for (const [token, delta] of deltas) {
    if (delta >= 0n) continue
    if (receipt.status === 'reverted') report(`took ${-delta} of ${token} in a reverted transaction`)
    else if (!sameAddress(token, intent.inputToken.address)) report(`took ${-delta} of ${token}`)
    else if (-delta > agreed.maxInputAmount) report(`took ${-delta} of the input`)
  }
}

/** The gas limit must be close to the used gas, or accepted by the user. */
function checkGas(
  { transaction: { gas, gasPrice, maxFeePerGas } }: SwapRequest,
  { receipt }: Effect,
  { reconfirmations }: LieRun,
  report: Report,
): void {
  const shown = reconfirmations.map(({ state }) => state.verified.gas.limit).reduce(maxBigInt, 0n)
  const most = maxBigInt(receipt.gasUsed * MAX_GAS_FACTOR, shown)
  if (gas === undefined) report('requested no gas limit')
  else if (receipt.status === 'success' && BigInt(gas) > most) {
    report(`requested ${BigInt(gas)} gas although ${receipt.gasUsed} is used`)
  }
  if (gasPrice !== undefined || maxFeePerGas !== undefined) report('requested a gas price')
}

/** Without a codec the screen shows the simulated output, which must be received. */
function checkShown({ final, lie }: LieRun, received: bigint, report: Report): void {
  const shown = 'verified' in final ? final.verified.outputAmount : undefined
  if (shown === undefined || lie.onChain) return
  if (received + 1n < shown) report(`delivered ${received} although the simulation showed ${shown}`)
}

function getDelta({ deltas }: Effect, token: Address): bigint {
  return deltas.get((isNativeToken(token) ? NATIVE_TOKEN : token).toLowerCase()) ?? 0n
}

function isSwap(request: WalletRequest): request is SwapRequest {
  const { transaction } = request
  return transaction !== undefined && !transaction.data.startsWith(APPROVE)
}

function runToEnd({ final, thrown, reconfirmations }: LieRun): string {
  const prefix = reconfirmations.length > 0 ? 'shown again, ' : ''
  if (final.stage === 'failed') return `${prefix}${final.error.code} at ${final.at}`
  if (thrown instanceof SluiceError) return `${thrown.code} at the price`
  return `${prefix}${final.stage}`
}
