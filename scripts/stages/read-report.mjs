import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Returns the counts of a test runner's JSON report, the failed tests with the first line of their
 * last error, and the tests that passed only on retry. An unreadable report counts as one failure.
 */
export function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return report.stats ? ofPlaywright(report) : ofVitest(report)
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [], retried: [] }
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
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ name, failureMessages }) => ({ name, error: getFirstLine(failureMessages.at(-1)) })),
      // A file whose import or hook failed has its own message.
      ...testResults
        .filter(({ status, message }) => status === 'failed' && message)
        .map(({ name, message }) => ({ name, error: getFirstLine(message) })),
    ],
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
    failures: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ file, title, tests }) => ({
        name: `${file} > ${title}`,
        error: getFirstLine(tests.flatMap(({ results = [] }) => results).at(-1)?.error?.message),
      })),
    retried: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} > ${title}`),
  }
}

function getSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(getSpecs)]
}

function getFirstLine(message = '') {
  return stripVTControlCharacters(message).trim().split('\n')[0].slice(0, 300)
}
