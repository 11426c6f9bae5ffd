import { describe, expect, it } from 'vitest'
import { quoteResultFixture as quote } from '../../wire/fixtures/router-fixtures.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { createEventBus } from '../events/create-event-bus.ts'
import type { EventName, Process, WidgetEvents } from '../events/types.ts'
import { getTerms } from '../execution/machine/terms.ts'
import { transition } from '../execution/machine/transition.ts'
import type {
  BackgroundSwapListener,
  ExecutionEvent,
  ExecutionState,
  StateOf,
  SwapOutcome,
} from '../execution/machine/types.ts'
import {
  intentFixture as intent,
  verifiedQuoteFixture as verified,
} from '../testing/fixtures/fixture-intent.ts'
import { emitExecutionEvents } from './emit-execution-events.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const REPLACEMENT = `0x${'cd'.repeat(32)}` as const
const terms = getTerms(intent, 10)
const started: ExecutionEvent = { type: 'started', intent, terms, onChain: true }
const quoted: ExecutionEvent = { type: 'quoted', quote, supportId: 'quote-1', clockSkewMs: 0 }
const verifiedEvent: ExecutionEvent = { type: 'verified', verified }
const sent: ExecutionEvent = { type: 'sent', hash: HASH }
const outcome = { receipt: { hash: HASH }, paid: undefined, received: undefined } as SwapOutcome
const settled: ExecutionEvent = { type: 'settled', outcome }
const refused: ExecutionEvent = { type: 'failed', error: new SluiceError('USER_REJECTED') }

/** The outcome of an abandoned swap. */
interface RemovedDelta {
  from: StateOf<'signing' | 'watching'>
  now: ExecutionState
}

/** Runs the real state machine with these events; returns the host events in order. */
function hear(...steps: (ExecutionEvent | RemovedDelta)[]) {
  let state: ExecutionState = { stage: 'idle' }
  const leftListeners = new Set<BackgroundSwapListener>()
  const listeners = new Set<() => void>()
  const bus = createEventBus()
  const heard: { name: EventName; payload: WidgetEvents[EventName] }[] = []
  bus.on('*', (name, payload) => heard.push({ name, payload }))
  const unused = () => expect.unreachable('events only listen')
  const end = emitExecutionEvents(
    {
      getState: () => state,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      onBackgroundSwap: (listener) => {
        leftListeners.add(listener)
        return () => leftListeners.delete(listener)
      },
      getBackgroundSwaps: unused,
      dismissBackgroundSwap: unused,
      giveUpBackgroundSwap: unused,
      isWatching: unused,
      getOpenRequests: () => [],
      stopWatching: unused,
      start: unused,
      accept: unused,
      cancel: unused,
      giveUp: unused,
      dismiss: unused,
      destroy: unused,
    },
    bus,
  )
  for (const step of steps) {
    if ('from' in step && 'now' in step) {
      for (const listener of leftListeners) listener(step.from, step.now)
      continue
    }
    state = transition(state, step)
    // Notifies twice, because a listener must ignore a notification without a change.
    for (const listener of [...listeners, ...listeners]) listener()
  }
  end()
  expect(listeners.size + leftListeners.size).toBe(0)
  expect(JSON.parse(JSON.stringify(heard))).toEqual(heard)
  return heard
}

/** The name of each event, and the process of each update. */
function course(heard: ReturnType<typeof hear>): string[] {
  return heard.map(({ name, payload }) => {
    const process = (payload as { process?: Process }).process
    return process ? `${name} ${process.type} ${process.status}` : name
  })
}

describe('successful swap', () => {
  it('emits each change from start to receipt once', () => {
    expect(course(hear(started, quoted, verifiedEvent, sent, settled))).toEqual([
      'routeExecutionStarted',
      'routeExecutionUpdated swap pending',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap completed',
      'routeExecutionCompleted',
    ])
  })

  it('emits the paid partner fee with its hash and log, and none without a payment', () => {
    const partner = { address: intent.account, feeBps: 25 }
    const withPartner: ExecutionEvent = {
      type: 'started',
      intent: { ...intent, partner },
      terms,
      onChain: true,
    }
    const paid = { ...outcome, partnerFee: { amount: '5000', logIndex: 7 } }
    const run = (begin: ExecutionEvent, end: SwapOutcome) =>
      hear(begin, quoted, verifiedEvent, sent, { type: 'settled', outcome: end }).filter(
        ({ name }) => name === 'partnerFeePaid',
      )
    expect(run(withPartner, paid)).toEqual([
      {
        name: 'partnerFeePaid',
        payload: expect.objectContaining({
          routeId: intent.id,
          partner: partner.address,
          feeBps: 25,
          token: expect.objectContaining({ address: intent.outputToken.address }),
          amount: '5000',
          txHash: HASH,
          logIndex: 7,
        }),
      },
    ])
    expect(run(withPartner, outcome)).toEqual([])
    expect(run(started, paid)).toEqual([])
  })

  it('emits the chain switch and the approval before the swap', () => {
    const approvals = {
      steps: ['approval' as const],
      token: intent.inputToken.address,
      spender: verified.to,
      amount: 1n,
      needed: 1n,
      currentAllowance: 0n,
      maxGas: undefined,
      totalGasWei: undefined,
    }
    expect(
      course(
        hear(
          { ...started, onChain: false },
          { type: 'chain-ready' },
          quoted,
          { type: 'verified', verified: { ...verified, approvals } },
          { type: 'approval-sent', hash: HASH },
          { type: 'approval-mined', hash: HASH, allowance: 1n },
          quoted,
          verifiedEvent,
          sent,
          settled,
        ),
      ),
    ).toEqual([
      'routeExecutionStarted',
      'routeExecutionUpdated chain-switch running',
      'routeExecutionUpdated chain-switch completed',
      'routeExecutionUpdated swap pending',
      'routeExecutionUpdated approval running',
      'routeExecutionUpdated approval running',
      'routeExecutionUpdated approval completed',
      'routeExecutionUpdated swap pending',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap running',
      'routeExecutionUpdated swap completed',
      'routeExecutionCompleted',
    ])
  })

  it('includes the hash from the wallet beside the mined replacement', () => {
    const replaced = { ...outcome, receipt: { ...outcome.receipt, hash: REPLACEMENT }, replacedHash: HASH }
    const heard = hear(started, quoted, verifiedEvent, sent, { type: 'settled', outcome: replaced })
    expect(heard.at(-2)?.payload).toMatchObject({
      process: { status: 'completed', txHash: REPLACEMENT, replacedHash: HASH },
    })
    const plain = hear(started, quoted, verifiedEvent, sent, settled)
    expect(JSON.stringify(plain)).not.toContain('replacedHash')
  })

  it('keeps one route id on every event', () => {
    const ids = hear(started, quoted, verifiedEvent, sent, settled).map(
      ({ payload }) =>
        (payload as { route?: { id: string }; id?: string }).route?.id ?? (payload as { id: string }).id,
    )
    expect(new Set(ids)).toEqual(new Set(['route-1']))
  })
})

describe('failed swap', () => {
  it('emits a rejection by the user without an error', () => {
    const heard = hear(started, quoted, verifiedEvent, refused)
    expect(course(heard).slice(-2)).toEqual([
      'routeExecutionUpdated swap failed',
      'routeExecutionFailed swap failed',
    ])
    expect(heard.at(-1)?.payload).toMatchObject({ process: { error: { code: 'USER_REJECTED' } } })
  })

  it('emits an error for a failure on chain, with the data for support', () => {
    const error = new SluiceError('TRANSACTION_REVERTED', { supportId: 'quote-1' })
    const heard = hear(started, quoted, verifiedEvent, sent, { type: 'failed', error })
    expect(course(heard).slice(-2)).toEqual(['routeExecutionFailed swap failed', 'transactionError'])
    expect(heard.at(-1)?.payload).toEqual({
      supportId: 'quote-1',
      errorCode: 'TRANSACTION_REVERTED',
      errorMessage: error.message,
      chainId: 31337,
      tokenSymbol: 'WETH',
      toolName: 'uniswap-v3',
      stepType: 'swap',
      txHash: HASH,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it('includes the sent and the mined hash of a swap cancelled in the wallet', () => {
    const error = new SluiceError('TRANSACTION_CANCELLED', { txHash: REPLACEMENT })
    const heard = hear(started, quoted, verifiedEvent, sent, { type: 'failed', error })
    expect(heard.at(-2)?.payload).toMatchObject({
      process: { status: 'failed', txHash: REPLACEMENT, replacedHash: HASH },
    })
    expect(heard.at(-1)?.payload).toMatchObject({ txHash: REPLACEMENT })
  })

  it('starts a new run when it is confirmed again', () => {
    const names = course(hear(started, quoted, verifiedEvent, refused, started, quoted))
    expect(names.filter((name) => name === 'routeExecutionStarted')).toHaveLength(2)
  })
})

describe('abandoned swap', () => {
  it('is rejected when it was left before any request', () => {
    const heard = hear(started, quoted, { type: 'cancelled' })
    expect(course(heard).at(-1)).toBe('routeExecutionFailed swap failed')
    expect(heard.at(-1)?.payload).toMatchObject({ process: { error: { code: 'USER_REJECTED' } } })
  })

  it('emits no end while its transaction is pending', () => {
    expect(course(hear(started, quoted, verifiedEvent, sent, { type: 'dismissed' })).at(-1)).toBe(
      'routeExecutionUpdated swap running',
    )
  })

  it('ends once when the wallet rejects the open request', () => {
    const from = signing()
    const news = { from, now: transition(from, refused) }
    const names = course(hear(started, quoted, verifiedEvent, { type: 'cancelled' }, news, news))
    expect(names.filter((name) => name.startsWith('routeExecutionFailed'))).toHaveLength(1)
    expect(names.at(-1)).toBe('routeExecutionFailed swap failed')
  })

  it('emits its end beside another swap when it was pending', () => {
    const other = { ...intent, id: 'other' }
    const from = transition(signing(), sent) as StateOf<'watching'>
    const heard = hear(
      started,
      quoted,
      verifiedEvent,
      sent,
      { ...started, intent: other },
      {
        from,
        now: transition(from, settled),
      },
    )
    expect(heard.filter(({ name }) => name === 'routeExecutionStarted')).toMatchObject([
      { payload: { id: intent.id } },
      { payload: { id: 'other' } },
    ])
    expect(heard.at(-1)).toMatchObject({ name: 'routeExecutionCompleted', payload: { id: intent.id } })
    expect(heard.filter(({ name }) => name === 'routeExecutionFailed')).toEqual([])
  })

  it('emits its events beside another swap when it is signed later', () => {
    const from = signing()
    const watching = transition(from, sent)
    const other: ExecutionEvent = {
      type: 'started',
      intent: { ...intent, id: 'route-2' },
      terms,
      onChain: true,
    }
    const heard = hear(
      started,
      quoted,
      verifiedEvent,
      { type: 'cancelled' },
      other,
      { from, now: watching },
      quoted,
      { from, now: transition(watching, settled) },
      { type: 'failed', error: new SluiceError('NO_ROUTE') },
    )
    const ends = heard.filter(({ name }) => /Completed|ExecutionFailed/.test(name))
    expect(ends.map(({ name }) => name)).toEqual(['routeExecutionCompleted', 'routeExecutionFailed'])
    expect(ends[0]?.payload).toMatchObject({ id: 'route-1' })
    expect(ends[1]?.payload).toMatchObject({ route: { id: 'route-2' } })
    expect(heard.filter(({ name }) => name === 'routeExecutionStarted')).toHaveLength(2)
  })

  it('continues the same run when it is signed later', () => {
    const names = course(
      hear(
        started,
        quoted,
        verifiedEvent,
        { type: 'cancelled' },
        { type: 'resumed', from: signing(), hash: HASH },
        settled,
      ),
    )
    expect(names.filter((name) => name === 'routeExecutionStarted')).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('routeExecutionFailed'))).toHaveLength(0)
    expect(names.at(-1)).toBe('routeExecutionCompleted')
  })
})

function signing(): StateOf<'signing'> {
  const state = [started, quoted, verifiedEvent].reduce(transition, { stage: 'idle' } as ExecutionState)
  return state.stage === 'signing' ? state : expect.unreachable(state.stage)
}
