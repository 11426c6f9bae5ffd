import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'
import { NEWEST_PEERS } from '../scripts/testing/peer-versions.ts'
import { test } from './fixtures.ts'
import { pack, run } from './host-app.ts'
import { root } from './stack.ts'

const INSTALL_TIMEOUT_MS = 600_000
const TESTING_LIBRARY = ['@testing-library/dom', '@testing-library/react']

const page = readFileSync(join(root, 'docs/content/guides/testing.md'), 'utf8')

/** Returns the documented code block that contains a text. */
function readBlock(text: string): string {
  const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const found = blocks.find((code) => code.includes(text))
  if (!found) throw new Error(`docs/content/guides/testing.md has no code block with "${text}".`)
  return found
}

/** Fails the documented test on any warning in the console. */
const WITHOUT_WARNINGS = `
const warnings = []
for (const name of ['error', 'warn']) console[name] = (...words) => warnings.push(words.join(' '))
it('shows no warning', () => expect(warnings).toEqual([]))
`

test('the documented unit test passes in Jest, installed as documented', { tag: '@proof' }, () => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  const [, ...words] = readBlock('npm install --save-dev jest').trim().split(' ')
  const packages = words.filter((word) => !/^(install|--save-dev)$/.test(word))
  const written = readBlock("from 'vitest'").replace("'vitest'", "'@jest/globals'")
  runTest({
    packages,
    files: {
      'jest.config.mjs': readBlock("'jest-fixed-jsdom',"),
      'swap.test.tsx': written + WITHOUT_WARNINGS,
    },
    command: ['jest/bin/jest.js'],
  })
})

for (const environment of ['jsdom', 'happy-dom']) {
  test(`the documented unit test passes in Vitest with ${environment}`, { tag: '@proof' }, () => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    const written = readBlock("from 'vitest'").replace('environment jsdom', `environment ${environment}`)
    runTest({
      packages: ['vitest@4', environment, ...TESTING_LIBRARY],
      files: { 'swap.test.tsx': written + WITHOUT_WARNINGS },
      command: ['vitest/vitest.mjs', 'run'],
    })
  })
}

interface Runner {
  packages: readonly string[]
  files: Readonly<Record<string, string>>
  command: readonly [tool: string, ...args: string[]]
}

/** Installs the packed widget and a test runner in a separate folder, and runs a test there. */
function runTest({ packages, files, command: [tool, ...args] }: Runner): void {
  for (const part of ['package', 'types'] as const) buildWhenStale(part)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-runner-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'host', private: true }))
    const peers = Object.entries(NEWEST_PEERS).map(([name, version]) => `${name}@${version}`)
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', pack(folder), ...peers])
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--save-dev', ...packages])
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    const env = { NODE_ENV: 'test', CI: '1' }
    run(folder, process.execPath, [join('node_modules', tool), ...args], env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
