import { withNewestServers } from './install/newest-servers.mjs'
import { ensureInstalled } from './lib/setup.mjs'
import { imageTests, playwright, runStages, vitest } from './stages/run-stages.mjs'

// Runs the checks that are too slow for every change. `npm test` runs a sample of them. Arguments
// name stages.
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
    // Uses the newest published versions within the peer ranges, so a failure comes from another
    // package.
    name: 'newest',
    command: [playwright, 'test', 'hosts'],
    report: 'newest.json',
    browser: true,
    env: { SLUICE_PROOF: 'newest' },
  },
  {
    // Tests the apps of examples/ with the packed package, the documentation, and Storybook,
    // without a chain or service.
    name: 'examples',
    command: [playwright, 'test', 'examples', 'docs-site', 'docs-code', 'storybook'],
    report: 'examples.json',
    browser: true,
    env: { SLUICE_PROOF: 'examples' },
  },
  // Builds and checks the package, then runs `npm publish --dry-run`.
  { name: 'release', command: ['scripts/release.mjs', '--dry-run'] },
  {
    // Runs the image's tests on this Node, which may be an older release.
    name: 'oldest',
    command: imageTests,
    report: 'oldest.json',
    servers: true,
    node: 'both',
  },
  // Runs all tests of the service with the two newest versions of PostgreSQL and Redis in Debian,
  // or with the servers in the environment.
  {
    name: 'servers',
    command: [vitest, 'run', 'service/'],
    report: 'servers.json',
    each: withNewestServers,
  },
  // Runs the steps of compose.yaml and the Dockerfile without containers.
  {
    name: 'compose',
    command: [vitest, 'run', 'testing/repository/compose-steps.test.ts'],
    report: 'compose.json',
    servers: true,
    env: { SLUICE_PROOF: 'compose' },
  },
  // Runs the README's commands as an operator with an empty machine would, and measures the time.
  { name: 'operator', command: ['--import=tsx', 'testing/operator-hour/main.ts'], servers: true },
  // Restarts a service with 10,000 known pools within 30 s.
  { name: 'restart', command: ['--import=tsx', 'bench/check-restart.ts'], node: 'preferred' },
  // Tests every lie of a service in every mode. `npm test` tests each in one or two modes.
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
      'service/router/settlement-fuzz.test.ts',
      'src/execution/execution-model.test.ts',
      'contracts/cryptoswap.test.ts',
      'service/modules/solidly/solidly-settlement.test.ts',
      'service/modules/stableswap/stableswap-settlement.test.ts',
      'service/modules/stableswap/plain-pools-settlement.test.ts',
      'service/modules/stableswap-ng/stableswap-ng-settlement.test.ts',
      'service/modules/psm/psm-settlement.test.ts',
      'service/modules/wsteth/wsteth-settlement.test.ts',
      'service/router/hostile-trades.test.ts',
      'service/router/market/market.test.ts',
      'service/modules/balancer-v2/stable-on-chain.test.ts',
      'service/modules/balancer-v2/weighted-on-chain.test.ts',
      'service/modules/balancer-v3/balancer-v3-on-chain.test.ts',
      'service/modules/cryptoswap/cryptoswap-on-chain.test.ts',
      'service/modules/quotes-on-chain.test.ts',
      'service/modules/solidly/aerodrome-on-chain.test.ts',
      'service/modules/erc4626/savings-on-chain.test.ts',
    ],
    report: 'fuzz.json',
    env: { SLUICE_FUZZ: 'all' },
  },
  // Tests every story in each theme and direction, then a story of each page in each theme preset.
  ...['all', 'presets'].map((looks) => ({
    name: looks === 'all' ? 'looks' : looks,
    command: [vitest, 'run', '--config=vitest.stories.config.ts'],
    report: `looks-${looks}.json`,
    browser: true,
    env: { SLUICE_LOOKS: looks },
  })),
  // Breaks every guard of the contracts, one at a time. SLUICE_MUTANTS=Permits.sol selects mutants
  // by name.
  { name: 'mutants', command: ['--import=tsx', 'contracts/mutation/main.ts'], report: 'mutants.json' },
]

await runStages(stages, process.argv.slice(2))
