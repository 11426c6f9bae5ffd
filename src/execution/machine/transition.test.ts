import { describe, expect, it } from 'vitest'
import { quoteResultFixture as quote } from '../../../wire/fixtures/router-fixtures.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { Receipt } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import {
  approvalPlanFixture,
  intentFixture as intent,
  termsFixture as terms,
  verifiedFixture as verified,
} from '../../testing/execution/execution-fixtures.ts'
import { transition } from './transition.ts'
import type { ExecutionEvent, ExecutionState, Stage, StateOf, VerifiedQuote } from './types.ts'

const run = { intent, terms, done: [] }
const hash = '0x01' as const
const error = new SluiceError('NETWORK_LOST')
const plan = approvalPlanFixture
const permitPlan = {
  ...plan,
  permit: { method: { kind: 'eip2612' as const, name: 'Token', version: '1', nonce: 0n }, deadline: 9n },
}
const outcome = {
  receipt: { status: 'success' } as Receipt,
  paid: 1n,
  received: 2n,
  gasPaidWei: 3n,
  replacedHash: undefined,
}
const signing: StateOf<'signing'> = { stage: 'signing', ...run, verified }

/** One state per stage, and the two halves of `approving`. */
const states = {
  idle: { stage: 'idle' },
  switching: { stage: 'switching', ...run },
  quoting: { stage: 'quoting', ...run },
  verifying: { stage: 'verifying', ...run, quote, supportId: 'id', clockSkewMs: 0 },
  reconfirm: { stage: 'reconfirm', ...run, verified },
  approving: { stage: 'approving', ...run, plan, step: 0, hash: undefined },
  approvalSent: { stage: 'approving', ...run, plan, step: 0, hash },
  permitting: { stage: 'permitting', ...run, verified, plan: permitPlan },
  signing,
  watching: { stage: 'watching', ...run, verified, hash, awaitingSigners: false },
  completed: { stage: 'completed', ...run, verified, outcome },
  failed: { stage: 'failed', ...run, error, at: 'quoting', hash: undefined },
} satisfies Record<string, ExecutionState>

const events = {
  started: { type: 'started', intent, terms, onChain: true },
  'chain-ready': { type: 'chain-ready' },
  quoted: { type: 'quoted', quote, supportId: 'id', clockSkewMs: 0 },
  verified: { type: 'verified', verified },
  accepted: { type: 'accepted', isFresh: true },
  'permit-signed': { type: 'permit-signed', permit: { data: '0x02', amount: 1n, deadline: 2n } },
  'permit-refused': { type: 'permit-refused', by: 'wallet' },
  'approval-sent': { type: 'approval-sent', hash: '0x02' },
  'approval-mined': { type: 'approval-mined', hash: '0x02', allowance: plan.amount },
  sent: { type: 'sent', hash },
  'batch-refused': { type: 'batch-refused' },
  included: { type: 'included', hash },
  'awaiting-signers': { type: 'awaiting-signers' },
  uncertain: { type: 'uncertain', isUncertain: true },
  unseen: { type: 'unseen', isUnseen: true },
  traced: { type: 'traced', trace: { fromBlock: 1n, nonce: 7 } },
  checked: { type: 'checked', facts: ['contract'] },
  reverted: { type: 'reverted', gasPaidWei: 3n },
  settled: { type: 'settled', outcome },
  failed: { type: 'failed', error },
  resumed: { type: 'resumed', from: signing, hash },
  cancelled: { type: 'cancelled' },
  dismissed: { type: 'dismissed' },
} satisfies { [Type in ExecutionEvent['type']]: ExecutionEvent }

/** The next stage for each state and event. Events not listed here return the same state object. */
const table: Record<keyof typeof states, Partial<Record<ExecutionEvent['type'], Stage>>> = {
  idle: { started: 'quoting', resumed: 'watching' },
  switching: { 'chain-ready': 'quoting', failed: 'failed', cancelled: 'idle', dismissed: 'idle' },
  quoting: { quoted: 'verifying', failed: 'failed', cancelled: 'idle', dismissed: 'idle' },
  verifying: {
    checked: 'verifying',
    verified: 'signing',
    failed: 'failed',
    cancelled: 'idle',
    dismissed: 'idle',
  },
  reconfirm: { accepted: 'signing', cancelled: 'idle', dismissed: 'idle' },
  approving: { 'approval-sent': 'approving', failed: 'failed', cancelled: 'idle', dismissed: 'idle' },
  approvalSent: {
    'approval-mined': 'approving',
    'awaiting-signers': 'approving',
    failed: 'failed',
    cancelled: 'idle',
    dismissed: 'idle',
  },
  permitting: {
    'permit-signed': 'quoting',
    'permit-refused': 'reconfirm',
    failed: 'failed',
    cancelled: 'idle',
    dismissed: 'idle',
  },
  signing: { sent: 'watching', failed: 'failed', cancelled: 'idle', dismissed: 'idle' },
  watching: {
    started: 'quoting',
    'awaiting-signers': 'watching',
    unseen: 'watching',
    traced: 'watching',
    reverted: 'watching',
    settled: 'completed',
    failed: 'failed',
    dismissed: 'idle',
  },
  completed: { started: 'quoting', dismissed: 'idle' },
  failed: { started: 'quoting', dismissed: 'idle' },
}

describe('transition table', () => {
  for (const [name, state] of Object.entries(states) as [keyof typeof states, ExecutionState][]) {
    for (const event of Object.values(events)) {
      const expected = table[name][event.type]
      it(`${name}: ${event.type} ${expected ? `leads to ${expected}` : 'changes nothing'}`, () => {
        const next = transition(state, event)
        if (expected) {
          expect(next).not.toBe(state)
          expect(next.stage).toBe(expected)
        } else {
          expect(next).toBe(state)
        }
      })
    }
  }
})

it('does not wait for signers at the start of the approval after a reset', () => {
  const steps = ['approval-reset', 'approval'] as const
  const reset = { ...states.approvalSent, plan: { ...plan, steps }, awaitingSigners: true } as const
  const next = transition(reset, events['approval-mined'])
  expect(next).toMatchObject({ stage: 'approving', step: 1, hash: undefined })
  expect(next).not.toHaveProperty('awaitingSigners')
})

it('watches a transaction from the block before its wallet request', () => {
  const since = 7n
  const trace = { fromBlock: since, nonce: undefined }
  expect(transition(signing, { ...events.sent, since })).toMatchObject({ hash, trace })
  expect(transition(signing, events.sent)).not.toHaveProperty('trace')
  const approving = transition(states.approving, { ...events['approval-sent'], since })
  expect(approving).toMatchObject({ since })
  const steps = ['approval-reset', 'approval'] as const
  const reset = { ...states.approvalSent, since, plan: { ...plan, steps } }
  expect(transition(reset, events['approval-mined'])).not.toHaveProperty('since')
})

it('clears isUnseen once the transaction of a batch is known', () => {
  const batch = { ...states.watching, hash: undefined, batchId: 'id', batchWallet: 'wallet' }
  const unseen = transition(batch, events.unseen)
  expect(unseen).toMatchObject({ isUnseen: true })
  expect(transition(unseen, events.included)).not.toHaveProperty('isUnseen')
})

describe('start', () => {
  it('switches the chain first unless the wallet is known to be on it', () => {
    expect(transition(states.idle, { ...events.started, onChain: false }).stage).toBe('switching')
  })

  it('records the chain switch as a completed process', () => {
    expect(transition(states.switching, events['chain-ready'])).toMatchObject({
      done: [{ type: 'chain-switch' }],
    })
  })

  it('keeps nothing of the last run after a failure', () => {
    const failed = { ...states.failed, done: [{ type: 'chain-switch' as const }] }
    expect(transition(failed, events.started)).toEqual({ stage: 'quoting', intent, terms, done: [] })
  })
})

describe('verified quote', () => {
  const tolerated = (terms.outputAmount * 9_990n) / 10_000n

  it('is signed without asking when it is worse by no more than the tolerance', () => {
    const event = { type: 'verified', verified: { ...verified, outputAmount: tolerated } } as const
    expect(transition(states.verifying, event).stage).toBe('signing')
  })

  it('is shown first when it is worse by more than the tolerance', () => {
    const event = { type: 'verified', verified: { ...verified, outputAmount: tolerated - 2n } } as const
    expect(transition(states.verifying, event).stage).toBe('reconfirm')
  })

  it('is shown first when it cannot enforce the agreed minimum, whatever the tolerance', () => {
    const strict = { ...terms, minOutputAmount: terms.outputAmount }
    const getStage = (outputAmount: bigint) =>
      transition(
        { ...states.verifying, terms: strict },
        {
          type: 'verified',
          verified: { ...verified, outputAmount, minOutputAmount: strict.minOutputAmount },
        },
      ).stage
    expect(getStage(terms.outputAmount - 2n)).toBe('reconfirm')
    // One unit is the rounding of an interest-bearing balance.
    expect(getStage(terms.outputAmount - 1n)).toBe('signing')
  })

  it('is shown first when the user chose to pause, and so is a fresh one', () => {
    const paused = { ...states.verifying, terms: { ...terms, pausesBeforeSigning: true } }
    const shown = transition(paused, { type: 'verified', verified })
    expect(shown.stage).toBe('reconfirm')
    const signing = transition(shown, { type: 'accepted', isFresh: true })
    expect(signing.stage).toBe('signing')
    expect('terms' in signing && signing.terms.pausesBeforeSigning).toBe(false)
    const stale = transition(shown, { type: 'accepted', isFresh: false })
    expect(stale).toMatchObject({ stage: 'quoting', terms: { pausesBeforeSigning: true } })
  })

  it('is shown again after its approval only if it is worse than the accepted one', () => {
    const paused = { ...states.verifying, terms: { ...terms, pausesBeforeSigning: true } }
    const needing = { ...verified, approvals: plan }
    const shown = transition(paused, { type: 'verified', verified: needing })
    const approving = transition(shown, { type: 'accepted', isFresh: true })
    expect(approving.stage).toBe('approving')
    const again = { ...states.verifying, terms: 'terms' in approving ? approving.terms : terms }
    expect(transition(again, { type: 'verified', verified }).stage).toBe('signing')
    const worse = { ...verified, outputAmount: verified.outputAmount / 2n }
    expect(transition(again, { type: 'verified', verified: worse }).stage).toBe('reconfirm')
  })

  it('leads to approvals when they are missing', () => {
    const event = { type: 'verified', verified: { ...verified, approvals: plan } } as const
    expect(transition(states.verifying, event)).toMatchObject({ stage: 'approving', step: 0, plan })
  })

  it('fails when approvals are missing although one was just mined', () => {
    const done = [{ type: 'approval' as const, hash, amount: plan.needed }]
    const state = { ...states.verifying, done }
    const event = { type: 'verified', verified: { ...verified, approvals: plan } } as const
    expect(transition(state, event)).toMatchObject({
      stage: 'failed',
      error: { code: 'ALLOWANCE_TOO_LOW' },
    })
  })
})

describe('purchase that costs more than was approved', () => {
  const dearer = { ...plan, amount: plan.needed * 2n, needed: plan.needed * 2n }
  const event = { type: 'verified', verified: { ...verified, approvals: dearer } } as const
  const approved = { type: 'approval' as const, hash, amount: plan.needed }

  it('is approved once more, for the larger amount', () => {
    const state = { ...states.verifying, done: [approved] }
    expect(transition(state, event)).toMatchObject({ stage: 'approving', step: 0, plan: dearer })
  })

  it('is not approved a third time when the allowance stays below the approved larger amount', () => {
    const state = { ...states.verifying, done: [approved, { ...approved, amount: dearer.needed }] }
    expect(transition(state, event)).toMatchObject({ error: { code: 'ALLOWANCE_TOO_LOW' } })
  })
})

describe('accepted worse quote', () => {
  const worse = { ...verified, outputAmount: 2_900_000_000n, minOutputAmount: 2_885_500_000n }
  const reconfirm: ExecutionState = { ...states.reconfirm, verified: worse }

  it('makes its amounts the terms', () => {
    expect(transition(reconfirm, events.accepted)).toMatchObject({
      stage: 'signing',
      terms: { outputAmount: 2_900_000_000n, minOutputAmount: 2_885_500_000n, toleranceBps: 10 },
    })
  })

  it('fetches a new quote when the accepted one has expired', () => {
    const next = transition(reconfirm, { type: 'accepted', isFresh: false })
    expect(next).toMatchObject({ stage: 'quoting', terms: { outputAmount: 2_900_000_000n } })
  })

  it('makes the minimum in its calldata the agreed minimum', () => {
    const raised = { ...worse, minOutputAmount: 2_890_000_000n }
    expect(transition({ ...reconfirm, verified: raised }, events.accepted)).toMatchObject({
      stage: 'signing',
      terms: { minOutputAmount: 2_890_000_000n },
    })
  })
})

describe('quote that enforces less than agreed', () => {
  const short = { ...verified, minOutputAmount: terms.minOutputAmount - 1n }

  it.each([
    ['', short],
    [' and approved', { ...short, approvals: plan }],
  ])('is never signed%s', (_, lower) => {
    expect(transition(states.verifying, { type: 'verified', verified: lower })).toMatchObject({
      stage: 'failed',
      error: { code: 'QUOTE_MISMATCH', details: expect.stringContaining(`${terms.minOutputAmount}`) },
    })
  })

  it('is never signed with a larger maximum input', () => {
    const dearer = { ...verified, maxInputAmount: terms.maxInputAmount + 1n }
    expect(transition(states.verifying, { type: 'verified', verified: dearer })).toMatchObject({
      stage: 'failed',
      error: { code: 'QUOTE_MISMATCH', details: expect.stringContaining(`${terms.maxInputAmount}`) },
    })
  })

  it('is never signed on any path of random quotes and events', () => {
    const random = createRandom(7).next
    const amount = () => BigInt(Math.floor(random() * 4e9))
    const randomVerified = (): VerifiedQuote => ({
      ...verified,
      outputAmount: amount(),
      minOutputAmount: random() < 0.2 ? undefined : amount(),
      approvals: random() < 0.3 ? plan : undefined,
    })
    const wanted = new Set<Stage>()
    for (let walk = 0; walk < 3_000; walk += 1) {
      let state: ExecutionState = states.verifying
      for (let step = 0; step < 12; step += 1) {
        const drawn = Object.values(events)[Math.floor(random() * Object.values(events).length)]
        const event =
          drawn?.type === 'verified' ? { type: 'verified' as const, verified: randomVerified() } : drawn
        if (!event || event.type === 'resumed') continue
        const before = state
        state = transition(before, event)
        const agreed = 'terms' in state ? state.terms : terms
        wanted.add(state.stage)
        // Terms only change when the user accepts, and never to less than was shown.
        if (
          'terms' in before &&
          'terms' in state &&
          before.terms !== state.terms &&
          event.type !== 'started'
        ) {
          expect(event.type).toBe('accepted')
        }
        if (state.stage === 'signing' || state.stage === 'watching') {
          const enforced = state.verified.minOutputAmount ?? state.verified.outputAmount + 1n
          expect(enforced).toBeGreaterThanOrEqual(agreed.minOutputAmount)
        }
      }
    }
    expect([...wanted]).toEqual(
      expect.arrayContaining(['signing', 'watching', 'reconfirm', 'approving', 'failed']),
    )
  })
})

describe('approvals', () => {
  it('are requested in order and recorded with their hashes before a new quote is fetched', () => {
    let state: ExecutionState = states.approving
    state = transition(state, { type: 'approval-sent', hash: '0x0a' })
    state = transition(state, { type: 'approval-mined', hash: '0x0a', allowance: 0n })
    expect(state).toMatchObject({ stage: 'approving', step: 1, hash: undefined })
    state = transition(state, { type: 'approval-sent', hash: '0x0b' })
    state = transition(state, { type: 'approval-mined', hash: '0x0c', allowance: plan.amount + 1n })
    expect(state).toEqual({
      stage: 'quoting',
      intent,
      terms,
      done: [
        { type: 'approval-reset', hash: '0x0a', amount: 0n },
        // The allowance on chain, not the requested amount, because wallets let users edit it.
        { type: 'approval', hash: '0x0c', amount: plan.amount + 1n, replacedHash: '0x0b' },
      ],
    })
  })

  it('lets the user cancel the swap while an approval is pending', () => {
    expect(transition(states.approvalSent, events.cancelled)).toEqual({ stage: 'idle' })
  })
})

describe('batch', () => {
  const batchPlan = { ...plan, isBatched: true }
  const needing = { type: 'verified', verified: { ...verified, approvals: batchPlan } } as const
  const asked = transition(states.verifying, needing)

  it('is signed as one request, and watched once the wallet names its transaction', () => {
    expect(asked.stage).toBe('signing')
    const watching = transition(asked, {
      type: 'sent',
      hash: undefined,
      since: undefined,
      batchWallet: 'wallet',
      batchId: 'id',
    })
    expect(watching).toMatchObject({ stage: 'watching', hash: undefined, batchId: 'id' })
    const included = transition(watching, events.included)
    expect(included).toMatchObject({ stage: 'watching', hash, batchId: 'id' })
    expect(transition(included, { type: 'included', hash: '0x99' })).toBe(included)
    const forgotten = transition(watching, events.uncertain)
    expect(forgotten).toMatchObject({ isUncertain: true, batchId: 'id' })
    expect(transition(forgotten, events.included)).toEqual(included)
    expect(transition(included, events.uncertain)).toBe(included)
  })

  it('is replaced by approvals after the wallet rejects it, and not requested again', () => {
    const shown = transition(asked, events['batch-refused'])
    expect(shown).toMatchObject({ stage: 'reconfirm', batchRefused: true })
    const approving = transition(shown, events.accepted)
    expect(approving).toMatchObject({ stage: 'approving', step: 0, batchRefused: true })
    const agreed = { ...terms, acceptsApproval: true }
    const again = transition({ ...states.verifying, terms: agreed, batchRefused: true }, needing)
    expect(again.stage).toBe('approving')
  })

  it('leads to no approval before it was shown, with a fresh quote too', () => {
    expect(transition({ ...states.verifying, batchRefused: true }, needing).stage).toBe('reconfirm')
    const stale = transition(transition(asked, events['batch-refused']), {
      type: 'accepted',
      isFresh: false,
    })
    expect(stale).toMatchObject({ stage: 'quoting', terms: { acceptsApproval: true } })
  })

  it('requests nothing when it is rejected after the user cancelled', () => {
    expect(transition(transition(asked, events.cancelled), events['batch-refused'])).toEqual({
      stage: 'idle',
    })
  })
})

describe('permit', () => {
  const needing = { type: 'verified', verified: { ...verified, approvals: permitPlan } } as const

  it('is requested instead of approvals, and stays with the run', () => {
    const permitting = transition(states.verifying, needing)
    expect(permitting).toMatchObject({ stage: 'permitting', plan: permitPlan })
    const signed = transition(permitting, events['permit-signed'])
    expect(signed).toMatchObject({
      stage: 'quoting',
      done: [{ type: 'permit' }],
      permit: events['permit-signed'].permit,
    })
    expect(transition(signed, events.quoted)).toMatchObject({ permit: events['permit-signed'].permit })
  })

  it('is replaced by approvals when the wallet cannot sign it, and not requested again', () => {
    const shown = transition(states.permitting, events['permit-refused'])
    expect(shown).toMatchObject({ stage: 'reconfirm', permitRefused: 'wallet' })
    const approving = transition(shown, events.accepted)
    expect(approving).toMatchObject({ stage: 'approving', step: 0, permitRefused: 'wallet' })
    const again = { ...states.verifying, permitRefused: 'wallet' as const }
    expect(transition(again, needing).stage).toBe('reconfirm')
    expect(transition({ ...again, terms: { ...terms, acceptsApproval: true } }, needing).stage).toBe(
      'approving',
    )
  })

  it('is replaced by approvals when the chain rejects it', () => {
    const refused = { ...needing.verified, approvals: plan, isPermitRefused: true }
    const state = { ...states.verifying, permit: events['permit-signed'].permit }
    const shown = transition(state, { type: 'verified', verified: refused })
    expect(shown.stage).toBe('reconfirm')
    expect(transition(shown, events.accepted)).toMatchObject({ stage: 'approving', permitRefused: 'chain' })
  })

  it('is not requested after an approval was mined', () => {
    const done = [{ type: 'approval' as const, hash, amount: plan.needed }]
    const state = { ...states.verifying, done }
    expect(transition(state, needing)).toMatchObject({ error: { code: 'ALLOWANCE_TOO_LOW' } })
  })
})

describe('failure', () => {
  it('keeps the intent, the stage and the hash that was sent', () => {
    expect(transition(states.watching, events.failed)).toEqual({
      stage: 'failed',
      ...run,
      error,
      at: 'watching',
      hash,
    })
  })

  it('has no hash when nothing was sent', () => {
    expect(transition(states.signing, events.failed)).toMatchObject({ at: 'signing', hash: undefined })
  })
})

it('records that the approval was in the batch of a failed swap', () => {
  const batched = { ...states.watching, verified: { ...verified, approvals: plan } }
  expect(transition(batched, events.failed)).toMatchObject({ stage: 'failed', approvedInBatch: true })
  expect(transition(states.watching, events.failed)).not.toHaveProperty('approvedInBatch')
})
