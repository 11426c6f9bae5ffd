import { readFileSync } from 'node:fs'

/**
 * Counts of a runner's JSON report, and the tests that passed only on retry. An unreadable report counts as one failure.
 */
export function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return report.stats ? ofPlaywright(report) : ofVitest(report)
  } catch {
    return { passed: 0, failed: 1, skipped: 0, retried: [] }
  }
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name} > ${test.fullName}` })),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    // A test that passed on retry keeps the errors of earlier attempts.
    retried: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ name }) => name),
  }
}

function ofPlaywright({ stats: { expected, unexpected, flaky, skipped }, suites }) {
  const specs = suites.flatMap(getSpecs)
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    retried: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} > ${title}`),
  }
}

function getSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(getSpecs)]
}
