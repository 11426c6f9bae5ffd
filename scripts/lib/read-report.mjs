import { readFileSync } from 'node:fs'

/**
 * What a runner's own JSON report counts, and the tests that passed only when they were asked again. A report that
 * cannot be read counts as one failure.
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
    // A test that passed in the end keeps what the attempts before it threw.
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
