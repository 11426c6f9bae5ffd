import { expect, it } from 'vitest'
import {
  fixtureError,
  fixtureIntent,
  fixturePlan,
  fixtureRun,
  fixtureVerified,
  HASH,
} from '../../../testing/fixtures/fixture-swap.ts'
import { getStages, getSteps } from './stages-of.ts'

const run = fixtureRun()
const plan = fixturePlan(fixtureIntent(), ['approval-reset', 'approval'])
const done = [{ type: 'approval' as const, hash: HASH }]
const shown = (state: Parameters<typeof getStages>[0]) =>
  getStages(state).map(({ name, status }) => `${name} ${status}`)

it('leads from the quote to the signature', () => {
  expect(shown({ stage: 'quoting', ...run })).toEqual(['quoting now', 'verifying next', 'signing next'])
  expect(shown({ stage: 'signing', ...run, verified: fixtureVerified(run) })).toEqual([
    'quoting done',
    'verifying done',
    'signing now',
  ])
})

it('places approvals between the first and a second quote', () => {
  expect(shown({ stage: 'approving', ...run, plan, step: 1, hash: undefined })).toEqual([
    'quoting done',
    'verifying done',
    'approval-reset done',
    'approval now',
    'requoting next',
    'signing next',
  ])
  expect(shown({ stage: 'quoting', ...run, done })).toEqual([
    'quoting done',
    'verifying done',
    'approval done',
    'requoting now',
    'signing next',
  ])
})

it('starts with the network switch when it is needed', () => {
  expect(shown({ stage: 'switching', ...run })[0]).toBe('switching now')
  expect(shown({ stage: 'quoting', ...run, done: [{ type: 'chain-switch' }] })).toEqual([
    'switching done',
    'quoting now',
    'verifying next',
    'signing next',
  ])
})

it('marks the failed stage', () => {
  const failed = { stage: 'failed' as const, ...run, error: fixtureError('USER_REJECTED'), hash: undefined }
  expect(shown({ ...failed, at: 'approving' })).toContain('approval failed')
  expect(shown({ ...failed, at: 'verifying' })).toEqual(['quoting done', 'verifying failed', 'signing next'])
})

const steps = (...args: Parameters<typeof getSteps>) =>
  getSteps(...args).map(({ name, status, stages }) => `${name} ${status}: ${stages.map((one) => one.name)}`)

it('groups the stages into the approval and the swap', () => {
  expect(steps({ stage: 'quoting', ...run })).toEqual(['swap now: quoting,verifying,signing'])
  expect(steps({ stage: 'approving', ...run, plan, step: 1, hash: undefined })).toEqual([
    'approve now: quoting,verifying,approval-reset,approval',
    'swap next: requoting,signing',
  ])
  expect(steps({ stage: 'quoting', ...run, done })).toEqual([
    'approve done: quoting,verifying,approval',
    'swap now: requoting,signing',
  ])
})

it('has the expected approval from the start, and drops it when none was needed', () => {
  expect(steps({ stage: 'quoting', ...run }, 'approval')).toEqual([
    'approve now: quoting,verifying,approval',
    'swap next: requoting,signing',
  ])
  expect(steps({ stage: 'signing', ...run, verified: fixtureVerified(run) }, 'approval')).toEqual([
    'swap now: quoting,verifying,signing',
  ])
})
