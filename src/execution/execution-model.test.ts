import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRandom } from '../../devnet/random.ts'
import {
  approvalData,
  createExecutionWorld,
  type QuoteAnswer,
  type QuoteLie,
  readApproval,
  readTrade,
  type SettledAs,
} from '../../testing/execution-world.ts'
import { intentFixture } from '../../testing/fixture-intent.ts'
import { BASE, ETHEREUM } from '../../testing/fixture-tokens.ts'
import type { Call } from '../chain/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { Hex } from '../lib/address.ts'
import { minimumOutput } from '../lib/amount.ts'
import { FRESH_QUOTE_MS } from '../lib/thresholds.ts'
import { UNLIMITED } from '../lib/unlimited.ts'
import { PARTNER, SETTLEMENT, USER, WETH } from '../wire/fixtures/addresses.ts'
import { createExecution } from './create-execution.ts'
import { isRunning } from './machine/is-running.ts'
import type { ExecutionState, Stage } from './machine/types.ts'

/** One step of a walk, as data, so that a failing walk can be repeated and shortened. `at` picks one of several. */
type Action =
  | { type: 'start'; isUnlimited: boolean }
  | { type: 'accept' | 'cancel' | 'dismiss' | 'giveUp' }
  | { type: 'quote'; at: number; answer: QuoteAnswer | 'error' }
  | { type: 'prompt'; at: number; answer: 'sign' | 'reject' | 'edit' | 'garbage' | 'lost' }
  | { type: 'signature'; at: number; answer: 'sign' | 'reject' | 'garbage' | 'wrong' | 'unsupported' }
  | { type: 'batch'; at: number; answer: 'send' | 'reject' | 'refuse' | 'fail' }
  | { type: 'batches'; areAtomic: boolean }
  | { type: 'permits'; areTaken: boolean }
  | { type: 'frontRun' }
  | { type: 'switch'; at: number; answer: 'switch' | 'reject' }
  | { type: 'settle'; at: number; as: SettledAs }
  | { type: 'unseen' | 'read' | 'search'; at: number }
  | { type: 'speed'; isSlow: boolean }
  | { type: 'wallet'; chainId?: number; account?: 'own' | 'other' }
  | { type: 'node'; node: 'up' | 'cannot-simulate' | 'down' }
  | { type: 'market'; outputBps: number }
  | { type: 'allow' }
  | { type: 'time'; ms: number }

const LIES: readonly QuoteLie[] = [
  'router',
  'receiver',
  'minimum',
  'fee',
  'value',
  'amount',
  'expired',
  'reverts',
]
/** Stages that wait for the user. All others wait for wallet, service or node. */
const RESTING: readonly Stage[] = ['idle', 'reconfirm', 'completed', 'failed']

/** What a swap loads on demand: a walk does not wait for files. */
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

it('whatever user, wallet, service, node and clock do, no swap breaks its promises', {
  timeout: 120_000,
}, async () => {
  const reached = new Set<string>()
  for (let seed = 1; seed <= 800; seed += 1) {
    const walk = createWalk(seed, 60)
    const broken = await run(walk, reached)
    if (broken) expect.fail(await explain(walk, seed, broken))
  }
  const stages: Stage[] = [
    'switching',
    'quoting',
    'reconfirm',
    'permitting',
    'approving',
    'signing',
    'watching',
    'completed',
  ]
  expect([...reached]).toEqual(
    expect.arrayContaining([...stages, 'failed', 'background', 'late answer', 'batch', 'uncertain']),
  )
})

function createWalk(seed: number, length: number): Action[] {
  const random = createRandom(seed).next
  const pick = <Item>(...items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const at = () => Math.floor(random() * 4)
  const quote = (): QuoteAnswer | 'error' =>
    random() < 0.05
      ? 'error'
      : {
          outputBps: pick(10_000, 10_000, 10_000, 9_995, 9_960, 9_955, 9_000, 10_100),
          ...(random() < 0.25 && { lie: pick(...LIES) }),
          ...(random() < 0.2 && { expiresInMs: 4_000 }),
        }
  const choices: readonly [weight: number, create: () => Action][] = [
    [6, () => ({ type: 'start', isUnlimited: random() < 0.2 })],
    [7, () => ({ type: 'accept' })],
    [2, () => ({ type: 'cancel' })],
    [1.5, () => ({ type: 'dismiss' })],
    [1, () => ({ type: 'giveUp' })],
    [12, () => ({ type: 'quote', at: at(), answer: quote() })],
    [
      12,
      () => ({
        type: 'prompt',
        at: at(),
        answer: pick('sign', 'sign', 'sign', 'sign', 'sign', 'reject', 'edit', 'garbage', 'lost'),
      }),
    ],
    [
      8,
      () => ({
        type: 'signature',
        at: at(),
        answer: pick('sign', 'sign', 'sign', 'sign', 'reject', 'garbage', 'wrong', 'unsupported'),
      }),
    ],
    [
      8,
      () => ({ type: 'batch', at: at(), answer: pick('send', 'send', 'send', 'reject', 'refuse', 'fail') }),
    ],
    [1, () => ({ type: 'batches', areAtomic: random() < 0.6 })],
    [1, () => ({ type: 'permits', areTaken: random() < 0.7 })],
    [0.5, () => ({ type: 'frontRun' })],
    [3, () => ({ type: 'switch', at: at(), answer: pick('switch', 'switch', 'reject') })],
    [
      8,
      () => ({
        type: 'settle',
        at: at(),
        as: pick('mined', 'mined', 'mined', 'mined', 'replaced', 'reverted', 'cancelled', 'dropped'),
      }),
    ],
    [1, () => ({ type: 'unseen', at: at() })],
    [4, () => ({ type: 'read', at: at() })],
    [1, () => ({ type: 'search', at: at() })],
    [2, () => ({ type: 'speed', isSlow: random() < 0.4 })],
    [
      1,
      () => ({
        type: 'wallet',
        chainId: pick(ETHEREUM, ETHEREUM, BASE),
        account: pick('own', 'own', 'other'),
      }),
    ],
    [2, () => ({ type: 'node', node: pick('up', 'up', 'up', 'cannot-simulate', 'cannot-simulate', 'down') })],
    [2, () => ({ type: 'allow' })],
    [1, () => ({ type: 'market', outputBps: pick(10_000, 10_000, 10_000, 9_990, 9_950) })],
    [3, () => ({ type: 'time', ms: pick(1_000, 5_000, 20_000, 40_000) })],
  ]
  const total = choices.reduce((sum, [weight]) => sum + weight, 0)
  return Array.from({ length }, () => {
    let left = random() * total
    for (const [weight, create] of choices) {
      left -= weight
      if (left < 0) return create()
    }
    return { type: 'start', isUnlimited: false }
  })
}

/** Walks through a fresh world. Resolves with what was broken, if anything. */
async function run(walk: readonly Action[], reached: Set<string> = new Set()): Promise<string | undefined> {
  const { world, deps, createQuote, settle } = createExecutionWorld()
  const execution = createExecution(deps)
  const broken: string[] = []
  const intent = intentFixture
  /** The number of the current run, and which run asked for what. */
  let runId = 0
  const askedIn = new WeakMap<object, number>()
  /** What the user last saw and agreed to. */
  let agreedMinimum = 0n
  let agreedAllowance = 0n
  let lastQuote: (QuoteAnswer & { run: number; answeredAt: number }) | undefined
  /** Swaps the user stopped watching, and swaps whose end was told. */
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
    require(request.value === 0n, 'native value')
    const approval = readApproval(request)
    if (approval) {
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

  function requireSwap(request: Pick<Call, 'to' | 'data'>): void {
    const state = execution.getState()
    const trade = readTrade(request)
    require(state.stage === 'signing', `swap in ${state.stage}`)
    require(trade !== undefined, 'neither an approval nor a swap')
    if (!trade) return
    require(trade.outputReceiver === intent.receiver, 'another receiver')
    require(trade.inputAmount === intent.inputAmount, 'another amount')
    require(trade.minOutputAmount >= agreedMinimum, `minimum ${trade.minOutputAmount} of ${agreedMinimum}`)
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
    require(Number(message.deadline) * 1_000 <= world.now + 400_000, 'a permit that lasts')
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
          agreedMinimum = minimumOutput(BigInt(intent.price.effectiveOutputAmount), intent.slippageBps)
          agreedAllowance = action.isUnlimited ? UNLIMITED : intent.inputAmount
        }
        return execution.start({ ...intent, id: `route-${runId}` }, { unlimitedApproval: action.isUnlimited })
      case 'accept':
        if (before.stage === 'reconfirm') {
          const { minOutputAmount, outputAmount } = before.verified
          agreedMinimum = minOutputAmount ?? minimumOutput(outputAmount, intent.slippageBps)
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
        // The answer does not reach the page.
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
        return waiting.resolve({ batchId, batchWallet: 'world' })
      }
      case 'batches':
        world.canBatch = action.areAtomic
        return
      case 'permits':
        world.hasPermits = action.areTaken
        return
      case 'frontRun':
        // A stranger uses the last signature: the allowance stands, its nonce is gone.
        if (world.signed.size > 0)
          Object.assign(world, { allowance: intent.inputAmount, nonce: world.nonce + 1n })
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
      case 'search':
        // It was not sent before its deadline.
        return pickFrom(
          world.searches.filter(
            ({ request }) => !world.transactions.some((sent) => sent.request.data === request),
          ),
          action.at,
        )?.resolve(undefined)
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

  /** Lets everything happen that needs no answer. */
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

  /** Whether the current stage waits for nothing that anybody could answer. */
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
    for (const { hash, request, outcome, batchId } of world.transactions) {
      if (!readTrade(request) || left.has(hash)) continue
      const isWatched =
        world.watches.some((watch) => watch.request.hash === hash) ||
        world.statuses.some((status) => status.request === batchId)
      if (!outcome) require(isWatched, `the sent swap ${hash} is watched by nobody`)
      else {
        const isDone = 'receipt' in outcome && outcome.receipt.status === 'success'
        require(told.get(hash) === isDone, `the end of ${hash}: ${isDone}, told: ${told.get(hash)}`)
      }
    }
  }

  /** With answers to everything the swap comes to rest, and every rest can be left. */
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
    const { stage } = execution.getState()
    require(RESTING.includes(stage), `${stage} does not end`)
    execution.dismiss()
    require(execution.getState().stage === 'idle', `${stage} cannot be dismissed`)
  }
}

const ANSWERS = {
  switch: { type: 'switch', at: 0, answer: 'switch' },
  quote: { type: 'quote', at: 0, answer: { outputBps: 10_000 } },
  batch: { type: 'batch', at: 0, answer: 'send' },
  signature: { type: 'signature', at: 0, answer: 'sign' },
  prompt: { type: 'prompt', at: 0, answer: 'sign' },
  settle: { type: 'settle', at: 0, as: 'mined' },
  search: { type: 'search', at: 0 },
} satisfies Record<string, Action>

function pickFrom<Item>(list: readonly Item[], at: number): Item | undefined {
  return list[list.length - 1 - (at % Math.max(1, list.length))]
}

/** The shortest walk found that breaks the same promise. */
async function explain(walk: readonly Action[], seed: number, broken: string): Promise<string> {
  let shortest = walk
  for (let at = 0; at < shortest.length; ) {
    const shorter = shortest.filter((_, index) => index !== at)
    if (await run(shorter)) shortest = shorter
    else at += 1
  }
  const steps = shortest.map((action) => JSON.stringify(action)).join('\n')
  return `${broken} (seed ${seed}):\n${steps}`
}
