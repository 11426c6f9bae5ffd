import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readReport } from './stages/read-report.mjs'

const directory = mkdtempSync(join(tmpdir(), 'sluice-report-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function read(report: unknown) {
  const file = join(directory, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return readReport(file)
}

it('returns the failed unit tests with their errors, and the tests that passed only on retry', () => {
  const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    test('is fine', 'passed'),
    test('is lucky', 'passed', ['Error: at first']),
    test('is broken', 'failed', ['Error: once', '\u001b[31mError: twice\u001b[39m\n    at one.test.ts:3']),
  ]
  const testResults = [
    { name: 'one.test.ts', status: 'failed', message: '', assertionResults },
    { name: 'two.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }
  expect(read({ ...report, testResults })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: [
      { name: 'one.test.ts > is broken', error: 'Error: twice' },
      { name: 'two.test.ts', error: 'Cannot find module' },
    ],
    retried: ['one.test.ts > is lucky'],
  })
})

it('returns the failed browser tests with their errors, and the tests that passed only on retry', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'swap.spec.ts',
    title,
    tests: [{ status, results: message ? [{ error: { message } }] : [] }],
  })
  const suites = [
    { specs: [spec('is fine', 'expected')], suites: [{ specs: [spec('is lucky', 'flaky')] }] },
    { specs: [spec('is broken', 'unexpected', 'Error: no\nat line 3')] },
  ]
  expect(read({ stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }, suites })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'swap.spec.ts > is broken', error: 'Error: no' }],
    retried: ['swap.spec.ts > is lucky'],
  })
})

it('counts a missing or incomplete report as a failure', () => {
  const failure = { passed: 0, failed: 1, skipped: 0, failures: [], retried: [] }
  expect(readReport(join(directory, 'nothing.json'))).toEqual(failure)
  expect(read('half a rep')).toEqual(failure)
})
