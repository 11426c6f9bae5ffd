import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PARTNER, SETTLEMENT, USER, WETH } from '../../wire/fixtures/addresses.ts'
import type { Hex } from '../../wire/lib/address.ts'
import { isNativeToken } from '../../wire/lib/address.ts'
import type { Call } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { mostInput } from '../lib/purchase.ts'
import { FRESH_QUOTE_MS } from '../lib/thresholds.ts'
import { UNLIMITED } from '../lib/unlimited.ts'
import {
  approvalData,
  createExecutionWorld,
  isSameCall,
  type QuoteAnswer,
  readApproval,
  readTrade,
  readWrap,
} from '../testing/execution/execution-world.ts'
import { intentFixture } from '../testing/fixtures/fixture-intent.ts'
import { ETH, ETHEREUM, WETH as WETH_TOKEN } from '../testing/fixtures/fixture-tokens.ts'
import { createExecution } from './create-execution.ts'
import { isRunning } from './machine/is-running.ts'
import { getTerms } from './machine/terms.ts'
import type { ExecutionState, Stage, SwapIntent } from './machine/types.ts'
import { type Action, ANSWERS, createWalk } from './testing/execution-walk.ts'

/** Stages that wait for the user. All others wait for wallet, service or node. */
const RESTING: readonly Stage[] = ['idle', 'reconfirm', 'completed', 'failed']

/** Loads the on-demand code first, so that walks do not wait for it. */
beforeAll(() =>
  Promise.all([
    import('./effects/run-stage.ts'),
    import('../chain/viem.ts'),
    import('../chain/load-watch.ts').then(({ loadWatch }) => loadWatch()),
    import('./codecs/settlement-codec.ts'),
  ]),
)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const OUTPUT = BigInt(intentFixture.price.effectiveOutputAmount)
const wrap: SwapIntent = { ...intentFixture, inputToken: ETH, outputToken: WETH_TOKEN, wrapper: WETH }

const SIGNED: readonly Stage[] = ['switching', 'signing', 'watching', 'completed', 'failed']
const ALWAYS = [...SIGNED, 'background', 'uncertain', 'silent']
const QUOTED = [...ALWAYS, 'quoting', 'reconfirm', 'late answer']
const APPROVED = [...QUOTED, 'permitting', 'approving', 'batch']

/** The swap, its share of the walks in percent, and the end states that the walks must reach. */
const KINDS: Record<string, { intent: SwapIntent; share: number; reaches: readonly string[] }> = {
  'sale of a token': { intent: intentFixture, share: 40, reaches: APPROVED },
  'purchase with a token': {
    intent: { ...intentFixture, outputAmount: OUTPUT },
    share: 25,
    reaches: APPROVED,
  },
  'sale of the native token': { intent: { ...intentFixture, inputToken: ETH }, share: 10, reaches: QUOTED },
  'purchase with the native token': {
    intent: { ...intentFixture, inputToken: ETH, outputAmount: OUTPUT },
    share: 10,
    reaches: QUOTED,
  },
  wrap: { intent: wrap, share: 8, reaches: ALWAYS },
  unwrap: { intent: { ...wrap, inputToken: WETH_TOKEN, outputToken: ETH }, share: 7, reaches: ALWAYS },
}
/** The number of walks of all kinds together. */
const WALKS = process.env.SLUICE_FUZZ === 'all' ? 8_000 : 800

for (const [name, { intent, share, reaches }] of Object.entries(KINDS)) {
  it(`keeps every invariant of a ${name} under random user, wallet, service, node and clock events`, {
    timeout: WALKS * 150,
  }, async () => {
    const reached = new Set<string>()
    for (let seed = 1; seed <= (WALKS * share) / 100; seed += 1) {
      const walk = createWalk(seed, 60)
      const broken = await run(intent, walk, reached)
      if (broken) expect.fail(await explain(intent, walk, { seed, broken }))
    }
    expect([...reached]).toEqual(expect.arrayContaining([...reaches]))
  })
}

/** Walks through a fresh world. Resolves with the broken invariant, if any. */
async function run(
  base: SwapIntent,
  walk: readonly Action[],
  reached: Set<string> = new Set(),
): Promise<string | undefined> {
  const { world, deps, createQuote, settle } = createExecutionWorld(base)
  const execution = createExecution(deps)
  const broken: string[] = []
  let intent = base
  const isNative = isNativeToken(base.inputToken.address)
  const needsNoApproval = isNative || base.wrapper !== undefined
  /** The number of the current run, and the run of each request. */
  let runId = 0
  const askedIn = new WeakMap<object, number>()
  /** The amounts the user last saw and accepted. */
  let agreedMinimum = 0n
  let agreedMaximum = 0n
  let agreedAllowance = 0n
  let lastQuote: (QuoteAnswer & { run: number; answeredAt: number }) | undefined
  /** Swaps that the user stopped watching, and swaps whose end was reported. */
  const left = new Set<Hex>()
  const told = new Map<Hex, boolean>()

  const require = (holds: boolean, what: string) => {
    if (!holds) broken.push(what)
  }
  const getRequests = () => [...world.prompts, ...world.batches, ...world.signatures, ...world.switches]
  const getOwn = (list: readonly object[]) => list.filter((waiting) => askedIn.get(waiting) === runId)

  world.onPrompt = (request) => {
    const state = execution.getState()
    require(getOwn(getRequests()).length === 0, 'two wallet requests at once')
    require(request.chainId === intent.chainId && world.walletChainId === intent.chainId, 'wrong chain')
    require(request.from === intent.account && world.walletAccount === intent.account, 'wrong account')
    const approval = readApproval(request)
    if (approval) {
      require(request.value === 0n, 'native value')
      require(state.stage === 'approving', `approval in ${state.stage}`)
      require(approval.spender === SETTLEMENT, 'approval of another spender')
      require(approval.amount <= agreedAllowance, 'approval above what was shown')
      return
    }
    requireSwap(request)
  }

  world.onBatch = ({ chainId, from, calls }) => {
    require(getOwn(getRequests()).length === 0, 'two wallet requests at once')
    require(chainId === intent.chainId && world.walletChainId === intent.chainId, 'wrong chain')
    require(from === intent.account && world.walletAccount === intent.account, 'wrong account')
    require(calls.every(({ value }) => value === 0n), 'native value')
    const approvals = calls.slice(0, -1).map(readApproval)
    require(approvals.length === 1 && approvals[0]?.spender === SETTLEMENT, 'a batch with other approvals')
    require((approvals[0]?.amount ?? 0n) <= agreedAllowance, 'approval above what was shown')
    const last = calls.at(-1)
    if (last) requireSwap(last)
    reached.add('batch')
  }

  function requireSwap(request: Pick<Call, 'to' | 'data' | 'value'>): void {
    const { stage } = execution.getState()
    require(stage === 'signing', `swap in ${stage}`)
    if (intent.wrapper) {
      const wanted = { isWrap: isNative, amount: intent.inputAmount }
      require(isDeepStrictEqual(readWrap(request), wanted), 'another wrap')
      require(request.value === (isNative ? intent.inputAmount : 0n), 'native value')
      return
    }
    const trade = readTrade(request)
    require(trade !== undefined, 'neither an approval nor a swap')
    if (!trade) return
    require(trade.inputToken === intent.inputToken.address, 'another input')
    require(trade.outputToken === intent.outputToken.address, 'another output')
    require(trade.outputReceiver === intent.receiver, 'another receiver')
    require(request.value === (isNative ? trade.inputAmount : 0n), 'native value')
    const isPurchase = intent.outputAmount !== undefined
    require(isPurchase || trade.inputAmount === intent.inputAmount, 'another amount')
    require(trade.inputAmount <= agreedMaximum, `maximum ${trade.inputAmount} of ${agreedMaximum}`)
    require(trade.minOutputAmount >= agreedMinimum, `minimum ${trade.minOutputAmount} of ${agreedMinimum}`)
    require(!isPurchase || trade.minOutputAmount === intent.outputAmount, 'another output amount')
    require(lastQuote?.run === runId && lastQuote.lie === undefined, `a quote that lies: ${lastQuote?.lie}`)
    const age = world.now - (lastQuote?.answeredAt ?? 0)
    require(age <= Math.min(lastQuote?.expiresInMs ?? 90_000, FRESH_QUOTE_MS), `a quote ${age} ms old`)
  }

  world.onSignature = ({ from, domain, message }) => {
    const state = execution.getState()
    require(getOwn(getRequests()).length === 0, 'two wallet requests at once')
    require(state.stage === 'permitting', `permit in ${state.stage}`)
    require(from === intent.account && world.walletAccount === intent.account, 'permit of another account')
    require(domain.chainId === intent.chainId && world.walletChainId === intent.chainId, 'wrong chain')
    require(domain.verifyingContract === WETH.toLowerCase(), 'permit of another token')
    require(message.spender === SETTLEMENT.toLowerCase(), 'permit for another spender')
    require(Number(message.value) <= Number(agreedAllowance), 'permit above what was shown')
    require(Number(message.deadline) * 1_000 <= world.now + 400_000, 'a permit with a late deadline')
  }

  /** The transactions of batches, by the id of their route. */
  const batched = new Map<string, Hex>()
  const getHash = ({ hash, intent: { id } }: { hash: Hex | undefined; intent: { id: string } }) =>
    hash ?? batched.get(id)

  const tell = (state: ExecutionState) => {
    if (state.stage === 'completed') {
      told.set(state.outcome.replacedHash ?? state.outcome.receipt.hash, true)
    }
    const hash = state.stage === 'failed' && state.at === 'watching' ? getHash(state) : undefined
    if (hash) told.set(hash, false)
  }
  execution.subscribe(() => tell(execution.getState()))
  execution.onBackgroundSwap((_, now) => {
    reached.add('background')
    tell(now)
  })

  for (const action of walk) {
    await apply(action)
    await flush()
    note()
    check()
    if (broken.length > 0) break
  }
  if (broken.length === 0) await end()
  execution.destroy()
  return broken[0]

  async function apply(action: Action): Promise<void> {
    const before = execution.getState()
    switch (action.type) {
      case 'start':
        if (!isRunning(before) || before.stage === 'watching') {
          runId += 1
          // Each wrap has another amount, because the calldata of wraps is otherwise identical.
          const inputAmount = base.inputAmount + (base.wrapper ? BigInt(runId) : 0n)
          intent = { ...base, inputAmount, id: `route-${runId}` }
          const { maxInputAmount, minOutputAmount } = getTerms(intent, 0)
          agreedMaximum = maxInputAmount
          agreedMinimum = minOutputAmount
          agreedAllowance = needsNoApproval ? 0n : action.isUnlimited ? UNLIMITED : maxInputAmount
        }
        return execution.start(intent, { unlimitedApproval: action.isUnlimited })
      case 'accept':
        if (before.stage === 'reconfirm') {
          const { minOutputAmount, maxInputAmount, approvals } = before.verified
          agreedMinimum = minOutputAmount ?? 0n
          agreedMaximum = maxInputAmount
          if (!needsNoApproval && agreedAllowance !== UNLIMITED)
            agreedAllowance = approvals?.amount ?? maxInputAmount
        }
        return execution.accept()
      case 'dismiss':
      case 'giveUp':
        if (
          before.stage === 'watching' &&
          (action.type === 'dismiss' || before.isUnseen || before.isUncertain)
        )
          left.add(getHash(before) as Hex)
        return execution[action.type]()
      case 'cancel':
        return execution.cancel()
      case 'quote': {
        const waiting = pickFrom(world.quotes, action.at)
        if (!waiting) return
        if (action.answer === 'error') return waiting.reject(new SluiceError('SERVICE_ERROR'))
        const run = askedIn.get(waiting) ?? 0
        if (run !== runId) reached.add('late answer')
        else lastQuote = { ...action.answer, run, answeredAt: world.now }
        return waiting.resolve({ value: await createQuote(action.answer), requestId: 'request' })
      }
      case 'prompt': {
        const waiting = pickFrom(world.prompts, action.at)
        if (!waiting) return
        if (action.answer === 'reject') return waiting.reject(new SluiceError('USER_REJECTED'))
        if (action.answer === 'garbage') return waiting.resolve('0x1234')
        const { request } = waiting
        const isEdited = action.answer === 'edit' && readApproval(request) !== undefined
        const data = isEdited ? approvalData(intent.inputAmount / 2n) : request.data
        const hash: Hex = `0x${String(world.transactions.length + 1).padStart(63, '0')}0`
        world.transactions.push({ hash, request: { ...request, data }, outcome: undefined })
        if (action.answer === 'silent' && showsSilently(request, hash)) return
        // The response does not reach the page.
        if (action.answer === 'lost') return waiting.reject(new SluiceError('NETWORK_LOST'))
        return waiting.resolve(hash)
      }
      case 'signature': {
        const waiting = pickFrom(world.signatures, action.at)
        if (!waiting) return
        if (action.answer === 'reject') return waiting.reject(new SluiceError('USER_REJECTED'))
        if (action.answer === 'unsupported') return waiting.reject(new SluiceError('WALLET_ERROR'))
        if (action.answer === 'garbage') return waiting.resolve('0x1234')
        const r: Hex = `0x${String(world.signed.size + 1).padStart(64, '0')}`
        const { message } = waiting.request
        world.signed.set(r, action.answer === 'wrong' ? { ...message, nonce: -1n } : message)
        return waiting.resolve(`${r}${'0'.repeat(64)}1b`)
      }
      case 'batch': {
        const waiting = pickFrom(world.batches, action.at)
        if (!waiting) return
        if (action.answer === 'reject') return waiting.reject(new SluiceError('USER_REJECTED'))
        if (action.answer === 'fail') return waiting.reject(new SluiceError('WALLET_ERROR'))
        if (action.answer === 'refuse') return waiting.resolve(undefined)
        const { calls, chainId, from } = waiting.request
        const request = { chainId, from, gas: 0n, ...(calls.at(-1) as Call) }
        const hash: Hex = `0x${String(world.transactions.length + 1).padStart(63, '0')}0`
        const batchId = `batch of ${hash}`
        world.transactions.push({ hash, request, batchId, first: calls.slice(0, -1), outcome: undefined })
        batched.set(`route-${askedIn.get(waiting)}`, hash)
        if (action.answer === 'silent' && showsSilently(request, hash)) return
        return waiting.resolve({ batchId, batchWallet: 'world' })
      }
      case 'batches':
        world.canBatch = action.areAtomic
        return
      case 'permits':
        world.hasPermits = action.areTaken
        return
      case 'frontRun':
        // A third party uses the last signature: the allowance is set and the nonce is used.
        if (world.signed.size > 0)
          Object.assign(world, { allowance: mostInput(intent), nonce: world.nonce + 1n })
        return
      case 'switch': {
        const waiting = pickFrom(world.switches, action.at)
        if (action.answer === 'reject') return waiting?.reject(new SluiceError('USER_REJECTED'))
        if (waiting) world.walletChainId = waiting.request
        return waiting?.resolve()
      }
      case 'settle': {
        const sent = pickFrom(
          world.transactions.filter(({ outcome }) => !outcome),
          action.at,
        )
        return sent && settle(sent, action.as)
      }
      case 'unseen':
        return pickFrom(world.watches, action.at)?.request.onUnseen?.(true)
      case 'read':
        return pickFrom(world.reads, action.at)?.resolve()
      case 'search': {
        const expired = pickFrom(
          world.searches.filter(
            ({ request }) =>
              request.chainDeadline !== undefined &&
              !world.transactions.some((sent) => isSameCall(sent.request, request)),
          ),
          action.at,
        )
        if (!expired) return
        // After its deadline the chain executes nothing, whatever the wallet still shows.
        closeRequests(expired.request)
        return expired.resolve(undefined)
      }
      case 'speed':
        world.isSlow = action.isSlow
        return
      case 'wallet':
        world.walletChainId = action.chainId ?? world.walletChainId
        world.walletAccount = action.account === 'other' ? PARTNER : USER
        return
      case 'node':
        world.node = action.node
        return
      case 'allow':
        world.allowance = 10n * intent.inputAmount
        return
      case 'market':
        world.outputBps = action.outputBps
        return
      case 'time':
        world.now += action.ms
        return
      default:
        return action satisfies never
    }
  }

  /**
   * Mines the transaction of a wallet that never responds. Returns false if nothing searches for it
   * yet.
   */
  function showsSilently(request: Call, hash: Hex): boolean {
    const searches = world.searches.filter((search) => isSameCall(search.request, request))
    if (searches.length === 0) return false
    reached.add('silent')
    closeRequests(request)
    for (const search of searches) search.resolve(hash)
    return true
  }

  /** Removes the open requests of this call from the wallet, which never answers them. */
  function closeRequests(call: Pick<Call, 'data' | 'value'>): void {
    const isOpen = (request: Call) => !isSameCall(request, call)
    const prompts = world.prompts.filter(({ request }) => isOpen(request))
    const batches = world.batches.filter(({ request }) => isOpen(request.calls.at(-1) as Call))
    world.prompts.splice(0, world.prompts.length, ...prompts)
    world.batches.splice(0, world.batches.length, ...batches)
  }

  /** Lets all pending promises settle. */
  async function flush(): Promise<void> {
    for (let round = 0; round < 200; round += 1) {
      const before = execution.getState()
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      note()
      if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(1_000)
      else if (execution.getState() === before && !isStuck()) return
      else if (round > 60 && execution.getState() === before) return
    }
  }

  function note(): void {
    for (const waiting of [...getRequests(), ...world.quotes, ...world.reads]) {
      if (!askedIn.has(waiting)) askedIn.set(waiting, runId)
    }
    const state = execution.getState()
    reached.add(state.stage)
    if (state.stage === 'watching' && state.isUncertain) reached.add('uncertain')
  }

  /** True if no event from outside can end the current stage. */
  function isStuck(): boolean {
    if (getOwn(world.reads).length > 0) return false
    const state = execution.getState()
    const isWatched = (hash: Hex) => world.watches.some(({ request }) => request.hash === hash)
    const isAsked = (id: string | undefined) => world.statuses.some(({ request }) => request === id)
    switch (state.stage) {
      case 'switching':
        return getOwn(world.switches).length === 0
      case 'quoting':
        return getOwn(world.quotes).length === 0
      case 'permitting':
        return getOwn(world.signatures).length === 0
      case 'signing':
        return getOwn([...world.prompts, ...world.batches]).length === 0
      case 'approving':
        return state.hash ? !isWatched(state.hash) : getOwn(world.prompts).length === 0
      case 'watching':
        if (state.isUncertain) return world.searches.length === 0
        return state.hash ? !isWatched(state.hash) : !isAsked(state.batchId)
      default:
        return !RESTING.includes(state.stage)
    }
  }

  function check(): void {
    require(!isStuck(), `nothing can end ${execution.getState().stage}`)
    require(!base.wrapper || world.quotes.length === 0, 'a quote request for a wrap')
    for (const { hash, request, outcome, batchId } of world.transactions) {
      if (readApproval(request) || left.has(hash)) continue
      const isWatched =
        world.watches.some((watch) => watch.request.hash === hash) ||
        world.statuses.some((status) => status.request === batchId)
      if (!outcome) require(isWatched, `the sent swap ${hash} is not watched`)
      else {
        const isDone = 'receipt' in outcome && outcome.receipt.status === 'success'
        require(told.get(hash) === isDone, `the end of ${hash}: ${isDone}, reported: ${told.get(hash)}`)
      }
    }
  }

  /**
   * Answers everything: the swap must reach a resting stage, and every resting stage can be left.
   */
  async function end(): Promise<void> {
    Object.assign(world, { node: 'up', isSlow: false, walletChainId: ETHEREUM, walletAccount: USER })
    for (const read of [...world.reads]) read.resolve()
    for (let round = 0; round < 12 && broken.length === 0; round += 1) {
      for (const type of ['switch', 'quote', 'signature', 'batch', 'prompt', 'search', 'settle'] as const) {
        await apply(ANSWERS[type])
        await flush()
        note()
      }
      check()
    }
    // Only the user can end the wait for a wrap that may never have been sent: it has no deadline.
    if (base.wrapper && world.searches.length > 0) await apply({ type: 'giveUp' })
    const { stage } = execution.getState()
    require(RESTING.includes(stage), `${stage} does not end`)
    execution.dismiss()
    require(execution.getState().stage === 'idle', `${stage} cannot be dismissed`)
  }
}

function pickFrom<Item>(list: readonly Item[], at: number): Item | undefined {
  return list[list.length - 1 - (at % Math.max(1, list.length))]
}

/** Finds the shortest walk that breaks the same invariant. */
async function explain(
  intent: SwapIntent,
  walk: readonly Action[],
  { seed, broken }: { seed: number; broken: string },
): Promise<string> {
  let shortest = walk
  for (let at = 0; at < shortest.length; ) {
    const shorter = shortest.filter((_, index) => index !== at)
    if (await run(intent, shorter)) shortest = shorter
    else at += 1
  }
  const steps = shortest.map((action) => JSON.stringify(action)).join('\n')
  return `${broken} (seed ${seed}):\n${steps}`
}
