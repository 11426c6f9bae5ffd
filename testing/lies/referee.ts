import { encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEventLogs } from 'viem'
import { createRpc } from '../../devnet/rpc.ts'
import { tokenPlan } from '../../devnet/tokens.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import type { StateOf, SwapIntent } from '../../src/execution/machine/types.ts'
import {
  type Address,
  isNativeToken,
  NATIVE_TOKEN,
  sameAddress,
  ZERO_ADDRESS,
} from '../../src/lib/address.ts'
import { maxBigInt } from '../../src/lib/amount.ts'
import type { TestChain } from '../devnet.ts'
import { readAllowances, readSpenders } from './holdings.ts'
import type { LieStage } from './lie-stage.ts'
import type { RequestedTransaction, WalletRequest } from './lying-wallet.ts'
import type { Agreement, Play } from './play.ts'
import { type Effect, findReceipt, type Moment, replay } from './replay.ts'
import { decodeSwap, encodeSwap } from './settlement-calldata.ts'
import { ACCOUNTS } from './swaps.ts'

export type Outcome = 'refused' | 'asked again' | 'signed and true' | 'signed and different'

export interface Verdict {
  outcome: Outcome
  /** Differences to what the screen showed. */
  complaints: readonly string[]
  /** The last stage or error, for the table. */
  end: string
}

type SwapRequest = WalletRequest & Moment

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const APPROVE = '0x095ea7b3'
/** How much worse than shown a firm quote may be without asking. */
const TOLERANCE_BPS = 10n
/** Longer than the deadline the widget requests, including clock skew. */
const LATEST_DEADLINE_SECONDS = 600n
const MAX_GAS_FACTOR = 4n
const SHARING_OFF = 2n ** 256n - 1n
const MAX_FEE_BPS = 5n
/** The minimum settlement fee is 0.2 cent; the price may be slightly off. */
const MAX_FLOOR_USD = 0.004

/**
 * Judges a run by what the screen showed, what the wallet was asked to sign, and what the transaction does on chain, with
 * and without an attack before it. Independent of the widget's own verification.
 */
export async function judge(stage: LieStage, play: Play): Promise<Verdict> {
  const complaints: string[] = []
  const say = (complaint: string) => void complaints.push(complaint)
  const { intent, reconfirmations } = play
  for (const request of play.strayRequests) say(`asked a host that nobody named: ${request}`)
  judgeError(play, say)
  const swaps = play.requests.filter(isSwap)
  if (intent) {
    for (const request of play.requests)
      if (!isSwap(request)) judgeApproval(stage, request, play, intent, say)
    const sent = swaps.filter(({ hashes }) => hashes.length > 0)
    const asked = new Set(swaps.map(({ transaction }) => JSON.stringify(transaction)))
    if (sent.length > 1 || asked.size > 1) say(`asked for ${swaps.length} swaps`)
    await judgeAllowances(stage, play, say)
    await judgeEnd(stage, play, swaps, say)
    // Reverting to the first snapshot would remove the later ones.
    for (const swap of [...swaps].reverse()) await judgeSwap(stage, play, swap, intent, say)
  } else if (play.requests.length > 0) say('asked the wallet without a price')

  const isAsked = reconfirmations.length > 0
  const [first] = swaps
  const quiet: Outcome = isAsked ? 'asked again' : first ? 'signed and true' : 'refused'
  return {
    outcome: complaints.length > 0 ? 'signed and different' : quiet,
    complaints,
    end: runToEnd(play),
  }
}

type Say = (complaint: string) => void

/** Whatever responses the widget gets, it must throw a `SluiceError` with a specific code. */
function judgeError({ thrown, final }: Play, say: Say): void {
  const error = final.stage === 'failed' ? final.error : thrown
  if (error === undefined) return
  if (!(error instanceof SluiceError)) say(`threw ${String(error)}`)
  else if (error.code === 'UNKNOWN') say(`has no word for ${String(error.cause ?? error.details)}`)
}

function judgeApproval(stage: LieStage, request: WalletRequest, play: Play, intent: SwapIntent, say: Say) {
  const { method, transaction } = request
  if (method === 'eth_signTypedData_v4') return judgePermit(stage, request, play, intent, say)
  if (!transaction) return say(`asked for ${method}`)
  const { settlement } = stage.chain.manifest.contracts
  const allowed = [0n, agreedBefore(request, play).maxInputAmount].map((amount) =>
    encodeFunctionData({ abi: erc20, functionName: 'approve', args: [settlement, amount] }).toLowerCase(),
  )
  if (!sameAddress(transaction.to, intent.inputToken.address)) say(`approved at ${transaction.to}`)
  if (!allowed.includes(transaction.data.toLowerCase())) say(`asked to approve ${transaction.data}`)
  if (BigInt(transaction.value ?? 0) !== 0n) say(`sent ${transaction.value} with an approval`)
}

/** A permit may allow the settlement exactly what was agreed, of the input alone and not for long. */
function judgePermit(stage: LieStage, request: WalletRequest, play: Play, intent: SwapIntent, say: Say) {
  const { domain, primaryType, message } = JSON.parse(String(request.params[1]))
  const { contracts } = stage.chain.manifest
  const isPermit2 = primaryType === 'PermitSingle'
  const amount = isPermit2 ? message.details.amount : message.value
  const token = isPermit2 ? message.details.token : domain.verifyingContract
  const deadline = Number(isPermit2 ? message.sigDeadline : message.deadline)
  const { maxInputAmount } = agreedBefore(request, play)
  if (isPermit2 && !sameAddress(domain.verifyingContract, contracts.permit2))
    say('signed for a false Permit2')
  if (isPermit2 && Number(message.details.expiration) > deadline) say('allowed more time than it signed for')
  if (!isPermit2 && primaryType !== 'Permit') say(`signed ${primaryType}`)
  if (!isPermit2 && !sameAddress(message.owner, intent.account)) say(`signed for ${message.owner}`)
  if (!sameAddress(String(request.params[0]), intent.account)) say(`asked ${request.params[0]} to sign`)
  if (!sameAddress(token, intent.inputToken.address)) say(`permitted ${token}`)
  if (!sameAddress(message.spender, contracts.settlement)) say(`permitted it to ${message.spender}`)
  if (BigInt(amount) !== maxInputAmount) say(`permitted ${amount} of ${maxInputAmount}`)
  if (Number(domain.chainId) !== intent.chainId) say(`signed for chain ${domain.chainId}`)
  if (deadline > request.atMs / 1_000 + Number(LATEST_DEADLINE_SECONDS)) say(`permitted until ${deadline}`)
}

/** Only the settlement may have got an allowance, and only of the input. */
async function judgeAllowances(stage: LieStage, play: Play, say: Say): Promise<void> {
  const { intent, lie, requests } = play
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
    const most = last ? agreedBefore(last, play).maxInputAmount : 0n
    if (!isMeant || (amount > most && !lie.onChain)) say(`${spender} may take ${amount} of ${token}`)
  }
}

/** Success may only be reported for this swap, and only after it was mined. */
async function judgeEnd(
  { chain }: LieStage,
  { final, lie, intent }: Play,
  swaps: readonly SwapRequest[],
  say: Say,
): Promise<void> {
  const isOut = final.stage === 'watching' || final.stage === 'approving'
  if (isOut && final.hash !== undefined && !/^0x[0-9a-fA-F]{64}$/.test(final.hash)) {
    say(`watches ${JSON.stringify(final.hash)}`)
  }
  if (final.stage !== 'completed' || lie.knowable === 'the call' || !intent) return
  const { hash } = final.outcome.receipt
  const mined = await chain.publicClient.getTransaction({ hash }).catch(() => undefined)
  if (!mined) return say(`says that ${hash} was mined`)
  const receipt = await findReceipt(chain, hash)
  if (receipt?.status !== 'success') say('says that a transaction went through which was undone')
  const isAsked = swaps.some(
    ({ transaction: { to, data, value = '0x0' } }) =>
      sameAddress(to, mined.to ?? '') && isSameTrade(data, mined.input) && BigInt(value) === mined.value,
  )
  if (!isAsked || !sameAddress(mined.from, intent.account)) say('says success of another transaction')
  const { received } = final.outcome
  const arrived = await receivedIn(chain, hash, intent)
  if (received !== undefined && arrived !== undefined && received !== arrived) {
    say(`says that ${received} arrived, and it was ${arrived}`)
  }
  if (intent.outputAmount !== undefined) await judgePaid(chain, final, intent, say)
}

/** The receipt of a purchase must say what was paid after the refund. */
async function judgePaid(
  chain: TestChain,
  { outcome: { paid, receipt } }: StateOf<'completed'>,
  { inputToken, account }: SwapIntent,
  say: Say,
): Promise<void> {
  if (paid === undefined) return say('does not say what was paid')
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
  if (left !== paid) say(`says that ${paid} was paid, and it was ${left}`)
}

/** Whether two calls are the same trade. Wallets may append a suffix or change the minimum. */
function isSameTrade(asked: Hex, mined: Hex): boolean {
  if (mined.startsWith(asked.toLowerCase())) return true
  const plain = [asked, mined].map((data) => {
    const call = decodeSwap(data)
    return call && encodeSwap({ ...call, trade: { ...call.trade, minOutputAmount: 0n } })
  })
  return plain[0] !== undefined && plain[0] === plain[1]
}

/** The received amount in the logs of the output token; undefined for the native token, which has no logs. */
async function receivedIn(chain: TestChain, hash: Hex, intent: SwapIntent): Promise<bigint | undefined> {
  const { address } = intent.outputToken
  if (isNativeToken(address)) return undefined
  const { logs } = await chain.publicClient.getTransactionReceipt({ hash })
  return parseEventLogs({ abi: erc20, eventName: 'Transfer', logs })
    .filter((log) => sameAddress(log.address, address) && sameAddress(log.args.to, intent.receiver))
    .reduce((sum, { args }) => sum + args.value, 0n)
}

async function judgeSwap(
  stage: LieStage,
  play: Play,
  swap: SwapRequest,
  intent: SwapIntent,
  say: Say,
): Promise<void> {
  const { mode, lie } = play
  const { transaction } = swap
  const agreed = agreedBefore(swap, play)
  judgeTarget(stage, transaction, { intent, agreed }, say)
  judgeFreshness(swap, play, say)
  await judgeDecimals(stage, intent, say)
  if (mode.codec === 'sluice') judgeTrade(swap, { intent, agreed }, say)
  if (mode.codec === 'sluice') judgeCarried(swap, play, say)
  // Without a codec no minimum is enforced, so the first prompt needs an acknowledgement.
  if (mode.codec === 'none' && isAskedAfterFirst(play)) say('opened the wallet unasked, without a minimum')
  if (mode.codec === 'none' && !mode.simulates) return

  const effect = await getEffect(stage, play, swap, { attacked: false })
  judgeEffect(effect, { intent, agreed }, say)
  judgeGas(swap, effect, play, say)
  const fee = decodeSwap(transaction.data)?.trade.settlementFee ?? 0n
  const amounts = [agreed.outputAmount, getDelta(effect, intent.outputToken.address)]
  if (mode.codec === 'sluice') judgeFee(stage, fee, { intent, amounts }, say)
  if (mode.codec === 'sluice') judgeShownFee(fee, { intent, play, amounts }, say)
  if (effect.receipt.status === 'success') {
    const received = getDelta(effect, intent.outputToken.address)
    // The service's figures do not account for a lying node, wallet or token.
    const isMeasured = mode.simulates && !lie.node && !lie.onChain
    if (isMeasured) {
      const min = agreed.outputAmount - (agreed.outputAmount * TOLERANCE_BPS) / 10_000n - 1n
      if (received < min) say(`brought ${received} where ${agreed.outputAmount} was shown`)
      const spent = -getDelta(effect, intent.inputToken.address)
      const most = agreed.inputAmount + (agreed.inputAmount * TOLERANCE_BPS) / 10_000n + 1n
      if (spent > most) say(`took ${spent} where ${agreed.inputAmount} was shown`)
    }
    if (mode.codec === 'none') judgeShown(play, received, say)
  }
  if (agreed.minOutputAmount === undefined) return
  for (const world of [effect, await getEffect(stage, play, swap, { attacked: true })]) {
    const received = getDelta(world, intent.outputToken.address)
    if (world.receipt.status === 'success' && received < agreed.minOutputAmount) {
      say(`brings ${received} where at least ${agreed.minOutputAmount} was promised`)
    }
    if (intent.outputAmount !== undefined) judgeEffect(world, { intent, agreed }, say)
  }
}

/** The effect of the call. Cached where the chain's state is unchanged, since the effect is then the same. */
async function getEffect(
  { chain, effects }: LieStage,
  { lie: { swap = 'standing', wallet, onChain } }: Play,
  moment: SwapRequest,
  { attacked }: { attacked: boolean },
): Promise<Effect> {
  const isAsEver = wallet === undefined && onChain === undefined
  const call = decodeSwap(moment.transaction.data)
  if (!isAsEver || !call) return replay(chain, moment, { attacked })
  const data = encodeSwap({ ...call, trade: { ...call.trade, deadline: 0n } })
  const key = JSON.stringify([swap, attacked, data, { ...moment.transaction, data: undefined }])
  const known = effects.get(key) ?? (await replay(chain, moment, { attacked }))
  effects.set(key, known)
  return known
}

/** The figures the user last agreed to before this request. */
function agreedBefore(swap: WalletRequest, { requests, reconfirmations, agreed }: Play): Agreement {
  const position = requests.indexOf(swap)
  const last = reconfirmations.filter(({ afterRequests }) => afterRequests <= position).at(-1) ?? agreed
  if (!last) throw new Error('A swap was asked for without a price')
  return last
}

function isAskedAfterFirst({ reconfirmations }: Play): boolean {
  return reconfirmations.every(({ afterRequests }) => afterRequests > 0)
}

function judgeTarget(
  stage: LieStage,
  transaction: RequestedTransaction,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  say: Say,
): void {
  const { to, from, value = '0x0', chainId, data } = transaction
  // A purchase may send less than the agreed maximum: what its call takes.
  const most = intent.outputAmount === undefined ? intent.inputAmount : decodeSwap(data)?.trade.inputAmount
  const expected = isNativeToken(intent.inputToken.address) ? (most ?? 0n) : 0n
  if (expected > agreed.maxInputAmount) say(`sends ${expected} of at most ${agreed.maxInputAmount}`)
  if (!sameAddress(to, stage.chain.manifest.contracts.settlement)) say(`called ${to}`)
  if (!sameAddress(from, intent.account)) say(`asked for ${from}`)
  if (BigInt(value) !== expected) say(`sent ${BigInt(value)} wei`)
  if (chainId !== undefined && Number(chainId) !== intent.chainId) say(`asked for chain ${String(chainId)}`)
}

/** A quote may only be used until its own expiry, counted from its request. */
function judgeFreshness({ atMs }: SwapRequest, { quotes }: Play, say: Say): void {
  const last = quotes.filter(({ requestedAtMs }) => requestedAtMs <= atMs).at(-1)
  if (!last?.expiresAt) return
  const dateMs = Date.parse(last.date ?? '')
  const validMs = Date.parse(last.expiresAt) - (Number.isNaN(dateMs) ? last.requestedAtMs : dateMs)
  // The `Date` header has whole seconds.
  if (atMs - last.requestedAtMs > validMs + 1_000)
    say(`used a quote ${atMs - last.requestedAtMs} ms old of ${validMs}`)
}

/** The shown decimals must be those of the token. */
async function judgeDecimals({ chain }: LieStage, intent: SwapIntent, say: Say): Promise<void> {
  const { tokens, nativeCurrency } = chain.manifest
  for (const shown of [intent.inputToken, intent.outputToken]) {
    if (isNativeToken(shown.address)) {
      // The native token is defined by the host's config.
      const { symbol, decimals } = nativeCurrency
      if (shown.symbol !== symbol) say(`called ${symbol} ${shown.symbol}`)
      if (shown.decimals !== decimals) say(`showed ${symbol} with ${shown.decimals} decimals`)
      continue
    }
    const listed = tokens.find(({ address }) => sameAddress(address, shown.address))
    const onChain = await readDecimals(chain, shown.address)
    const isRight = onChain.includes(BigInt(Math.trunc(shown.decimals))) && Number.isInteger(shown.decimals)
    if (!isRight || (listed && listed.decimals !== shown.decimals)) {
      say(`showed ${shown.symbol} with ${shown.decimals} decimals`)
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
function judgeTrade(
  { transaction: { data }, atMs }: SwapRequest,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  say: Say,
): void {
  const call = decodeSwap(data)
  if (!call) {
    say('signed what is no swap')
    return
  }
  if (encodeSwap(call).toLowerCase() !== data.toLowerCase()) say('signed more than the swap')
  const { trade } = call
  const partner = intent.partner?.address ?? ZERO_ADDRESS
  if (!sameAddress(trade.inputToken, intent.inputToken.address)) say(`sells ${trade.inputToken}`)
  if (!sameAddress(trade.outputToken, intent.outputToken.address)) say(`buys ${trade.outputToken}`)
  if (intent.outputAmount === undefined) {
    if (trade.inputAmount !== intent.inputAmount) say(`sells ${trade.inputAmount}`)
  } else {
    const { maxInputAmount } = agreed
    if (trade.inputAmount > maxInputAmount) say(`may take ${trade.inputAmount} of at most ${maxInputAmount}`)
    if (trade.minOutputAmount !== intent.outputAmount) say(`buys at least ${trade.minOutputAmount}`)
  }
  if (!sameAddress(trade.outputReceiver, intent.receiver)) say(`pays ${trade.outputReceiver}`)
  if (!sameAddress(trade.partner, partner)) say(`names the partner ${trade.partner}`)
  if (trade.partnerFeeBps !== BigInt(intent.partner?.feeBps ?? 0)) say(`partner fee ${trade.partnerFeeBps}`)
  if (trade.surplusThreshold !== SHARING_OFF) say('shares surplus')
  const latest = BigInt(Math.ceil(atMs / 1_000)) + LATEST_DEADLINE_SECONDS
  if (trade.deadline > latest) say(`holds until ${trade.deadline}, ${trade.deadline - latest} s too long`)
  const promised = agreed.minOutputAmount ?? 0n
  if (trade.minOutputAmount < promised) say(`enforces ${trade.minOutputAmount} of ${promised}`)
}

/** The call carries no permit, or the one that was asked for before: with its amount and its deadline. */
function judgeCarried({ transaction }: SwapRequest, { requests }: Play, say: Say): void {
  const permit = decodeSwap(transaction.data)?.permit ?? '0x'
  if (permit === '0x') return
  const asked = requests.filter(({ method }) => method === 'eth_signTypedData_v4').at(-1)
  if (!asked) {
    say(`carries the permit ${permit}`)
    return
  }
  const { message } = JSON.parse(String(asked.params[1]))
  const terms = [message.value, message.deadline].map((value) => BigInt(value).toString(16).padStart(64, '0'))
  if (!permit.startsWith(`0x02${terms.join('')}`)) say(`carries the permit ${permit}`)
}

/** A fee above its share of the shown or received amount must be below the minimum fee. */
function judgeFee(
  { chain }: LieStage,
  fee: bigint,
  { intent, amounts }: { intent: SwapIntent; amounts: readonly bigint[] },
  say: Say,
): void {
  const most = amounts.reduce(maxBigInt, 0n)
  // With a margin, because the share is of the gross amount.
  const share = (most * MAX_FEE_BPS * 110n) / (10_000n * 100n) + 1n
  const { priceUsd, decimals } = tokenPlan(getSymbol(chain, intent.outputToken.address))
  const usd = (Number(fee) / 10 ** decimals) * priceUsd
  if (fee > share && usd > MAX_FLOOR_USD) {
    say(`lets a fee of ${fee} be taken, $${usd.toFixed(3)}, of ${most}`)
  }
}

/** A fee was shown before it is taken, of the output, and not a fifth less in proportion. */
function judgeShownFee(
  fee: bigint,
  { intent, play, amounts }: { intent: SwapIntent; play: Play; amounts: readonly bigint[] },
  say: Say,
): void {
  const shown = [intent.price, ...play.reconfirmations.map(({ state }) => state.verified.quote)]
    .filter(({ feeToken }) => sameAddress(feeToken, intent.outputToken.address))
    .map(({ settlementFee = '0', effectiveOutputAmount }) => ({
      fee: BigInt(settlementFee),
      output: BigInt(effectiveOutputAmount),
    }))
  const got = amounts.reduce(maxBigInt, 0n)
  const most = shown.map(
    (one) => (one.fee * 12n * maxBigInt(got, one.output)) / (10n * maxBigInt(one.output, 1n)) + 1n,
  )
  if (fee > most.reduce(maxBigInt, 0n))
    say(`lets a fee of ${fee} be taken where at most ${most} follows from what was shown`)
}

function getSymbol(chain: TestChain, address: Address): string {
  const token = chain.manifest.tokens.find((known) => sameAddress(known.address, address))
  return token?.symbol ?? 'WETH'
}

/** At most the agreed input leaves the account. */
function judgeEffect(
  { deltas, receipt }: Effect,
  { intent, agreed }: { intent: SwapIntent; agreed: Agreement },
  say: Say,
): void {
  for (const [token, delta] of deltas) {
    if (delta >= 0n) continue
    if (receipt.status === 'reverted') say(`took ${-delta} of ${token} and was undone`)
    else if (!sameAddress(token, intent.inputToken.address)) say(`took ${-delta} of ${token}`)
    else if (-delta > agreed.maxInputAmount) say(`took ${-delta} of the input`)
  }
}

/** The gas limit must be close to the gas used, or accepted by the user. */
function judgeGas(
  { transaction: { gas, gasPrice, maxFeePerGas } }: SwapRequest,
  { receipt }: Effect,
  { reconfirmations }: Play,
  say: Say,
): void {
  const shown = reconfirmations.map(({ state }) => state.verified.gas.limit).reduce(maxBigInt, 0n)
  const most = maxBigInt(receipt.gasUsed * MAX_GAS_FACTOR, shown)
  if (gas === undefined) say('named no gas')
  else if (receipt.status === 'success' && BigInt(gas) > most) {
    say(`asked for ${BigInt(gas)} gas where ${receipt.gasUsed} is used`)
  }
  if (gasPrice !== undefined || maxFeePerGas !== undefined) say('named a price for gas')
}

/** Without a codec the screen shows the simulated output, which must be received. */
function judgeShown({ final, lie }: Play, received: bigint, say: Say): void {
  const shown = 'verified' in final ? final.verified.outputAmount : undefined
  if (shown === undefined || lie.onChain) return
  if (received + 1n < shown) say(`brought ${received} where the trial run showed ${shown}`)
}

function getDelta({ deltas }: Effect, token: Address): bigint {
  return deltas.get((isNativeToken(token) ? NATIVE_TOKEN : token).toLowerCase()) ?? 0n
}

function isSwap(request: WalletRequest): request is SwapRequest {
  const { transaction } = request
  return transaction !== undefined && !transaction.data.startsWith(APPROVE)
}

function runToEnd({ final, thrown, reconfirmations }: Play): string {
  const asked = reconfirmations.length > 0 ? 'asked, ' : ''
  if (final.stage === 'failed') return `${asked}${final.error.code} at ${final.at}`
  if (thrown instanceof SluiceError) return `${thrown.code} at the price`
  return `${asked}${final.stage}`
}
