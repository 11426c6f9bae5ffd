import { ensureInstalled } from './lib/setup.mjs'
import { bin, imageTests, playwright, runStages, vitest } from './stages/run-stages.mjs'

// Runs all checks of a change, the fast ones first. Arguments name stages. Without arguments, all
// stages run.
ensureInstalled()

const biome = bin('@biomejs/biome/bin/biome')

const stages = [
  { name: 'build', command: ['scripts/build.mjs'] },
  { name: 'lint', beside: 'build', command: [biome, 'ci', '--colors=off', '.'] },
  { name: 'language', beside: 'build', command: ['scripts/language.mjs'] },
  { name: 'types', beside: 'build', command: [bin('typescript/bin/tsc'), '--noEmit'] },
  {
    name: 'arrows',
    beside: 'build',
    command: [
      '--import=./scripts/lib/parse-tsx.mjs',
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config=.dependency-cruiser.cjs',
      ...[
        'src',
        'wire',
        'service',
        'contracts',
        'devnet',
        'testing',
        'stories',
        'playwright',
        'bench',
        'docs',
        'scripts',
        '.storybook',
      ],
    ],
  },
  {
    name: 'folders',
    beside: 'build',
    command: [
      '--import=./scripts/lib/parse-tsx.mjs',
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config=.dependency-cruiser-folders.cjs',
      ...['src', 'wire', 'service'],
    ],
  },
  { name: 'unused', beside: 'build', command: [bin('knip/bin/knip.js')] },
  { name: 'package', command: [bin('publint/src/cli.js'), 'dist', '--strict'] },
  // Runs on the Node release of the image, which takes a fifth less time than the oldest: `npm run
  // proof oldest`.
  {
    name: 'unit',
    command: imageTests,
    report: 'unit.json',
    servers: true,
    node: 'preferred',
  },
  // Runs on this Node: tests of commands, and tests that detect a browser by features that a newer
  // Node also has.
  {
    name: 'scripts',
    beside: 'unit',
    command: [vitest, 'run', '--project=scripts', '--project=node', '--maxWorkers=1'],
    report: 'scripts.json',
    servers: true,
    node: 'both',
  },
  {
    name: 'browser',
    command: [playwright, 'test'],
    report: 'playwright.json',
    browser: 'headless',
    node: 'preferred',
  },
  {
    name: 'stories',
    beside: 'browser',
    command: [vitest, 'run', '--config=vitest.stories.config.ts'],
    report: 'stories.json',
    browser: 'headless',
    node: 'preferred',
  },
  // Tests a whole swap and a dialog in Firefox and WebKitGTK.
  {
    name: 'engines',
    beside: 'browser',
    command: [vitest, 'run', '--project=engines'],
    report: 'engines.json',
    engines: true,
    node: 'preferred',
  },
]

await runStages(stages, process.argv.slice(2))
