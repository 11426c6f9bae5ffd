import { withNewestServers } from './lib/newest-servers.mjs'
import { imageTests, playwright, runStages, vitest } from './lib/run-stages.mjs'
import { ensureInstalled } from './lib/setup.mjs'

// Checks that are too slow for every change; `npm test` runs a sample of them. Arguments name the stages to run.
ensureInstalled()

const stages = [
  {
    name: 'hosts',
    command: [playwright, 'test'],
    report: 'hosts.json',
    browser: true,
    env: { SLUICE_PROOF: '1' },
  },
  {
    // The newest published versions within the peer ranges: what fails here came from outside.
    name: 'newest',
    command: [playwright, 'test', 'hosts'],
    report: 'newest.json',
    browser: true,
    env: { SLUICE_PROOF: 'newest' },
  },
  {
    // The apps of examples/, installed from the packed tarball, the documentation, and Storybook. No chain and no service.
    name: 'examples',
    command: [playwright, 'test', 'examples', 'docs-site', 'docs-code', 'storybook'],
    report: 'examples.json',
    browser: true,
    env: { SLUICE_PROOF: 'examples' },
  },
  // Builds and examines what would be published, and has npm publish it for show.
  { name: 'release', command: ['scripts/release.mjs', '--dry-run'] },
  {
    // What `npm test` runs of service and widget on the Node the image has, on this one, which may be older.
    name: 'oldest',
    command: imageTests,
    report: 'oldest.json',
    servers: true,
    node: 'both',
  },
  // Every test of the service, with the two newest PostgreSQL and Redis of Debian or those that the environment names.
  {
    name: 'servers',
    command: [vitest, 'run', 'service/'],
    report: 'servers.json',
    each: withNewestServers,
  },
  // Every step of compose.yaml and the Dockerfile, without containers.
  {
    name: 'compose',
    command: [vitest, 'run', 'scripts/compose-steps.test.ts'],
    report: 'compose.json',
    servers: true,
    env: { SLUICE_PROOF: 'compose' },
  },
  // What an operator does from nothing, by the commands of the README, with times.
  { name: 'operator', command: ['--import=tsx', 'testing/operator-hour/main.ts'], servers: true },
  // A service with 10,000 known pools starts again within 30 s.
  { name: 'restart', command: ['--import=tsx', 'bench/check-restart.ts'], node: 'preferred' },
  // Every lie in every mode. `npm test` plays each in one or two.
  {
    name: 'lies',
    command: [vitest, 'run', 'testing/lies/'],
    report: 'lies.json',
    servers: true,
    env: { SLUICE_LIES: 'all' },
  },
  {
    name: 'fuzz',
    command: [
      vitest,
      'run',
      'contracts/fuzz.test.ts',
      'src/execution/execution-model.test.ts',
      'contracts/cryptoswap.test.ts',
      'contracts/solidly.test.ts',
      'contracts/stableswap.test.ts',
      'contracts/stableswap-later.test.ts',
      'contracts/stableswap-ng.test.ts',
      'contracts/psm.test.ts',
      'contracts/wsteth.test.ts',
      'service/router/hostile-trades.test.ts',
      'service/modules/balancer-v2/stable-on-chain.test.ts',
      'service/modules/balancer-v2/weighted-on-chain.test.ts',
      'service/modules/balancer-v3/balancer-v3-on-chain.test.ts',
      'service/modules/cryptoswap/cryptoswap-on-chain.test.ts',
      'service/modules/solidly/aerodrome-on-chain.test.ts',
      'service/modules/erc4626/savings-on-chain.test.ts',
    ],
    report: 'fuzz.json',
    env: { SLUICE_FUZZ: 'all' },
  },
  // Every story in each theme and direction, then a story of each page in each theme preset, in the same looks.
  ...['all', 'presets'].map((looks) => ({
    name: looks === 'all' ? 'looks' : looks,
    command: [vitest, 'run', '--config=vitest.stories.config.ts'],
    report: `looks-${looks}.json`,
    browser: true,
    env: { SLUICE_LOOKS: looks },
  })),
  // Every guard of the contracts, broken one at a time. SLUICE_MUTANTS=Permits.sol runs those whose name says so.
  { name: 'mutants', command: ['--import=tsx', 'contracts/mutation/main.ts'], report: 'mutants.json' },
]

await runStages(stages, process.argv.slice(2))
