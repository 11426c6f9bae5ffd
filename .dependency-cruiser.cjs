// The allowed imports. The comment of each rule contains the alternative.
const tests = '[.]test[.]tsx?$|^testing/|/testing/|^src/exports/testing[.]ts$'

/** Packages, tests included. A package may import itself and the packages before it. */
const packages = [
  'wire',
  'scripts',
  'devnet',
  'contracts',
  'service',
  'src',
  '[.]storybook',
  'docs',
  'stories',
  'playwright',
  'bench',
  'testing',
]

const packagesUpward = packages.slice(0, -1).map((name, index) => ({
  name: `package-${name.replace('[.]', '')}-imports-down`,
  comment: `${name.replace('[.]', '.')} and its tests may import their own package and the packages before it in the list of this file. Move the test or the shared code up or down.`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: `^(${packages.slice(index + 1).join('|')})/` },
}))

/** Folders of the widget by layer. A folder may import itself and lower layers. */
const layers = [
  ['lib'],
  ['errors', 'theme', 'events', 'i18n'],
  ['config'],
  ['clients', 'chain', 'wallet'],
  ['store', 'execution', 'queries'],
  ['activity'],
  ['instance'],
  ['hooks'],
  ['components'],
  ['pages'],
  ['widget'],
  ['embed', 'doctor'],
]

const upward = layers.flatMap((folders, level) => {
  const above = layers.slice(level + 1).flat()
  if (above.length === 0) return []
  return folders.map((folder) => ({
    name: `${folder}-imports-down`,
    comment: `src/${folder} may import its own folder and the layers below. Move shared code down, or pass it as an argument.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: tests },
    to: { path: `^src/(${above.join('|')})/` },
  }))
})

/** Third-party packages that only some folders may import. */
const restricted = [
  ['mitt', '^src/events/', 'Use the bus of src/events.'],
  ['zustand', '^src/(store|instance|hooks|execution|wallet)/', 'Use a store of src/store.'],
  ['wagmi', '^src/(hooks|instance|wallet)/|^src/config/types[.]ts$', 'Use the wallet port of src/wallet.'],
  ['hono|@hono', '^service/(http/|main[.]ts)', 'Build handlers in service/http.'],
  ['graphql-yoga|graphql', '^service/http/', 'Build the schema in service/http.'],
  ['pg|@electric-sql', '^service/database/', 'Use the Database of service/database.'],
  ['ioredis', '^service/lib/open-redis[.]ts$', 'Use openRedis of service/lib.'],
].map(([name, inside, instead]) => ({
  name: `restricted-${name.split('|')[0]}`,
  comment: `Only some folders may import ${name.split('|')[0]}. ${instead}`,
  severity: 'error',
  from: { path: '^(src|service|wire)/', pathNot: `${inside}|${tests}` },
  to: { path: `^node_modules/(${name})(/|$)` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files must not import each other in a cycle. Extract the code that both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...packagesUpward,
    ...upward,
    ...restricted,
    {
      name: 'pages-stay-apart',
      comment: 'A page must not import another page. Move shared code to components.',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/', pathNot: tests },
      to: { path: '^src/pages/([^/]+)/', pathNot: '^src/pages/$1/' },
    },
    {
      name: 'components-without-clients',
      comment: 'Components must not import clients or the execution. Take a prop, or use a hook.',
      severity: 'error',
      from: { path: '^src/components/', pathNot: tests },
      to: { path: '^src/(clients|execution)/' },
    },
    {
      name: 'react-from-instance-up',
      comment: 'Only src/instance and the layers above may import React. Write plain functions below it.',
      severity: 'error',
      from: {
        path: '^src/(lib|errors|theme|events|i18n|config|clients|chain|wallet|store|execution|queries|activity)/',
        pathNot: tests,
      },
      to: { path: '^node_modules/(react|react-dom)/' },
    },
    {
      name: 'widget-without-service',
      comment: 'The widget uses the service only over HTTP. Share a schema in wire.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(service|devnet|contracts|scripts|examples)/' },
    },
    {
      name: 'testing-kit-without-repository',
      comment: 'The testing kit is published. Move what it needs to src/testing.',
      severity: 'error',
      from: { path: '^src/(testing/|exports/testing[.]ts$)', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(service|devnet|contracts|scripts|examples)/' },
    },
    {
      name: 'widget-without-testing-kit',
      comment:
        'Only tests and src/exports/testing.ts may import src/testing. Production pages contain none of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^src/testing/' },
    },
    {
      name: 'service-without-devnet',
      comment: 'The service runs on any chain. Pass data of the devnet as configuration.',
      severity: 'error',
      from: { path: '^service/', pathNot: `^service/deploy/|${tests}` },
      to: { path: '^(devnet|scripts|contracts|examples)/' },
    },
    {
      name: 'deploy-without-devnet',
      comment: 'The deployment reads the compiled contracts and nothing of the devnet.',
      severity: 'error',
      from: { path: '^service/deploy/', pathNot: tests },
      to: { path: '^(devnet|scripts|examples)/' },
    },
    {
      name: 'modules-below-config',
      comment: 'The config depends on the protocols of service/modules. Pass config values as arguments.',
      severity: 'error',
      from: { path: '^service/modules/', pathNot: tests },
      to: { path: '^service/config/' },
    },
    {
      name: 'only-exports-re-export',
      comment: 'Import the file that declares the name. src/exports is for hosts.',
      severity: 'error',
      from: { path: '^(src|service)/', pathNot: '^src/exports/' },
      to: { path: '^src/exports/' },
    },
    {
      name: 'declared-dependencies',
      comment: 'Declare every imported package in package.json. Otherwise it is missing in a host.',
      severity: 'error',
      from: { path: '^(src|service|wire)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '[.]css' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The service's tests use the root's dependencies. scripts/image.test.ts checks the service's own.
    combinedDependencies: true,
    exclude: {
      path: '^(dist|docs/(dist|[.]vitepress|node_modules|content/public)|storybook-static|[.]devnet)/',
    },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
